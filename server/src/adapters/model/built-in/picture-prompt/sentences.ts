/** Divides a prompt into sentences, each of which asks for one thing. */

import { CUES, DEEDS, isInstruction, isQuietDeed, NOTICES, QUIET, requestAt } from '../stance.ts';
import { numberIn, tokenise } from '../words.ts';
import { readHours } from './hours.ts';
import { lookUp } from './lexicon.ts';
import { classOf, type WordClass } from './vocabulary.ts';

/** What introduces a condition. */
const JOINTS = [',', 'and', 'but', ':', 'or'];

/** Words like "and please also" before a verb. */
const MOST_FILLERS = 8;

export interface Sentence {
	words: string[];
	/** It was divided from the words before it: "... and warn me if a bear is there". */
	isPart: boolean;
	/** It asks whether something is so: "Is the oven on?" */
	isQuestion: boolean;
}

export function readSentences(prompt: string): Sentence[] {
	return divided(tokenise(prompt)).flatMap(({ words, isQuestion }) => {
		const changes = [
			withoutPoliteness,
			withoutStockPhrases,
			withoutWidening,
			withoutReason,
			withoutHeading,
			exceptionLast,
			otherwiseFirst,
			ignoresRest,
		];
		const changed = changes.reduce((some, change) => change(some), words);
		if (changed.length === 0) return [];
		return apart(changed).map((part, index) => ({ words: part, isPart: index > 0, isQuestion }));
	});
}

/** "Can you help me?", "what is there?" do not ask whether something is so. */
const ASKS_OTHERWISE =
	/^(?:can|could|would|will|how|what|who|whose|where|why|when|which|please|hi|hello|hey|ok|okay|right)$/;

/** A full stop behind these ends no sentence. */
const ABBREVIATIONS = new Set([
	'max',
	'min',
	'approx',
	'excl',
	'incl',
	'no',
	'nr',
	'e',
	'g',
	'i',
	'vs',
	'etc',
]);

function divided(words: string[]): { words: string[]; isQuestion: boolean }[] {
	const found: { words: string[]; isQuestion: boolean }[] = [{ words: [], isQuestion: false }];
	for (const [at, word] of words.entries()) {
		const isShort = word === '.' && ABBREVIATIONS.has(words[at - 1] ?? '') && at + 1 < words.length;
		if (isShort && words[at - 1] === 'no') found.at(-1)?.words.splice(-1, 1, 'number');
		if (isShort) continue;
		const last = found.at(-1);
		if (!/^[.!?;\n]$/.test(word)) last?.words.push(word);
		else {
			if (last && word === '?') last.isQuestion = !ASKS_OTHERWISE.test(last.words[0] ?? '');
			found.push({ words: [], isQuestion: false });
		}
	}
	return found.filter(({ words }) => words.length > 0);
}

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
	const isTurned = words[0] === 'unless' && comma > 1 && rest.some((_, at) => lookUp(rest, at));
	return isTurned ? [...rest, 'unless', ...words.slice(1, comma)] : words;
}

/** "..., ignore it otherwise": the same as "otherwise ignore it". */
function otherwiseFirst(words: string[]): string[] {
	if (words.at(-1) !== 'otherwise') return words;
	const joint = words.findLastIndex((word) => JOINTS.includes(word));
	return joint < 0
		? ['otherwise', ...words.slice(0, -1)]
		: [...words.slice(0, joint), 'otherwise', ...words.slice(joint + 1, -1)];
}

/** "Tell me about people, but not about cars": the same as "ignore cars". */
function ignoresRest(words: string[]): string[] {
	const request = requestAt(words);
	const about = words[(request?.at ?? 0) - 1];
	const not = words.findIndex(
		(word, at) => word === 'not' && words[at + 1] === about && JOINTS.includes(words[at - 1] ?? ''),
	);
	return request && not > request.at ? [...words.slice(0, not), 'ignore', ...words.slice(not + 2)] : words;
}

/** "Ignore cats, alert for people", "tell me if a dog is there and warn me if a bear is there": two sentences in one. */
function apart(words: string[]): string[][] {
	const marks = marksOf(words);
	const at = words.findIndex(
		(word, index) =>
			index > 0 && (word === 'otherwise' || (JOINTS.includes(word) && divides(words, index, marks))),
	);
	if (at < 0) return [words];
	const rest =
		words[at] === 'otherwise'
			? words.slice(at)
			: words
					.slice(at + 1)
					.filter((word, index) => index > 1 || !['and', 'but', ',', 'please'].includes(word));
	return [words.slice(0, at), ...apart(rest)];
}

interface Marks {
	/** The first and the last word that introduces a condition; -1 without one. */
	cue: number;
	lastCue: number;
	/** Where the first condition ends because a deed follows; -1 if none does. */
	deed: number;
	/** The words before the first condition ask for something. */
	asks: boolean;
}

function marksOf(words: string[]): Marks {
	const cue = words.findIndex((_, at) => isCue(words, at));
	const deed = cue < 0 ? -1 : deedIn(words.slice(cue + 1));
	return {
		cue,
		lastCue: words.findLastIndex((_, at) => cueLength(words, at) > 0),
		deed: deed < 0 ? -1 : cue + 1 + deed,
		asks: words.slice(0, Math.max(0, cue)).some((word) => DEEDS.has(word) || NOTICES.has(word)),
	};
}

