import { CONDITION_DEPTH_MAX, type Condition, canDecide } from '@watchword/contract/condition';
import { condition } from '@watchword/contract/condition-schema';

/** What was stored or read, as this version knows it. Parts that it does not know, as of a later version, are beyond it. */
export function knownCondition(stored: unknown, prompt: string): Condition | null {
	if (stored === null || stored === undefined) return null;
	const known = condition.safeParse(stored);
	if (known.success) return known.data;
	const partly = condition.safeParse(withKnownParts(stored, CONDITION_DEPTH_MAX));
	return partly.success ? partly.data : beyond(prompt);
}

/** The whole prompt, if nothing of it can be read. */
const beyond = (prompt: string): Condition => ({
	is: 'beyond',
	words: shortened(prompt) || 'an empty prompt',
});

const BEYOND_MAX = 3000;
const shortened = (words: string) => words.trim().slice(0, BEYOND_MAX).toWellFormed();

function withKnownParts(stored: unknown, depth: number): unknown {
	const { is, of } = Object(stored) as { is?: unknown; of?: unknown };
	if ((is === 'all' || is === 'any') && Array.isArray(of) && depth > 0)
		return { ...(stored as object), of: of.map((one) => withKnownParts(one, depth - 1)) };
	return condition.safeParse(stored).success ? stored : beyond(textsIn(stored).join(' ') || 'something');
}

/** What is said in a part, such as the names of its kinds. */
function textsIn(part: unknown): string[] {
	if (typeof part === 'string') return [part];
	if (typeof part !== 'object' || part === null) return [];
	return Object.entries(part).flatMap(([name, value]) => (name === 'is' ? [] : textsIn(value)));
}

/** Whether the built-in model would never find a verdict. */
export const isUndecidable = (condition: Condition | null) => condition !== null && !canDecide(condition);
