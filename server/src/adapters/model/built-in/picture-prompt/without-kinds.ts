import type { Condition } from '../sight/condition.ts';
import { inWords } from './lexicon.ts';

/**
 * The condition without some kinds; without any kind if `kinds` is null. `words` says which of a kind do not count, if the
 * detector cannot tell them apart.
 */
export function withoutKinds(
	condition: Condition,
	kinds: readonly string[] | null,
	words: string | null,
): Condition {
	switch (condition.op) {
		case 'count':
		case 'touch': {
			const { what } = condition;
			if (kinds && !what.kinds.some((kind) => kinds.includes(kind))) return condition;
			const rest = what.kinds.filter((kind) => !kinds?.includes(kind));
			const left = what.kinds.filter((kind) => kinds?.includes(kind));
			const label = `${what.label} other than a ${inWords(left, 'or')}`;
			const others = { ...condition, what: { ...what, kinds: rest, label } };
			if (!words) return rest.length > 0 && rest.length < what.kinds.length ? others : condition;
			const some = { ...condition, only: [...(condition.only ?? []), words] };
			const isOne =
				condition.op === 'count' && condition.least === 1 && condition.most === Number.POSITIVE_INFINITY;
			// "Any vehicle. Ignore parked cars": a truck counts, a car may.
			if (!kinds || rest.length === 0 || !isOne) return some;
			return {
				op: 'or',
				parts: [others, { ...some, what: { ...what, kinds: left, label: inWords(left, 'or') } }],
			};
		}
		case 'not':
			return { op: 'not', part: withoutKinds(condition.part, kinds, words) };
		case 'and':
		case 'or':
			return { ...condition, parts: condition.parts.map((part) => withoutKinds(part, kinds, words)) };
		default:
			return condition;
	}
}
