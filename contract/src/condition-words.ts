/** A condition as a sentence made of pieces: those with a field can be changed where they stand. */
import {
	type Comparison,
	type Condition,
	type DayPoint,
	type Every,
	type Hours,
	isGroup,
	type MailDate,
	type Part,
	type Place,
	type Says,
	type Seen,
	type ShownNumber,
} from './condition.ts';
import { DAY_NAMES, dayInWords, daysInWords } from './day-rule.ts';
import { inWords } from './in-words.ts';
import { kindInWords, withArticle } from './kind-words.ts';

export interface Piece {
	text: string;
	/** Where its part is: the index in each group on the way. */
	path: readonly number[];
	/** What of the part it says; without it, the text only joins. */
	field?: string;
	/** Only examples or a language model can decide it. */
	beyond?: true;
}

/** What "every" means of each trigger. */
const EVERY = { email: 'every mail', capture: 'every picture', schedule: 'every time' };
type Trigger = keyof typeof EVERY;

/** The whole sentence. */
export const conditionInWords = (condition: Condition, trigger?: Trigger): string =>
	piecesOf(condition, trigger)
		.map(({ text }) => text)
		.join(' ')
		.replaceAll('( ', '(')
		.replaceAll(' )', ')');

export function piecesOf(condition: Condition, trigger?: Trigger): Piece[] {
	return piecesAt([], condition, trigger && EVERY[trigger]);
}

function piecesAt(path: readonly number[], condition: Condition, every = 'everything'): Piece[] {
	const negation: Piece[] =
		condition.not && !saysNotItself(condition) ? [{ text: 'not', path, field: 'not' }] : [];
	if (!isGroup(condition)) {
		const beyond = condition.is === 'beyond' ? ({ beyond: true } as const) : {};
		const said = condition.is === 'every' ? [{ text: every, field: 'every' }] : saidBy(condition);
		return [...negation, ...said.map((piece) => ({ ...piece, path, ...beyond }))];
	}
	const joint = condition.is === 'all' ? 'and' : 'or';
	const inner = condition.of.flatMap((one, at) => [
		...(at > 0 ? [{ text: joint, path, field: 'is' }] : []),
		...piecesAt([...path, at], one, every),
	]);
	const isInside = path.length > 0 || condition.not;
	return isInside ? [...negation, { text: '(', path }, ...inner, { text: ')', path }] : inner;
}

/** Parts whose words have the negation in them. */
const saysNotItself = (condition: Condition) =>
	/^(?:text|number|sender|says|value|date|attachment|kind)$/.test(condition.is) ||
	(condition.is === 'seen' && countInWords(condition) !== null);

type Said = Omit<Piece, 'path'>;

function saidBy(part: Exclude<Part, Every>): Said[] {
	const isOrNot = part.not ? 'is not' : 'is';
	switch (part.is) {
		case 'seen':
			return seenInWords(part);
		case 'hours':
			return hoursInWords(part);
		case 'text':
			return [
				{
					text: `${part.on ? `the ${part.on}` : 'a text'} ${part.not ? 'does not say' : 'says'}`,
					field: 'on',
				},
				{ text: quoted(part.words, 'or'), field: 'words' },
				...(part.inside ? [{ text: `on ${kindsInWords(part.inside)}`, field: 'inside' }] : []),
				...(part.where ? [{ text: placeInWords(part.where), field: 'where' }] : []),
			];
		case 'number':
			return numberInWords(part);
		case 'taught':
			return [{ text: `“${part.words}”`, field: 'words' }, { text: 'as your examples show' }];
		case 'sender':
			return [
				{ text: `the sender ${isOrNot}`, field: 'not' },
				{ text: inWords(part.any, 'or'), field: 'any' },
			];
		case 'says':
			return saysInWords(part);
		case 'value':
			return [
				{
					text: part.label ? `the ${part.label}` : part.unit === 'money' ? 'an amount' : 'a number',
					field: 'label',
				},
				{ text: isOrNot },
				{
					text: `${comparisonInWords(part)}${part.unit === 'percent' ? ' %' : part.of ? ` ${part.of}` : ''}`,
					field: 'compare',
				},
			];
		case 'date':
			return [
				{ text: `the ${part.label}`, field: 'label' },
				{ text: isOrNot },
				{ text: rangeInWords(part), field: 'range' },
			];
		case 'attachment': {
			const kind = part.kind === 'pdf' ? 'PDF' : part.kind;
			const what = kind === 'any' ? 'attachment' : `${kind} attached`;
			return [{ text: 'it has' }, { text: part.not ? `no ${what}` : withArticle(what), field: 'kind' }];
		}
		case 'kind':
			return [{ text: `it ${isOrNot}` }, { text: withArticle(part.kind), field: 'kind' }];
		case 'days':
			return [{ text: daysInWords(part.rule), field: 'rule' }];
		case 'beyond':
			return [{ text: part.words, field: 'words' }];
		default:
			// From a version that knew more.
			return [{ text: 'a part that is not known any more', field: 'unknown' }];
	}
}

const DAY_PARTS = {
	night: 'at night',
	morning: 'in the morning',
	day: 'during the day',
	afternoon: 'in the afternoon',
	evening: 'in the evening',
};

function hoursInWords({ time, days }: Hours): Said[] {
	const at =
		time === null ? null : typeof time === 'string' ? DAY_PARTS[time] : `between ${time.from} and ${time.to}`;
	return [
		...(at ? [{ text: at, field: 'time' }] : []),
		...(days.length > 0 ? [{ text: `on ${weekdaysInWords(days)}`, field: 'days' }] : []),
		...(at || days.length > 0 ? [] : [{ text: 'at any time', field: 'time' }]),
	];
}

