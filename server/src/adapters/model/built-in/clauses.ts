import { readHours } from './hours.ts';
import { lookUp } from './lexicon.ts';
import { readQuantity } from './quantity.ts';
import { tokenise } from './words.ts';

/** What a sentence of a prompt asks for: to judge something, to describe something, or to ignore something. */
export type Clause =
	| { wants: 'judgement'; words: string[]; head: string[]; denied: boolean; unless: boolean; cued: boolean }
	| { wants: 'account'; words: string[] }
	| { wants: 'ignorance'; words: string[] };

const set = (words: string) => new Set(words.trim().split(/\s+/));

/** What introduces a condition. */
const CUES = set('if when whenever whether once unless');
/** Verbs that ask the automation to do something. After a condition, they start the action. */
const DEEDS = set(`
	email mail send notify alert tell inform warn text ping message call let report write describe list summarise summarize
	say give save store keep reply respond answer forward add include log record ignore skip disregard stay provide mention explain create
	generate post trigger attach return put extract quote draft compose note confirm acknowledge remind mark tag label thank`);
/** What tells it to stay quiet. */
const QUIET = set('ignore skip disregard');
/** Words that ask for a description instead of a judgement. */
const ACCOUNTS = set(`
	describe list count summarise summarize explain report what who which how where why say give write provide name
	identify analyse analyze extract quote transcribe read translate recognise recognize description summary overview inventory whose`);
/** What begins a sentence that only says where to look. */
const OPENINGS = set(`
	please alert notify email mail warn inform text ping message call tell watch look check monitor keep let me us know
	see detect find spot about of for out eye an on to any time there that at into through send a in case every as soon
	we want i would like need should be only verify confirm determine decide judge ask`);

/** The clauses of a prompt, one for each sentence that wants something. */
export function readClauses(prompt: string): Clause[] {
	return sentences(tokenise(prompt))
		.flatMap(withoutHeading)
		.map(exceptionLast)
		.flatMap(apart)
		.flatMap((words) => readSentence(words) ?? []);
}

function sentences(words: string[]): string[][] {
	const found: string[][] = [[]];
	for (const word of words) {
		if (/^[.!?;\n]$/.test(word)) found.push([]);
		else found.at(-1)?.push(word);
	}
	return found.filter((sentence) => sentence.length > 0);
}

/** "Intruder alert: somebody is in the yard": the words before the colon are a title. */
function withoutHeading(words: string[]): string[][] {
	const colon = words.indexOf(':');
	const isTitle =
		colon > 0 && colon <= 4 && /^(?:alert|alarm|warning|notification|reminder)$/.test(words[colon - 1] ?? '');
	return [isTitle ? words.slice(colon + 1) : words];
}

/** "Unless there is a car, tell me about people": what to look for comes after the exception. */
function exceptionLast(words: string[]): string[] {
	const comma = words.indexOf(',');
	const rest = words.slice(comma + 1);
	const isTurned = words[0] === 'unless' && comma > 1 && rest.some((_, at) => lookUp(rest, at));
	return isTurned ? [...rest, 'unless', ...words.slice(1, comma)] : words;
}

/** "Ignore cats, alert for people", "a person, but ignore cars": two sentences in one. */
function apart(words: string[]): string[][] {
	const at = words.findIndex((word, index) => {
		if (index === 0 || ![',', 'and', 'but', ':'].includes(word)) return false;
		const deed = deedAfter(words, index);
		return isQuiet(deed) || (isQuiet(words.slice(0, 6)) && isDeed(deed));
	});
	if (at < 0) return [words];
	const rest = words
		.slice(at + 1)
		.filter((word, index) => index > 1 || !['and', 'but', ',', 'please'].includes(word));
	return [words.slice(0, at), ...apart(rest)];
}

/** "Ignore cats", "don't alert me for cats"; but "ignore it" refers to the sentence before. */
function isQuiet([first = '', second = '', third = '', ...rest]: string[]): boolean {
	if (QUIET.has(first)) return second !== '' && !/^(?:it|this|that|them|if|when)$/.test(second);
	return (
		first === 'do' &&
		second === 'not' &&
		DEEDS.has(third) &&
		rest.some((word) => /^(?:for|about|of|on|at)$/.test(word))
	);
}

