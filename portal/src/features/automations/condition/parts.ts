/** The kinds of parts: how each begins, which triggers it fits, and what of it can be changed. */
import type { Automation } from '@watchword/contract/automation';
import { type Condition, type Part, partsOf } from '@watchword/contract/condition';
import type { Field, Fields } from './field.ts';
import { ATTACHMENT, DATE, DAYS, KIND, SAYS, SENDER, VALUE } from './mail-parts.ts';
import { HOURS, NUMBER, SEEN, TAUGHT, TEXT } from './picture-parts.ts';

type Trigger = Automation['_triggerType'];

interface Kind<P = Part> {
	/** As "Add" offers it. */
	label: string;
	fits: readonly Trigger[];
	/** What a new one begins with, and what of it is asked first. It may still lack its words. */
	begin?: P;
	asks: readonly string[];
	fields: Fields<P>;
}

const CAMERA: readonly Trigger[] = ['capture'];
const MAIL: readonly Trigger[] = ['email'];
const ANY: readonly Trigger[] = ['capture', 'email', 'schedule'];

// biome-ignore format: a table
const TABLE: { [K in Part['is']]: Kind<Extract<Part, { is: K }>> } = {
	seen: { label: 'Something in the picture', fits: CAMERA, asks: ['kinds', 'count', 'where'], fields: SEEN, begin: { is: 'seen', kinds: [], least: 1, most: null } },
	text: { label: 'A text in the picture', fits: CAMERA, asks: ['words', 'on'], fields: TEXT, begin: { is: 'text', words: [], on: null } },
	number: { label: 'A number in the picture', fits: CAMERA, asks: ['of', 'compare'], fields: NUMBER, begin: { is: 'number', of: '', compare: 'above', than: 0 } },
	taught: { label: 'What your examples show', fits: CAMERA, asks: ['words'], fields: TAUGHT },
	says: { label: 'Words', fits: MAIL, asks: ['words', 'in'], fields: SAYS, begin: { is: 'says', words: [], match: 'any', in: 'anywhere' } },
	sender: { label: 'Who it is from', fits: MAIL, asks: ['any'], fields: SENDER, begin: { is: 'sender', any: [] } },
	kind: { label: 'A kind of mail', fits: MAIL, asks: ['kind'], fields: KIND, begin: { is: 'kind', kind: 'invoice' } },
	value: { label: 'An amount or a number', fits: MAIL, asks: ['label', 'compare'], fields: VALUE, begin: { is: 'value', label: null, unit: 'money', of: null, compare: 'above', than: 0 } },
	date: { label: 'A date', fits: MAIL, asks: ['label', 'range'], fields: DATE, begin: { is: 'date', label: '', from: null, to: { ahead: 7 } } },
	attachment: { label: 'An attachment', fits: MAIL, asks: ['kind'], fields: ATTACHMENT, begin: { is: 'attachment', kind: 'any' } },
	hours: { label: 'Hours or days of the week', fits: ['capture', 'email'], asks: ['time'], fields: HOURS, begin: { is: 'hours', time: { from: '22:00', to: '06:00' }, days: [] } },
	days: { label: 'Days', fits: ['schedule'], asks: ['rule'], fields: DAYS, begin: { is: 'days', rule: { on: 'weekdays', days: [1] } } },
	every: { label: 'Everything', fits: ANY, asks: [], fields: {} },
	beyond: { label: 'Words that the built-in model does not know', fits: ANY, asks: [], fields: {} },
};

/** A later version may know more. */
export const KINDS = TABLE as unknown as Partial<Record<Condition['is'], Kind>>;

/** What a piece of the sentence is of its part. */
const OTHERS: Record<string, string> = {
	is: 'How they are joined',
	not: 'The opposite',
	every: 'Everything',
	unknown: 'Not known',
};

export const fieldOf = ({ is }: Condition, field: string): Field | undefined => KINDS[is]?.fields[field];

export function nameOf(condition: Condition, field: string): string {
	if (condition.is === 'beyond') return 'Not known to the built-in model';
	if (condition.is === 'sender' && field === 'not') return TABLE.sender.label;
	if (condition.is === 'says' && field === 'not') return 'Contains or not';
	return fieldOf(condition, field)?.label ?? OTHERS[field] ?? 'Part';
}

/** The fields that a part could have but does not say yet. */
export const unsaid = (part: Condition, said: readonly string[]): [string, Field][] =>
	Object.entries(KINDS[part.is]?.fields ?? {}).filter(([name, field]) => field.begin && !said.includes(name));

/** The kinds that can be added, with what they begin with. */
export const offered = (trigger: Trigger) =>
	Object.values(KINDS).flatMap(({ begin, fits, label }) =>
		begin && fits.includes(trigger) ? [{ label, begin }] : [],
	);

/** Whether nothing that it must say is empty. */
export const isComplete = (part: Part): boolean =>
	Object.entries(part).every(
		([key, value]) => key === 'days' || (value !== '' && !(Array.isArray(value) && value.length === 0)),
	);

/** Whether it was made for this trigger. A condition for another one is kept until its trigger is chosen again. */
export const fits = (condition: Condition, trigger: Trigger): boolean =>
	partsOf(condition).length === 0 ||
	partsOf(condition).some(({ is }) => KINDS[is]?.fits.includes(trigger) ?? true);
