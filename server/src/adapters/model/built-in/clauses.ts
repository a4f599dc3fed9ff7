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
	say give save store keep reply respond answer forward add include log record ignore provide mention explain create
	generate post trigger attach return put extract quote draft compose`);
/** What asks for an account rather than a judgement. */
const ACCOUNTS = set(`
	describe list count summarise summarize explain report what who which how where why say give write provide name
	identify analyse analyze extract quote transcribe read translate`);
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
	const cue = words.findIndex((word, at) => CUES.has(word) || isLongCue(words, at));
	if (cue >= 0) {
		const head = words.slice(0, cue);
		const from = isLongCue(words, cue) ? cue + 3 : cue + 1;
		const denied = isDenied(head) !== (words[cue] === 'unless');
		return { wants: 'judgement', words: untilDeed(words.slice(from)), head, denied, cued: true };
	}
	const begin = words.findIndex((word, at) => !OPENINGS.has(word) || readQuantity(words, at));
	const first = words[begin];
	if (first === undefined) return null;
	if (ACCOUNTS.has(first)) return { wants: 'account', words: words.slice(begin) };
	return { wants: 'judgement', words: untilDeed(words.slice(begin)), head: [], denied: false, cued: false };
}

const isLongCue = (words: string[], at: number) =>
	words[at] === 'as' && words[at + 1] === 'soon' && words[at + 2] === 'as';

/** "Do not email me if ...", "ignore it if ...": the condition is for staying quiet. */
function isDenied(head: string[]): boolean {
	const not = head.findIndex((word) => word === 'not' || word === 'never' || word === 'nothing');
	if (head.includes('ignore') || head.includes('skip')) return not < 0;
	if (not < 0 || head.slice(0, not).includes('but')) return false;
	return head[not] === 'nothing'
		? head[not - 1] === 'do'
		: head.slice(not + 1).some((word) => DEEDS.has(word));
}

/** A condition ends where the customer says what to do about it: ", send me ...", "and describe ...", "then ...". */
function untilDeed(words: string[]): string[] {
	const end = words.findIndex((word, at) => {
		if (word === 'then' || word === 'otherwise') return at > 0;
		if (word !== ',' && word !== 'and' && word !== ':') return false;
		const next = words.slice(at + 1).find((later) => !['and', 'please', 'then', 'also', ','].includes(later));
		return next !== undefined && DEEDS.has(next);
	});
	return end < 0 ? words : words.slice(0, end);
}
