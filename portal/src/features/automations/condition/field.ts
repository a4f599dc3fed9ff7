/** What can be changed where it stands in the sentence: a field has a name and the inputs behind it. */
import {
	COMPARISONS,
	type Comparison,
	type Part,
	PICTURE_PARTS,
	type Place,
} from '@watchword/contract/condition';

/** The names of the camera's zones. */
export interface Around {
	zones: readonly string[];
}

export type Options = Record<string, string>;

interface Of<P, Value> {
	label: string;
	hint?: string;
	/** Only shown for parts for which this holds. */
	when?: (part: P) => boolean;
	get: (part: P) => Value;
	set: (part: P, value: Value) => P;
}
type Choice<P> = Of<P, string> & { as: 'choice'; options: Options | ((around: Around, part: P) => Options) };
type Typed<P> = Of<P, string> & { as: 'text' | 'date' | 'time'; optional?: boolean };
type Amount<P> = Of<P, number> & { as: 'number'; whole?: boolean };
type List<P> = Of<P, string[]> & { as: 'list' | 'kinds' | 'weekdays'; optional?: boolean };
export type Input<P = Part> = Choice<P> | Typed<P> | Amount<P> | List<P>;

export interface Field<P = Part> {
	label: string;
	inputs: Input<P>[];
	/** Not every part has it: how it begins. */
	begin?: (part: P) => P;
}
export type Fields<P = Part> = Record<string, Field<P>>;

type More<P, Value> = Partial<Omit<Of<P, Value>, 'label'>> & { optional?: boolean; whole?: boolean };
type Make<Value> = <P>(key: keyof P & string, label: string, more?: More<P, Value>) => Input<P>;

/** By default an input changes one property of its part. */
const input = (as: Input['as']) => (key: string, label: string, more: object) => ({
	as,
	label,
	get: (part: object) => part[key as never],
	set: (part: object, value: unknown) => ({ ...part, [key]: value }),
	...more,
});
const inputs = <Value>(as: Input['as']) => input(as) as unknown as Make<Value>;
export const text = inputs<string>('text');
export const time = inputs<string>('time');
export const date = inputs<string>('date');
export const number = inputs<number>('number');
export const list = inputs<string[]>('list');
export const kinds = inputs<string[]>('kinds');
export const weekdays = inputs<string[]>('weekdays');

/** One of some values. */
export const choice = <P>(
	key: keyof P & string,
	label: string,
	options: Options | ((around: Around, part: P) => Options),
	more: More<P, string> = {},
) => input('choice')(key, label, { options, ...more }) as unknown as Input<P>;

/** A text that is null if it is empty. */
export const orNull = <P>(key: keyof P & string): More<P, string> => ({
	optional: true,
	get: (part) => String(part[key] ?? ''),
	set: (part, value) => ({ ...part, [key]: value || null }),
});

/** "Top left" for "top left". */
export const capital = (words: string) => `${words[0]?.toUpperCase()}${words.slice(1)}`;
export const capitals = (names: readonly string[]): Options =>
	Object.fromEntries(names.map((name) => [name, capital(name)]));

export const comparison = <P extends Comparison>(hint = ''): Input<P>[] => [
	choice('compare', 'Compared', { ...capitals(COMPARISONS), above: 'More than', below: 'Less than' }),
	number('than', 'Number', { hint }),
	number('to', 'And', { when: ({ compare }) => compare === 'between', get: ({ to, than }) => to ?? than }),
];

function keyOf(place: Place | undefined): string {
	if (!place) return '';
	if ('zone' in place) return `zone:${place.zone}`;
	return 'part' in place ? `part:${place.part}` : `view:${place.view}`;
}

function placeOf(key: string): Place {
	const [what, name] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
	if (what === 'zone') return { zone: name, side: 'in' };
	return (what === 'view' ? { view: name } : { part: name }) as Place;
}

function places({ zones }: Around, { where }: { where?: Place }): Options {
	const known: Options = {
		'': 'Anywhere in the picture',
		...Object.fromEntries(zones.map((zone) => [`zone:${zone}`, `Zone ${zone}`])),
		...Object.fromEntries(PICTURE_PARTS.map((part) => [`part:${part}`, `${capital(part)} of the picture`])),
	};
	const now = keyOf(where);
	return now in known ? known : { ...known, [now]: now.slice(now.indexOf(':') + 1) };
}

/** Where it must be. */
export const where = <P extends { where?: Place }>(): Field<P> => PLACE as unknown as Field<P>;

const PLACE: Field<{ where?: Place }> = {
	label: 'Where',
	begin: (part) => ({ ...part, where: { part: 'left' } }),
	inputs: [
		choice('where', 'Place', places, {
			get: (part) => keyOf(part.where),
			set: ({ where: _, ...part }, key) => (key ? { ...part, where: placeOf(key) } : part),
		}),
		choice('where', 'Side', capitals(['in', 'near', 'outside']), {
			when: (part) => Boolean(part.where && 'zone' in part.where),
			get: (part) => (part.where && 'side' in part.where ? part.where.side : 'in'),
			set: (part, side) => ({ ...part, where: { ...part.where, side } as Place }),
		}),
	],
};
