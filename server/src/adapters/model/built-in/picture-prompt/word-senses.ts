/** What a word means by the words beside it: "the car is gone", "any cake left". */
import { numberIn } from '../words.ts';
import { COMING_AND_GOING, lookUp, type Meaning } from './lexicon.ts';
import { rangeAt, type readBound } from './quantity.ts';

/** "In the hall from 8 to 10": two numbers that count nothing may be hours. */
export function isLooseRange(words: readonly string[], at: number): boolean {
	const range = rangeAt(words, at);
	if (!range || at === 0 || /^(?:is|are|was|were|be|of|number|count|total)$/.test(words[at - 1] ?? ''))
		return false;
	const after = words.slice(at + range.length, at + range.length + 3);
	return !after.some((_, index) => lookUp(after, index));
}

/**
 * "The car is gone", "the dog has gone"; but who "has gone into the garage" or "drives away" is not simply missing. One picture
 * cannot show movement.
 */
export function isAbsent(words: readonly string[], at: number): boolean {
	const [word = '', next = ''] = words.slice(at, at + 2);
	if (word !== 'gone' && word !== 'away') return true;
	if (GOES.test(next) || (word === 'away' && next === 'from')) return false;
	const before = words[at - 1] ?? '';
	return LINKS.test(before) || (at > 0 && endsThing(words, at));
}

const GOES =
	/^(?:in|into|inside|to|through|under|underneath|past|by|over|behind|outside|out|off|up|down|home|upstairs|downstairs|with|on|onto|around|across|along|wild|mad)$/;
export const LINKS =
	/^(?:is|are|was|were|be|been|being|has|have|had|not|all|now|still|already|gone|suddenly)$/;
/** What is named by the words that end before `at`. */
export function thingBefore(words: readonly string[], at: number): Meaning | null {
	for (const length of [3, 2, 1]) {
		const found = at < length ? null : lookUp(words.slice(at - length, at), 0);
		if (found?.length === length) return found.meaning;
	}
	return null;
}
export const endsThing = (words: readonly string[], at: number) => thingBefore(words, at) !== null;

/** "Any cake left?", "a suitcase left in the lobby". People, animals and vehicles leave by themselves. */
export function isLeftOver(words: readonly string[], at: number): boolean {
	const what = thingBefore(words, at);
	const comes = what?.kinds.some((kind) => COMING_AND_GOING.includes(kind));
	return what !== null && !comes && /^(?:|,|in|inside|outside|here|there|over)$/.test(words[at + 1] ?? '');
}

/** "One person only", "two dogs only". */
export function onlyAt(words: readonly string[], at: number): ReturnType<typeof readBound> {
	const isLast = words[at] === 'only' && /^,?$/.test(words[at + 1] ?? '');
	const what = isLast ? words.slice(Math.max(0, at - 3), at) : [];
	return what.some((word) => numberIn(word) !== null) && endsThing(words, at)
		? { bound: 'exact', length: 1 }
		: null;
}