function readSentence(words: string[]): Clause | null {
	// "When did the bus arrive" is a question, not a condition.
	if (words[0] === 'when' && /^(?:did|does|do|will|was|were|has|have)$/.test(words[1] ?? '')) {
		return { wants: 'account', words };
	}
	const cue = words.findIndex((_, at) => isCue(words, at));
	if (cue >= 0) {
		const head = words.slice(0, cue);
		const { condition, quiet } = untilDeed(words.slice(cue + cueLength(words, cue)));
		const denied = isDenied(head) || quiet;
		return {
			wants: 'judgement',
			words: condition,
			head,
			denied,
			unless: words[cue] === 'unless',
			cued: true,
		};
	}
	if (isQuiet(words.slice(0, 6))) {
		const rest = words.slice(QUIET.has(words[0] ?? '') ? 1 : 3);
		return { wants: 'ignorance', words: rest.filter((word, at) => at > 1 || !OPENINGS.has(word)) };
	}
	if (words.some((word) => QUIET.has(word))) return { wants: 'ignorance', words };
	// "At night, tell me about people": the hours come first, and then what to look for.
	const hours = readHours(words, 0);
	if (hours && words.length > hours.length) {
		const rest = readSentence(words.slice(words[hours.length] === ',' ? hours.length + 1 : hours.length));
		return rest && { ...rest, words: [...words.slice(0, hours.length), ',', ...rest.words] };
	}
	const begin = words.findIndex(
		(_, at) => !isOpening(words, at) || readQuantity(words, at) || readHours(words, at),
	);
	const first = words[begin];
	if (first === undefined) return null;
	if (ACCOUNTS.has(first)) return { wants: 'account', words: words.slice(begin) };
	const from = /^(?:a|an|any|every)$/.test(words[begin - 1] ?? '') ? begin - 1 : begin;
	const { condition } = untilDeed(words.slice(from));
	return { wants: 'judgement', words: condition, head: [], denied: false, unless: false, cued: false };
}

/** "Only alert me about ..."; but "only a cat" and "about 5 people" say how many. */
function isOpening(words: string[], at: number): boolean {
	const [word = '', next = ''] = words.slice(at, at + 2);
	if (word === 'only') return !/^(?:a|an|the|my|our)$/.test(next);
	if (word === 'out' && next === 'of') return false;
	return OPENINGS.has(word) && (word !== 'about' || at > 0);
}

function isCue(words: string[], at: number): boolean {
	// "A dog unless there is a person": there, the condition began before.
	if (words[at] === 'unless') return !words.slice(0, at).some((_, before) => lookUp(words, before));
	return cueLength(words, at) > 0;
}

function cueLength(words: string[], at: number): number {
	const [first = '', second = '', third] = words.slice(at, at + 3);
	if (first === 'as' && second === 'soon' && third === 'as') return 3;
	if (['every', 'each', 'any'].includes(first) && second === 'time') return 2;
	return CUES.has(first) ? 1 : 0;
}

/** "Do not email me if ...", "ignore it if ...": the condition is for staying quiet. */
function isDenied(head: string[]): boolean {
	const not = head.findIndex((word) => word === 'not' || word === 'never' || word === 'nothing');
	if (head.some((word) => QUIET.has(word))) return not < 0;
	if (not < 0 || head.slice(0, not).includes('but')) return false;
	return head[not] === 'nothing'
		? head[not - 1] === 'do'
		: head.slice(not + 1).some((word) => DEEDS.has(word));
}

/** A condition ends where the customer says what to do about it: ", send me ...", "and describe ...", "then ...". */
function untilDeed(words: string[]): { condition: string[]; quiet: boolean } {
	const end = words.findIndex((word, at) => {
		if (word === 'then' || word === 'otherwise') return at > 0;
		// "... please email me": no comma is needed before that.
		if (
			at > 0 &&
			!/^(?:not|never)$/.test(words[at - 1] ?? '') &&
			DEEDS.has(word) &&
			/^(?:me|us)$/.test(words[at + 1] ?? '')
		)
			return true;
		return [',', 'and', 'but', ':'].includes(word) && isDeed(deedAfter(words, at));
	});
	if (end < 0) return { condition: words, quiet: false };
	const [first = '', second = ''] = deedAfter(words, end);
	// "But ignore cars" only says what else does not matter.
	const quiet =
		words[end] !== 'but' && (QUIET.has(first) || (first === 'do' && ['not', 'nothing'].includes(second)));
	return { condition: words.slice(0, end), quiet: quiet && words[end] !== 'otherwise' };
}

const deedAfter = (words: string[], at: number) => {
	const from = words.findIndex(
		(word, index) => index > at && !['and', 'please', 'then', 'also', ','].includes(word),
	);
	return from < 0 ? [] : words.slice(from, from + 6);
};

const isDeed = ([first = '', second = '', third = '']: string[]) =>
	DEEDS.has(first) || (first === 'do' && (second === 'nothing' || (second === 'not' && DEEDS.has(third))));
