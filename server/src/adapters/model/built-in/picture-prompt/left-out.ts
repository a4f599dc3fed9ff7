/** What a prompt leaves out: "ignore cats", "except the gardener", "not dogs". */
import { type Condition, negate } from '../sight/condition.ts';
import { inWords } from './lexicon.ts';

/**
 * The condition without some kinds; without any kind if `kinds` is null. `words` says which of a kind do not count, where
 * outlines cannot tell them apart. The same condition if it asks for none of them.
 */
export function leaveOut(
	condition: Condition,
	kinds: readonly string[] | null,
	words: string | null,
): Condition {
	if (condition.op === 'not') {
		const part = leaveOut(condition.part, kinds, words);
		return part === condition.part ? condition : negate(part);
	}
	if ('parts' in condition) {
		const parts = condition.parts.map((part) => leaveOut(part, kinds, words));
		return parts.every((part, at) => part === condition.parts[at]) ? condition : { ...condition, parts };
	}
	if (condition.op !== 'count' && condition.op !== 'touch') return condition;
	const { what } = condition;
	const left = what.kinds.filter((kind) => kinds?.includes(kind));
	if (kinds && left.length === 0) return condition;
	const rest = what.kinds.filter((kind) => !left.includes(kind));
	if (words) return { ...condition, only: [...(condition.only ?? []), words] };
	if (rest.length === 0) return condition;
	return {
		...condition,
		what: { ...what, kinds: rest, label: `${what.label} other than a ${inWords(left, 'or')}` },
	};
}
