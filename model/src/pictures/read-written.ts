/** The texts that a prompt looks for: in quotation marks, in capitals, or as plain words behind "says". */
import { saidBy, type Word } from '../reading/words.ts';
import { type Item, is, rolesAt } from './item.ts';
import type { Found } from './read-hours.ts';
import type { Vocabulary } from './vocabulary.ts';

const MAX_TEXTS = 20;
const MAX_WORDS = 8;
/** Words between what says it and the text. */
const MAX_BETWEEN = 6;
/** Words between what is written on and the text. */
const MAX_BEFORE = 20;
/** The last of these before a text decides how it may be written. */
const PASSED = ['be', 'not', 'skip', 'the', 'with', 'about', 'text', 'shows', 'says', 'no', 'a'] as const;

/** The texts that begin at a word, if what stands before it says that something is written. */
export function textsAfter(
	words: readonly Word[],
	at: number,
	before: readonly Item[],
	vocabulary: Vocabulary,
	says: boolean,
): Found<string[]> | null {
	let back = before.length - 1;
	let form: 'plain' | 'marked' | null = null;
	while (
		back >= Math.max(0, before.length - MAX_BETWEEN) &&
		(is(before[back], ...PASSED) || before[back]?.words[0]?.text === ':') &&
		!is(before[back], 'sign', 'plate')
	) {
		if (is(before[back], 'says')) form = 'plain';
		else if (is(before[back], 'shows', 'text')) form ??= 'marked';
		back--;
	}
	const isPlate = is(before[back], 'plate');
	// "The sign CLOSED shows", as German has it.
	const isVerbLast = says && is(before[back], 'sign', 'display');
	if (!form && isVerbLast) form = 'marked';
	if (!form && !isPlate) return null;
	// "Says" needs something that does: "the gate stands open", in German, is the same word.
	const isSpoken = before
		.slice(-MAX_BEFORE)
		.some((one) => is(one, 'sign', 'display', 'meter', 'it', 'plate'));
	if (form === 'plain' && !isSpoken) form = 'marked';
	const texts: string[] = [];
	let end = at;
	for (let from = at; texts.length < MAX_TEXTS; ) {
		const found = textAt(words, from, isPlate ? 'plate' : (form ?? 'marked'), texts.length > 0, vocabulary);
		if (!found) break;
		texts.push(found.value);
		end = from + found.length;
		const joint = words[end]?.text === ',' ? 1 : 0;
		const or = is(rolesAt(words, end + joint, vocabulary), 'or') ? 1 : 0;
		if (joint + or === 0) break;
		from = end + joint + or;
	}
	return texts.length > 0 ? { value: texts, length: end - at } : null;
}

function textAt(
	words: readonly Word[],
	at: number,
	form: 'plain' | 'marked' | 'plate',
	isMore: boolean,
	vocabulary: Vocabulary,
): Found<string> | null {
	const word = words[at];
	if (!word) return null;
	if (word.quoted) return { value: word.said, length: 1 };
	const isEnd = (from: number) =>
		is(
			rolesAt(words, from, vocabulary),
			'and',
			'or',
			'but',
			'if',
			'unless',
			'tell',
			'comma',
			'on',
			'please',
			'otherwise',
		);
	const fits = (one: Word | undefined) =>
		one !== undefined &&
		!one.quoted &&
		(form === 'plain' && !isMore
			? /[\p{L}\p{N}]/u.test(one.text)
			: form === 'plate'
				? /^[\p{L}\p{N}]{1,10}$/u.test(one.text)
				: /^[\p{Lu}\p{N}][\p{Lu}\p{N}.:/%]*$/u.test(one.said));
	// A plate follows behind "is".
	if (form === 'plate' && is(rolesAt(words, at, vocabulary), ...PASSED)) return null;
	if (form === 'plain' && is(rolesAt(words, at, vocabulary), 'a', 'the', 'nobody', 'nothing', 'no', 'not'))
		return null;
	// "Reads more than 6 bar" is a number.
	const compared = vocabulary.compare.at(words, at);
	if (compared && /^\d/.test(words[at + compared.length]?.text ?? '')) return null;
	let end = at;
	while (
		end < words.length &&
		end - at < MAX_WORDS &&
		fits(words[end]) &&
		!(isEnd(end) && !/^\p{Lu}{2,}$/u.test(words[end]?.said ?? ''))
	)
		end++;
	if (end === at) return null;
	while (form === 'plate' && is(rolesAt(words, end - 1, vocabulary), 'be')) end--;
	const value = saidBy(words.slice(at, end));
	if (form === 'plate' && (!/\d/.test(value) || value.replace(/[^\p{L}\p{N}]/gu, '').length > 10))
		return null;
	return { value, length: end - at };
}
