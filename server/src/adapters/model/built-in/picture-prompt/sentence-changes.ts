/** Puts a sentence into a plainer form: without what decides nothing, and with its parts in the usual order. */
import { isInstruction, requestAt } from '../stance.ts';
import { numberIn } from '../words.ts';
import { BREAKS, deedAfter, isDeed } from './deeds.ts';
import { readHours } from './hours.ts';
import { lookUp } from './lexicon.ts';
import { classOf } from './vocabulary.ts';

/** "If possible", "if you can": no condition on what is seen. */
function withoutStockPhrases(words: string[]): string[] {
	return words.filter((word, at) => {
		const isIn = (start: number) => {
			const [cue = '', next = '', last = '', end = ''] = words.slice(start, start + 4);
			if (!/^(?:if|when|where)$/.test(cue)) return 0;
			if (`${next} ${last} ${end}` === 'it is possible') return 4;
			if (/^(?:possible|needed|necessary|applicable|relevant|so)$/.test(next)) return 2;
			return next === 'you' && /^(?:can|like|want|wish)$/.test(last) ? 3 : 0;
		};
		return word === '' || ![0, 1, 2, 3].some((back) => at >= back && isIn(at - back) > back);
	});
}

/** "It would be great if you could tell me ...": the request begins behind that. */
function withoutPoliteness(words: string[]): string[] {
	const at = words.findIndex(
		(word, index) =>
			word === 'if' &&
			words[index + 1] === 'you' &&
			/^(?:could|can|would|will|might)$/.test(words[index + 2] ?? '') &&
			isDeed(deedAfter(words, index + 2)),
	);
	return at < 0 || words.slice(0, at).includes('not') ? words : words.slice(at + 3);
}

/** "..., even at night": hours that come on top limit nothing. "On weekdays, and also on Sundays" names when. */
function withoutWidening(words: string[]): string[] {
	const at = words.findIndex(
		(word, index) => /^(?:even|also|including)$/.test(word) && readHours(words, index + 1),
	);
	if (at < 0) return words;
	const rest = words.slice(at + 1 + (readHours(words, at + 1)?.length ?? 0));
	const before = words.slice(0, words[at - 1] === ',' ? at - 1 : at);
	const others = [...before, ...(before.length === 0 && rest[0] === ',' ? rest.slice(1) : rest)];
	const isOnTop = others.length > 0 && !others.some((_, index) => readHours(others, index));
	return isOnTop ? others : words;
}

/** "... so I can get the dog in", "as we have birds": why the customer asks is no condition. */
function withoutReason(words: string[]): string[] {
	const from = words.findIndex((word, at) => isReason(word, words[at + 1] ?? '', words[at - 1]));
	if (from < 0) return words;
	const length = words
		.slice(from)
		.findIndex(
			(word, at) =>
				at > 0 &&
				(/^(?:but|unless|except)$/.test(word) ||
					(word === ',' && (from === 0 || isDeed(deedAfter(words, from + at))))),
		);
	const before = words.slice(0, from);
	const after = length < 0 ? [] : words.slice(from + length);
	return from === 0 ? after.slice(1) : [...before, ...after];
}

function isReason(word: string, next: string, before: string | undefined): boolean {
	if (word === 'because') return true;
	if (word === 'so' && next === 'that') return true;
	if (word === 'in' && next === 'order') return true;
	return (
		/^(?:so|as|since)$/.test(word) && before !== 'soon' && /^(?:i|we|you|he|she|they|my|our)$/.test(next)
	);
}

const TITLE = /^(?:alert|alerts|alarm|warning|notifications?|reminder|trigger)$/;

/** "Intruder alert: somebody is in the yard": the words before the colon are a title. */
function withoutHeading(words: string[]): string[] {
	const colon = words.indexOf(':');
	if (colon > 0 && colon <= 4 && TITLE.test(words[colon - 1] ?? '')) return words.slice(colon + 1);
	// "Warehouse: any person", "gate 3: a truck": the place is the whole picture.
	const from = words.findIndex((word) => !/^(?:in|on|at|by|near|the|my|our)$/.test(word));
	const place = colon > from ? classOf(words.slice(0, colon), from) : null;
	const named = words.slice(from + (place?.length ?? 0), Math.max(0, colon));
	if (place?.is === 'place' && named.every((word) => numberIn(word) !== null)) return words.slice(colon + 1);
	// "Intruder alert!": all that is said is what to look for.
	const last = words.length - 1;
	return TITLE.test(words[last] ?? '') && last > 0 && lookUp(words, 0)?.length === last
		? words.slice(0, -1)
		: words;
}

/** "Unless there is a car, tell me about people": what to look for comes after the exception. */
function exceptionLast(words: string[]): string[] {
	const comma = words.indexOf(',');
	const rest = words.slice(comma + 1);
	const unless = words.indexOf('unless');
	const before = words.slice(0, unless);
	const isFirst =
		unless === 0 || (unless === 1 && !lookUp(words, 0) && !classOf(words, 0) && !isInstruction(before));
	const isTurned = isFirst && comma > unless + 1 && rest.some((_, at) => lookUp(rest, at));
	return isTurned ? [...before, ...rest, ...words.slice(unless, comma)] : words;
}

/** "..., ignore it otherwise": the same as "otherwise ignore it". */
function otherwiseFirst(words: string[]): string[] {
	if (words.at(-1) !== 'otherwise') return words;
	const joint = words.findLastIndex((word) => BREAKS.includes(word));
	return joint < 0
		? ['otherwise', ...words.slice(0, -1)]
		: [...words.slice(0, joint), 'otherwise', ...words.slice(joint + 1, -1)];
}

/** "Tell me about people, but not about cars": the same as "ignore cars". */
function ignoresRest(words: string[]): string[] {
	const request = requestAt(words);
	const about = words[(request?.at ?? 0) - 1];
	const not = words.findIndex(
		(word, at) => word === 'not' && words[at + 1] === about && BREAKS.includes(words[at - 1] ?? ''),
	);
	return request && not > request.at ? [...words.slice(0, not), 'ignore', ...words.slice(not + 2)] : words;
}

/** The sentence in a plainer form. */
export const inPlainForm = (words: string[]): string[] =>
	[
		withoutPoliteness,
		withoutStockPhrases,
		withoutWidening,
		withoutReason,
		withoutHeading,
		exceptionLast,
		otherwiseFirst,
		ignoresRest,
	].reduce((some, change) => change(some), words);
