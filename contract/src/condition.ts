/** What an automation watches for. The prompt fills it in, the customer may change it, and it decides. */
import type { DayRule } from './day-rule.ts';

/** Parts that are joined. With `not`, the opposite of them together. */
export interface Group {
	is: 'all' | 'any';
	not?: boolean;
	of: Condition[];
}

/** Where something must be: a zone of the device, a part of every picture, or what the camera looks at in the customer's words. */
export type Place =
	| { zone: string; side: 'in' | 'near' | 'outside' }
	| { part: PicturePart }
	| { view: string };

export const PICTURE_PARTS = [
	'left',
	'right',
	'top',
	'bottom',
	'top left',
	'top right',
	'bottom left',
	'bottom right',
	'middle',
	'foreground',
	'background',
] as const;
export type PicturePart = (typeof PICTURE_PARTS)[number];

/** So many of some kinds are in the picture. Nobody is at most 0 of "person". */
export interface Seen {
	is: 'seen';
	not?: boolean;
	/** Kinds of `KNOWN_OBJECTS`, and the groups of `KIND_GROUPS`. Each counts. */
	kinds: string[];
	least: number;
	/** Null for any number. */
	most: number | null;
	where?: Place;
	/** `with` is something that they hold or carry. */
	beside?: { how: 'on' | 'with' | 'near'; kinds: string[] };
}