function weekdaysInWords(days: readonly number[]): string {
	const fromMonday = days.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
	return String(fromMonday) === '1,2,3,4,5'
		? 'Monday to Friday'
		: inWords(
				fromMonday.map((day) => DAY_NAMES[day] ?? ''),
				'and',
			);
}

function seenInWords(part: Seen): Said[] {
	const { kinds, where, beside } = part;
	const count = countInWords(part) ?? countInWords({ ...part, not: false }) ?? '';
	const names = kinds.map((kind) => kindInWords(kind, !count.endsWith(' 1')));
	return [
		{ text: count, field: 'count' },
		{ text: inWords(names, 'or'), field: 'kinds' },
		...(beside
			? [
					{
						text: `${beside.how === 'near' ? 'next to' : beside.how} ${kindsInWords(beside.kinds)}`,
						field: 'beside',
					},
				]
			: []),
		...(where ? [{ text: placeInWords(where), field: 'where' }] : []),
	];
}

/** With its negation: "no", "fewer than 2". Null if it has no such words. */
function countInWords({ not, least, most }: Seen): string | null {
	if (not) {
		if (most === 0) return 'at least 1';
		if (most === null) return least <= 1 ? 'no' : `fewer than ${least}`;
		return least === 0 ? `more than ${most}` : null;
	}
	if (most === 0) return 'no';
	if (most === null) return `at least ${least}`;
	if (least === most) return `exactly ${least}`;
	return least === 0 ? `at most ${most}` : `${least} to ${most}`;
}

/** "a person or an umbrella". */
const kindsInWords = (kinds: readonly string[]) =>
	inWords(
		kinds.map((kind) => withArticle(kindInWords(kind))),
		'or',
	);

function numberInWords(part: ShownNumber): Said[] {
	const { of, since, than, compare, not, where } = part;
	const place = where ? [{ text: placeInWords(where), field: 'where' }] : [];
	const what =
		typeof of === 'string'
			? `the number on the ${of}`
			: `the number of ${inWords(
					of.kinds.map((kind) => kindInWords(kind, true)),
					'and',
				)}`;
	if (!since)
		return [
			{ text: what, field: 'of' },
			...place,
			{ text: not ? 'is not' : 'is' },
			{ text: comparisonInWords(part), field: 'compare' },
		];
	const way =
		/above|at least/.test(compare) && than >= 0
			? 'risen'
			: /below|at most/.test(compare) && than < 0
				? 'fallen'
				: 'changed';
	const by =
		way === 'fallen'
			? comparisonInWords({ compare: compare === 'below' ? 'above' : 'at least', than: -than })
			: comparisonInWords(part);
	return [
		{ text: what, field: 'of' },
		...place,
		{ text: `has ${not ? 'not ' : ''}${way} by` },
		{ text: `${by}${since.percent ? ' %' : ''}`, field: 'compare' },
		{ text: `compared with ${minutesInWords(since.minutes)}`, field: 'since' },
	];
}

function placeInWords(place: Place): string {
	if ('zone' in place) return `${place.side} ${place.zone}`;
	if ('view' in place) return `in “${place.view}”`;
	const { part } = place;
	const corner = part.includes(' ') ? ' corner' : '';
	return `${corner || !/^(?:left|right)$/.test(part) ? 'in' : 'on'} the ${part}${corner}`;
}

function saysInWords({ words, match, in: where, not }: Says): Said[] {
	const place = where === 'subject' ? 'the subject' : where === 'text' ? 'the text' : 'the mail';
	return [
		{ text: place, field: 'in' },
		{ text: not ? 'does not contain' : 'contains', field: 'not' },
		{ text: quoted(words, match === 'all' ? 'and' : 'or'), field: 'words' },
	];
}

const quoted = (words: readonly string[], joint: 'and' | 'or') =>
	inWords(
		words.map((word) => `“${word}”`),
		joint,
	);

const COMPARED: Partial<Record<Comparison['compare'], string>> = { above: 'more than', below: 'less than' };

function comparisonInWords({ compare, than, to }: Comparison): string {
	return compare === 'between'
		? `between ${than} and ${to ?? than}`
		: `${COMPARED[compare] ?? compare} ${than}`;
}

function minutesInWords(minutes: number): string {
	if (minutes === 0) return 'the last reading';
	for (const [unit, length] of [
		['day', 1440],
		['hour', 60],
	] as const)
		if (minutes % length === 0)
			return minutes === length ? `1 ${unit} ago` : `${minutes / length} ${unit}s ago`;
	return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
}

function rangeInWords({ from, to }: MailDate): string {
	const [first, last] = [from && dayPointInWords(from), to && dayPointInWords(to)];
	if (first === last && first !== null) return first;
	if (first === null) return last === null ? 'any day' : `${last} or earlier`;
	return last === null ? `${first} or later` : `from ${first} to ${last}`;
}

function dayPointInWords(point: DayPoint): string {
	if ('date' in point) return dayInWords(new Date(`${point.date}T00:00:00Z`), new Date());
	const { ahead } = point;
	if (ahead === 0) return 'today';
	if (Math.abs(ahead) === 1) return ahead > 0 ? 'tomorrow' : 'yesterday';
	return ahead > 0 ? `${ahead} days from now` : `${-ahead} days ago`;
}
