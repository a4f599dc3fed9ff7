import { lookUp } from './lexicon.ts';
import { readQuantity } from './quantity.ts';
import { tokenise } from './words.ts';

/** What a sentence of a prompt wants: that something be judged, or that something be told. */
export type Clause =
	| { wants: 'judgement'; words: string[]; head: string[]; denied: boolean; cued: boolean }
	| { wants: 'account'; words: string[] };

const set = (words: string) => new Set(words.trim().split(/\s+/));

/** What introduces a condition. */
const CUES = set('if when whenever whether once unless');
/** What a customer tells the automation to do. Behind a condition they begin what is to be done about it. */
const DEEDS = set(`
	email mail send notify alert tell inform warn text ping message call let report write describe list summarise summarize
	say give save store keep reply respond answer forward add include log record ignore skip disregard stay provide mention explain create
	generate post trigger attach return put extract quote draft compose note confirm acknowledge remind mark tag label thank`);
/** What tells it to stay quiet. */
const QUIET = set('ignore skip disregard');
/** What asks for an account rather than a judgement. */
const ACCOUNTS = set(`
	describe list count summarise summarize explain report what who which how where why say give write provide name
	identify analyse analyze extract quote transcribe read translate description summary overview inventory`);
/** What begins a sentence that only says where to look. */
const OPENINGS = set(`
	please alert notify email mail warn inform text ping message call tell watch look check monitor keep let me us know
	see detect find spot about of for out eye an on to any time there that at into through send a in case every as soon
	we want i would like need should be only verify confirm determine decide judge ask`);

/** The clauses of a prompt, one for each sentence that wants something. */
export function readClauses(prompt: string): Clause[] {
	return sentences(tokenise(prompt)).flatMap((words) => readSentence(words) ?? []);
}

function sentences(words: string[]): string[][] {
	const found: string[][] = [[]];
	for (const word of words) {
		if (/^[.!?;\n]$/.test(word)) found.push([]);
		else found.at(-1)?.push(word);
	}
	return found.filter((sentence) => sentence.length > 0);
}

function readSentence(words: string[]): Clause | null {
	const cue = words.findIndex((_, at) => isCue(words, at));
	if (cue >= 0) {
		const head = words.slice(0, cue);
		const { condition, quiet } = untilDeed(words.slice(cue + cueLength(words, cue)));
		const denied = (isDenied(head) || quiet) !== (words[cue] === 'unless');
		return { wants: 'judgement', words: condition, head, denied, cued: true };
	}
	const begin = words.findIndex((word, at) => !OPENINGS.has(word) || readQuantity(words, at));
	const first = words[begin];
	if (first === undefined) return null;
	if (ACCOUNTS.has(first)) return { wants: 'account', words: words.slice(begin) };
	if (QUIET.has(first)) return null;
	const { condition } = untilDeed(words.slice(begin));
	return { wants: 'judgement', words: condition, head: [], denied: false, cued: false };
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
	return from < 0 ? [] : words.slice(from, from + 3);
};

const isDeed = ([first = '', second = '', third = '']: string[]) =>
	DEEDS.has(first) || (first === 'do' && (second === 'nothing' || (second === 'not' && DEEDS.has(third))));
