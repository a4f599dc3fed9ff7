/** Divides a prompt into sentences, each of which asks for one thing. */

import { CUES, DEEDS, isInstruction, NOTICES, QUIET, requestAt } from '../stance.ts';
import { tokenise } from '../words.ts';
import { BREAKS, deedAfter, deedIn, isDeed, MOST_FILLERS } from './deeds.ts';
import { readHours } from './hours.ts';
import { lookUp } from './lexicon.ts';
import { inPlainForm } from './sentence-changes.ts';
import { classOf, type WordClass } from './vocabulary.ts';

export interface Sentence {
	words: string[];
	/** It was divided from the words before it: "... and warn me if a bear is there". */
	isPart: boolean;
	/** It asks whether something is so: "Is the oven on?" */
	isQuestion: boolean;
}

export function readSentences(prompt: string): Sentence[] {
	return divided(tokenise(prompt)).flatMap(({ words, isQuestion }) => {
		const changed = inPlainForm(words);
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
	const joined: typeof found = [];
	for (const sentence of found) {
		const last = joined.at(-1);
		if (last && isException(sentence.words)) last.words.push(...sentence.words);
		else if (sentence.words.length > 0) joined.push(sentence);
	}
	return joined;
}

/** "Tell me about cars. Unless it is a truck." */
const isException = (words: string[]) => words[0] === 'unless' && !isInstruction(words);

/** "Ignore cats, alert for people", "tell me if a dog is there and warn me if a bear is there": two sentences in one. */
function apart(words: string[]): string[][] {
	const marks = marksOf(words);
	const at = words.findIndex(
		(word, index) =>
			index > 0 && (word === 'otherwise' || (BREAKS.includes(word) && divides(words, index, marks))),
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
		const isSaid = known ? SAYS.has(known.is) : !hours && !BREAKS.includes(words[at] ?? '');
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
