import { counted, inWords, type Meaning } from './lexicon.ts';
import { type Sighting, touch } from './sighting.ts';

/** A condition on what is seen. */
export type Condition =
	| { op: 'count'; what: Meaning; least: number; most: number }
	/** Something of the first kind meets something of the second in the picture. */
	| { op: 'touch'; what: Meaning; where: Meaning }
	/** Beyond the detector, in the customer's words. */
	| { op: 'unknown'; words: string[] }
	| { op: 'not'; part: Condition }
	| { op: 'and' | 'or'; parts: Condition[] };

/** Joins conditions into one, without needless nesting. */
export function flat(op: 'and' | 'or', parts: Condition[]): Condition {
	const [only] = parts;
	if (only && parts.length === 1) return only;
	return { op, parts: parts.flatMap((part) => (part.op === op ? part.parts : [part])) };
}

/** All of them; null where there is none. */
export function all(parts: Condition[]): Condition | null {
	return parts.length > 0 ? flat('and', parts) : null;
}

/** Its opposite; what is denied twice holds. */
export function negate(part: Condition): Condition {
	return part.op === 'not' ? part.part : { op: 'not', part };
}

/** True, false, or null where what is not known could decide either way. */
export function evaluate(condition: Condition, seen: readonly Sighting[]): boolean | null {
	switch (condition.op) {
		case 'count': {
			const count = of(condition.what, seen).length;
			return count >= condition.least && count <= condition.most;
		}
		case 'touch': {
			const places = of(condition.where, seen);
			return of(condition.what, seen).some((one) =>
				places.some((place) => place !== one && touch(one.box, place.box)),
			);
		}
		case 'unknown':
			return null;
		case 'not': {
			const held = evaluate(condition.part, seen);
			return held === null ? null : !held;
		}
		default: {
			// One false part decides an "and", one true part an "or", whatever the unknown ones would say.
			const deciding = condition.op === 'or';
			const held = condition.parts.map((part) => evaluate(part, seen));
			if (held.includes(deciding)) return deciding;
			return held.includes(null) ? null : !deciding;
		}
	}
}

const of = ({ kinds }: Meaning, seen: readonly Sighting[]) =>
	seen.filter(({ object }) => kinds.includes(object));

/** The words beyond the detector, each once. */
export function unknownWords(condition: Condition): string[] {
	switch (condition.op) {
		case 'unknown':
			return [...new Set(condition.words)];
		case 'not':
			return unknownWords(condition.part);
		case 'and':
		case 'or':
			return [...new Set(condition.parts.flatMap(unknownWords))];
		default:
			return [];
	}
}

/** The condition as it was understood, for the customer to compare with what was meant. */
export function inPlainWords(condition: Condition): string {
	switch (condition.op) {
		case 'count':
			return amount(condition);
		case 'touch':
			return `${one(condition.what.label)} that meets ${one(condition.where.label)}`;
		case 'unknown':
			return condition.words.map((word) => `“${word}”`).join(' ');
		case 'not': {
			const { part } = condition;
			if (part.op === 'count' && part.least === 1 && part.most === Number.POSITIVE_INFINITY) {
				return `no ${part.what.label}`;
			}
			return `not ${inside(part)}`;
		}
		default:
			return inWords(
				condition.parts.map((part) => inside(part)),
				condition.op,
			);
	}
}

const inside = (part: Condition) =>
	part.op === 'and' || part.op === 'or' ? `(${inPlainWords(part)})` : inPlainWords(part);

function amount({ what: { label }, least, most }: { what: Meaning; least: number; most: number }): string {
	if (most === 0) return `no ${label}`;
	if (least === most) return `exactly ${counted(least, label)}`;
	if (most !== Number.POSITIVE_INFINITY) {
		return least > 0 ? `${least} to ${counted(most, label)}` : `at most ${counted(most, label)}`;
	}
	return least === 1 ? one(label) : `at least ${counted(least, label)}`;
}

const one = (label: string) => {
	if (/^(some|any)thing$/.test(label) || ['skis', 'scissors'].includes(label)) return label;
	return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;
};
