/** Which part of a condition the customer's examples are about. */
import { type Condition, isGroup, joined, negated, partsOf } from '@watchword/contract/condition';

export interface Lesson {
	/** The condition, with a part that the examples decide. */
	condition: Condition;
	/** The words that they are about; null if they are about the condition as a whole. */
	words: string | null;
}

/** The condition with the examples where they belong; null if they could be about several parts of it. */
export function withExamples(condition: Condition): Lesson | null {
	const parts = partsOf(condition);
	const [taught, ...more] = parts.filter((part) => part.is === 'taught');
	if (taught) return more.length === 0 ? { condition, words: taught.words } : null;
	const beyond = parts.filter((part) => part.is === 'beyond');
	if (beyond.length === 0) return { condition, words: null };
	const put = together(condition);
	const [only, ...others] = partsOf(put).filter((part) => part.is === 'taught');
	return only && others.length === 0 ? { condition: put, words: only.words } : null;
}

/** Puts what is beyond the model together, group by group. */
function together(condition: Condition): Condition {
	if (!isGroup(condition)) {
		if (condition.is !== 'beyond') return condition;
		return { ...condition, is: 'taught', words: condition.words.slice(0, 80).trim().toWellFormed() };
	}
	const beyond = condition.of.filter((part) => part.is === 'beyond' && !part.not);
	const rest = condition.of.filter((part) => !beyond.includes(part)).map(together);
	const words = beyond.flatMap((part) => (part.is === 'beyond' ? [part.words] : [])).join(', ');
	const whole = joined(condition.is, [...rest, ...(words ? [together({ is: 'beyond', words })] : [])]);
	return condition.not ? negated(whole) : whole;
}

/** What the taught part must have been if the whole condition held or not; null if that does not follow. */
export function followsFrom(condition: Condition, held: boolean): boolean | null {
	if (condition.not) return followsFrom(negated(condition), !held);
	if (!isGroup(condition)) return condition.is === 'taught' ? held : null;
	// If all of them hold, each does. If not all do, it may be another one.
	if (held !== (condition.is === 'all')) return null;
	return condition.of.map((part) => followsFrom(part, held)).find((one) => one !== null) ?? null;
}

/** The condition without the words that only examples or a language model can decide; null if nothing is left. */
export function withoutBeyond(condition: Condition): Condition | null {
	if (!isGroup(condition)) return condition.is === 'beyond' ? null : condition;
	const of = condition.of.flatMap((part) => withoutBeyond(part) ?? []);
	if (of.length === 0) return null;
	const whole = joined(condition.is, of);
	return condition.not ? negated(whole) : whole;
}