export const DAY_PARTS = ['morning', 'day', 'afternoon', 'evening', 'night'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

/** The picture or the mail is from these hours, on the clock of the account. */
export interface Hours {
	is: 'hours';
	not?: boolean;
	/** HH:MM; an end before the start is on the next day. Null for the whole day. */
	time: DayPart | { from: string; to: string } | null;
	/** Days of the week from Sunday, 0. Empty for every day. */
	days: number[];
}

/** One of these texts can be read in the picture. */
export interface ShownText {
	is: 'text';
	not?: boolean;
	words: string[];
	/** What it is written on, in the customer's word: "sign". A plate is compared without spaces. */
	on: string | null;
	/** Only inside the outlines of these kinds. */
	inside?: string[];
	where?: Place;
}

export const COMPARISONS = ['above', 'at least', 'below', 'at most', 'exactly', 'between'] as const;

export interface Comparison {
	compare: (typeof COMPARISONS)[number];
	than: number;
	/** The greater number of "between". */
	to?: number;
}

/** A number that the picture shows, or how many of some kinds there are, compared. */
export interface ShownNumber extends Comparison {
	is: 'number';
	not?: boolean;
	/** What shows it, in the customer's word: "meter"; or the kinds that are counted. */
	of: string | { kinds: string[] };
	/** The difference from the number that was read so long ago, or last (0); less than it was is below 0. */
	since?: { minutes: number; percent: boolean };
	where?: Place;
}

/** What the customer's examples decide. */
export interface Taught {
	is: 'taught';
	not?: boolean;
	words: string;
}

/** Whose mail it is: addresses, @domains, or a name that the confirmed address must contain. */
export interface SentBy {
	is: 'sender';
	not?: boolean;
	any: string[];
}

export const MAIL_PLACES = ['subject', 'text', 'anywhere'] as const;

/**
 * Words or phrases of a mail. “backup … failed/error” is a report: one of each side, in a sentence that claims it of the first. That a
 * mail has only the first decides nothing.
 */
export interface Says {
	is: 'says';
	not?: boolean;
	words: string[];
	match: 'any' | 'all';
	in: (typeof MAIL_PLACES)[number];
}

/** A number of a mail by its label, compared: the total, the discount. */
export interface MailNumber extends Comparison {
	is: 'value';
	not?: boolean;
	/** Null where the prompt does not say what it is of. */
	label: string | null;
	unit: 'money' | 'percent' | 'number' | 'measure';
	/** EUR, or °C: another one in the mail is not compared. Null for any. */
	of: string | null;
}

/** A calendar day, or a day counted from today. */
export type DayPoint = { date: string } | { ahead: number };

/** A date of a mail by its label lies between two days, both included; null for no end. */
export interface MailDate {
	is: 'date';
	not?: boolean;
	label: string;
	from: DayPoint | null;
	to: DayPoint | null;
}

export const ATTACHMENT_KINDS = [
	'any',
	'pdf',
	'picture',
	'document',
	'spreadsheet',
	'calendar',
	'archive',
] as const;

export interface Attached {
	is: 'attachment';
	not?: boolean;
	kind: (typeof ATTACHMENT_KINDS)[number];
}

export const MAIL_KINDS = [
	'invoice',
	'receipt',
	'delivery',
	'booking',
	'newsletter',
	'automatic reply',
	'bounce',
] as const;

/** A kind of mail that its structure shows. */
export interface MailKind {
	is: 'kind';
	not?: boolean;
	kind: (typeof MAIL_KINDS)[number];
}

/** Days of the calendar, for scheduled times. */
export interface OnDays {
	is: 'days';
	not?: boolean;
	rule: DayRule;
}

/** Every picture, every mail or every time. */
export interface Every {
	is: 'every';
	not?: boolean;
}

/** Words of the prompt that only examples or a language model can decide. */
export interface Beyond {
	is: 'beyond';
	not?: boolean;
	words: string;
}

export type Part =
	| Seen
	| Hours
	| ShownText
	| ShownNumber
	| Taught
	| SentBy
	| Says
	| MailNumber
	| MailDate
	| Attached
	| MailKind
	| OnDays
	| Every
	| Beyond;
export type Condition = Group | Part;

export const CONDITION_PARTS_MAX = 30;
/** Groups in groups: "(a or b) and c". */
export const CONDITION_DEPTH_MAX = 3;
export const CONDITION_WORDS_MAX = 80;
export const CONDITION_LIST_MAX = 20;

export const isGroup = (condition: Condition): condition is Group =>
	condition.is === 'all' || condition.is === 'any';

/** Whether it may be saved: not too many parts, not too many brackets in brackets. */
export const isInBounds = (condition: Condition): boolean =>
	partsOf(condition).length <= CONDITION_PARTS_MAX && depthOf(condition) <= CONDITION_DEPTH_MAX;

const depthOf = (condition: Condition): number =>
	isGroup(condition) ? 1 + Math.max(0, ...condition.of.map(depthOf)) : 0;

/** The parts that a condition is made of, in their order. */
export const partsOf = (condition: Condition): Part[] =>
	isGroup(condition) ? condition.of.flatMap(partsOf) : [condition];

/** The words that only examples or a language model can decide. */
export const beyondIn = (condition: Condition): string[] =>
	partsOf(condition).flatMap((part) => (part.is === 'beyond' ? [part.words] : []));

/** Joins conditions into one, without a group of one or a group of the same kind inside. */
export function joined(is: Group['is'], of: readonly Condition[]): Condition {
	const flat = of.flatMap((one) => (one.is === is && !one.not ? one.of : [one]));
	const [only] = flat;
	return only && flat.length === 1 ? only : { is, of: flat };
}

/** The opposite of a condition; two negations cancel out. */
export function negated<C extends Condition>(condition: C): C {
	const { not, ...rest } = condition;
	return (not ? rest : { ...rest, not: true }) as C;
}

/** True, false, or null if what is not known could decide either way. `judge` answers for one part, without its `not`. */
export function holds(condition: Condition, judge: (part: Part) => boolean | null): boolean | null {
	const plain = isGroup(condition) ? together(condition, judge) : judge(condition);
	return condition.not && plain !== null ? !plain : plain;
}

/** One part that does not hold decides "all", one that holds decides "any", whatever the others are. */
function together({ is, of }: Group, judge: (part: Part) => boolean | null): boolean | null {
	const deciding = is === 'any';
	const held = of.map((one) => holds(one, judge));
	if (held.includes(deciding)) return deciding;
	return held.includes(null) ? null : !deciding;
}

/** Whether some answer to the parts that can be judged would decide it. If not, the answer is always "cannot tell". */
export function canDecide(condition: Condition): boolean {
	const possible = possibleAnswers(condition);
	return possible.has(true) || possible.has(false);
}

/** Whether it can rule anything out: some answer to its parts would make it not hold. */
export const canRuleOut = (condition: Condition) => possibleAnswers(condition).has(false);

function possibleAnswers(condition: Condition): ReadonlySet<boolean | null> {
	if (!isGroup(condition)) {
		if (condition.is === 'beyond') return new Set([null]);
		if (condition.is === 'every') return new Set([!condition.not]);
		return new Set([true, false, null]);
	}
	const deciding = condition.is === 'any';
	const of = condition.of.map(possibleAnswers);
	const found = new Set<boolean | null>();
	if (of.some((one) => one.has(deciding))) found.add(deciding);
	if (of.every((one) => one.has(!deciding))) found.add(!deciding);
	if (of.some((one) => one.has(null))) found.add(null);
	return condition.not ? new Set([...found].map((one) => (one === null ? null : !one))) : found;
}