function divides(words: string[], joint: number, marks: Marks): boolean {
	const deed = deedAfter(words, joint);
	if (words[joint] !== 'or' && (isQuiet(deed) || (isQuiet(words.slice(0, 6)) && isDeed(deed)))) return true;
	// "Don't tell me about the cat, only people".
	if (isQuiet(words.slice(0, 6)) && /^(?:only|just)$/.test(words[joint + 1] ?? '')) return true;
	// "Ignore people, I only care about cars".
	if (
		isQuiet(words.slice(0, 6)) &&
		/^(?:i|we)$/.test(words[joint + 1] ?? '') &&
		requestAt(words.slice(joint))
	)
		return true;
	// "Watch the car and tell me about people".
	const asked = marks.cue < 0 && isDeed(deed) ? requestAt(deed) : null;
	if (asked && !asked.watch && names(deed.slice(asked.at)) && names(words.slice(0, joint))) return true;
	if (marks.lastCue < joint) return false;
	let next = joint + 1;
	while (next <= joint + MOST_FILLERS && /^(?:and|,|but|or|also|too|please)$/.test(words[next] ?? '')) next++;
	const hasCue = marks.cue >= 0 && marks.cue < joint;
	const hasDeed = marks.deed >= 0 && marks.deed < joint;
	// "... and also if a car is there"; "if a person is there tell me, and if a dog is there tell me too".
	if (hasCue && cueLength(words, next) > 0 && words[next] !== 'unless')
		return words.slice(joint, next).includes('also') || hasDeed;
	if (!isDeed(deed)) return false;
	// "If A, email me if B" is one condition.
	if (hasCue) return hasDeed || marks.asks;
	// "Count the cars and email me if there are more than 3" asks for one thing.
	const before = words.slice(0, joint);
	const request = requestAt(before);
	return request !== null && !request.watch && before.some((_, at) => at >= request.at && lookUp(before, at));
}

const names = (words: readonly string[]) => words.some((_, at) => lookUp(words, at));

/** "Ignore cats", "don't alert me for cats"; but "ignore it" refers to the sentence before. */
export function isQuiet([first = '', second = '', third = '', ...rest]: string[]): boolean {
	if (QUIET.has(first)) return second !== '' && !/^(?:it|this|that|them|if|when)$/.test(second);
	return (
		first === 'do' &&
		second === 'not' &&
		DEEDS.has(third) &&
		rest.some((word) => /^(?:for|about|of|on|at)$/.test(word)) &&
		!rest.some((word) => CUES.has(word))
	);
}

export function isCue(words: readonly string[], at: number): boolean {
	// "A dog unless there is a person", "the gate is open unless": there, the condition began before.
	if (words[at] === 'unless') return !beginsCondition(words.slice(0, at));
	return cueLength(words, at) > 0;
}

/** Whether words name what to look for, and not only what to do about it or when. */
function beginsCondition(words: readonly string[]): boolean {
	if (words.some((_, at) => lookUp(words, at))) return true;
	if (isInstruction(words)) return false;
	for (let at = 0; at < words.length; ) {
		const hours = readHours(words, at);
		const known = hours ? null : classOf(words, at);
		const isSaid = known ? SAYS.has(known.is) : !hours && !JOINTS.includes(words[at] ?? '');
		if (isSaid) return true;
		at += hours?.length ?? known?.length ?? 1;
	}
	return false;
}

const SAYS = new Set<WordClass>(['empty', 'gone', 'state', 'change', 'on', 'spot']);

export function cueLength(words: readonly string[], at: number): number {
	const [first = '', second = '', third = ''] = words.slice(at, at + 3);
	if (first === 'as' && second === 'soon' && third === 'as') return 3;
	// "Any time except at night" says when, not what.
	if (['every', 'each', 'any'].includes(first) && second === 'time')
		return /^(?:except|but|outside|,|between|after|before)$/.test(third) ? 0 : 2;
	return CUES.has(first) ? 1 : 0;
}

/** Where a condition ends because the customer says what to do about it: ", send me ...", "and describe ...", "then ...". */
export function deedIn(words: readonly string[]): number {
	return words.findIndex((word, at) => {
		if (word === 'then' || word === 'otherwise') return at > 0;
		// "... please email me": no comma is needed before that.
		if (
			at > 0 &&
			!/^(?:not|never)$/.test(words[at - 1] ?? '') &&
			DEEDS.has(word) &&
			(word === 'send' ? /^(?:me|us|an?|mail|email|messages?|alerts?)$/ : /^(?:me|us)$/).test(
				words[at + 1] ?? '',
			)
		)
			return true;
		return JOINTS.includes(word) && word !== 'or' && isDeed(deedAfter(words, at));
	});
}

/** The words behind a joint that may say what to do. */
export function deedAfter(words: readonly string[], at: number): string[] {
	let from = at + 1;
	while (
		from <= at + MOST_FILLERS &&
		(/^(?:and|please|kindly|pls|plz|then|also|,|just|but)$/.test(words[from] ?? '') ||
			(words[from] === 'do' && !/^(?:not|nothing)$/.test(words[from + 1] ?? '')))
	)
		from++;
	return words.slice(from, from + 6);
}

export const isDeed = (words: readonly string[]) => {
	const [first = '', second = '', third = ''] = words;
	if (first === 'do')
		return second === 'nothing' || (second === 'not' && (DEEDS.has(third) || VERBS.test(third)));
	return DEEDS.has(first) || isQuietDeed(words);
};

const VERBS = /^(?:disturb|bother|contact|annoy|interrupt)$/;
