import {
	type Also,
	alsoAsked,
	DEEDS,
	isQuietDeed,
	onlyDescribes,
	QUIET,
	requestAt,
	type Stance,
	stanceOf,
} from '../stance.ts';
import { numberIn } from '../words.ts';
import { deedAfter, deedIn, isDeed } from './deeds.ts';
import { readHours } from './hours.ts';
import { lookUp } from './lexicon.ts';
import { readQuantity } from './quantity.ts';
import { cueLength, isCue, isQuiet, readSentences } from './sentences.ts';

export interface Judgement {
	wants: 'judgement';
	/** The condition. */
	words: string[];
	/** What stands before it. */
	head: string[];
	also: Also | null;
	stance: Stance;
	unless: boolean;
	/**
	 * How it asks: with an "if", as a request for alerts ("tell me about dogs"), by what to watch for, for something in the mail
	 * ("mention whether a dog is there"), or not at all.
	 */
	asks: 'if' | 'alerts' | 'watch' | 'in the mail' | 'nothing';
	/** What the condition depends on besides, and nobody can judge: "if A, tell me if B". */
	beyond: string[];
	/** "Is the oven on?" asks for a judgement, even if it is not understood. */
	isQuestion?: boolean;
}

/** What a sentence of a prompt asks for: to judge something, to describe something, or to ignore something. */
export type Clause =
	| Judgement
	| { wants: 'account'; words: string[] }
	| { wants: 'ignorance'; words: string[] }
	/** "Otherwise email me": the opposite of the sentence before. */
	| { wants: 'otherwise'; words: string[] };

const set = (words: string) => new Set(words.trim().split(/\s+/));

/** Words that ask for a description instead of a judgement. */
const ACCOUNTS = set(`
	describe list count summarise summarize explain report what who which how where why say give write provide name
	identify analyse analyze extract quote transcribe read translate recognise recognize description summary overview inventory whose`);
/** What begins a sentence that only says where to look. */
const OPENINGS = set(`
	please alert notify email mail warn inform text ping message call tell watch look check monitor keep let me us know
	see detect find spot about of for out eye an on to any time there that at into through send a in case every as soon
	we want i would like need should be only verify confirm determine decide judge ask`);

const REPORTS = /^(?:report|log|record|flag|save|capture)$/;

/** The clauses of a prompt, one for each sentence that wants something. */
export function readClauses(prompt: string): Clause[] {
	return readSentences(prompt).flatMap(({ words, isPart, isQuestion }, index) => {
		const clause = readSentence(words, isPart, index === 0);
		return clause?.wants === 'judgement' ? { ...clause, isQuestion } : (clause ?? []);
	});
}

function readSentence(words: string[], isPart: boolean, isFirst = false): Clause | null {
	// "When did the bus arrive" is a question, not a condition.
	const asksWhen = words[0] === 'when' && /^(?:did|does|do|will|was|were|has|have)$/.test(words[1] ?? '');
	if (asksWhen && deedIn(words) < 0) {
		return { wants: 'account', words };
	}
	if (words[0] === 'otherwise') return readOtherwise(words.slice(words[1] === ',' ? 2 : 1), isPart);
	const cue = words.findIndex((_, at) => isCue(words, at));
	if (cue >= 0) return readCued(words, cue, isPart);
	if (isQuiet(words.slice(0, 6))) {
		const rest = words.slice(QUIET.has(words[0] ?? '') ? 1 : 3);
		return { wants: 'ignorance', words: rest.filter((word, at) => at > 1 || !OPENINGS.has(word)) };
	}
	if (words.some((word) => QUIET.has(word))) return { wants: 'ignorance', words };
	// "At night, tell me about people": the hours come first, and then what to look for.
	const hours = readHours(words, 0);
	if (hours && words.length > hours.length) {
		const rest = readSentence(
			words.slice(words[hours.length] === ',' ? hours.length + 1 : hours.length),
			isPart,
		);
		const own = words.slice(0, hours.length);
		return rest ? { ...rest, words: [...own, ',', ...rest.words] } : { ...judgement, words: own };
	}
	// "Only dogs" says what may be there; behind another sentence, which of it counts: "Tell me about pets. Only dogs."
	const isSole = (at: number) => isFirst && /^(?:only|just)$/.test(words[at] ?? '') && lookUp(words, at + 1);
	const begin = words.findIndex(
		(_, at) => !isOpening(words, at) || readQuantity(words, at) || readHours(words, at) || isSole(at),
	);
	const first = words[begin];
	if (first === undefined) return null;
	// "Report any person" asks for alerts; "report how many people" for an account.
	if (REPORTS.test(first) && isAny(words, begin + 1)) {
		const from = /^(?:all|every)$/.test(words[begin + 1] ?? '') ? begin + 2 : begin + 1;
		return { ...judgement, words: untilDeed(words.slice(from)).condition, asks: 'alerts' };
	}
	if (ACCOUNTS.has(first)) return { wants: 'account', words: words.slice(begin) };
	const request = requestAt(words);
	const own = /^(?:a|an|any|every)$/.test(words[begin - 1] ?? '') ? begin - 1 : begin;
	// "I want alerts for animals".
	const isNamed = request && !words.some((_, at) => at >= own && at < request.at && lookUp(words, at));
	const from = isNamed && !request.watch ? Math.max(own, request.at) : own;
	const { condition, deed } = untilDeed(words.slice(from));
	// "I don't want alerts for cars."
	const stance = request ? stanceOf(words.slice(0, request.at)) : 'act';
	if (stance === 'quiet' || stance === 'indifferent') return { wants: 'ignorance', words: condition };
	// "Any time except at night, tell me about cars".
	const later = condition.some((_, at) => lookUp(condition, at)) ? null : requestAt(deed);
	return {
		...judgement,
		words: asAlternatives(
			later ? [...condition, ',', ...deed.slice(later.at)] : condition,
			request && (words[request.at - 1] ?? ''),
		),
		head: words.slice(0, from),
		stance,
		beyond: [
			...unreadTimes(words.slice(0, from)),
			...(later || onlyDescribes(deed) ? [] : conditionsIn(deed)),
		],
		asks: request === null ? 'nothing' : request.watch ? 'watch' : 'alerts',
	};
}

/** "Tell me about cats and dogs", "about cats and about dogs": either will do. "Only" behind them adds nothing. */
function asAlternatives(said: string[], about: string | null): string[] {
	if (about === null) return said;
	const isRepeated = (at: number) =>
		said[at] === about &&
		/^(?:and|,)$/.test(said[at - 1] ?? '') &&
		[1, 2, 1 + (readQuantity(said, at + 1)?.length ?? 0)].some((length) => lookUp(said, at + length));
	const words = said.flatMap((word, at) =>
		isRepeated(at) ? (lookUp(said, at + 1) ? ['any'] : []) : isRepeated(at + 1) ? ['or'] : [word],
	);
	if (words.some((_, at) => readQuantity(words, at))) return words;
	const list = words.at(-1) === 'only' ? words.slice(0, -1) : words;
	const isMany = (at: number) =>
		lookUp(list, at)?.meaning.plural === true ||
		(lookUp(list, at) === null && /\p{L}{3}s$/u.test(list[at] ?? ''));
	const endsMany = (at: number) =>
		[1, 2, 3].some((length) => lookUp(list, at - length)?.length === length && isMany(at - length));
	return list.map((word, at) => (word === 'and' && endsMany(at) && isMany(at + 1) ? 'or' : word));
}

const isAny = (words: string[], at: number) =>
	/^(?:a|an|any|all|every)$/.test(words[at] ?? '') || lookUp(words, at)?.meaning.plural === true;

const judgement: Judgement = {
	wants: 'judgement',
	words: [],
	head: [],
	also: null,
	stance: 'act',
	unless: false,
	asks: 'nothing',
	beyond: [],
};

/** A sentence with an "if": what stands before it says what to do, and may name what to look for. */
function readCued(words: string[], cue: number, isPart: boolean): Clause {
	const head = words.slice(0, cue);
	const last = head.findLastIndex(
		(word, at) => [',', 'and', 'but', ':'].includes(word) && isDeed(deedAfter(head, at)),
	);
	const own = head.slice(last + 1);
	const also = words[cue] === 'unless' && !requestAt(own) ? null : alsoAsked(own);
	const { condition, deed, isBut } = untilDeed(words.slice(cue + cueLength(words, cue)));
	// "But ignore cars" only says what else does not matter.
	const stance = isQuietDeed(deed) && !isBut ? 'quiet' : stanceOf(also ? own.slice(0, also.at) : own);
	// "Never mind if a cat is there"; but "never mind unless a bear is there" asks to be told.
	const isUnless = words[cue] === 'unless';
	if (stance === 'indifferent' && !isUnless) return { wants: 'ignorance', words: condition };
	// "A dog in the garden when we are away".
	const isOwn = also !== null && /^(?:i|we)$/.test(condition[0] ?? '');
	const { kept, beyond } = isOwn ? { kept: [], beyond: [condition.join(' ')] } : withoutInnerCues(condition);
	const describes = onlyDescribes(own.some((word) => DEEDS.has(word)) ? own : deed);
	const isInMail = describes || IN_THE_MAIL.test(head.join(' ')) || (isPart && words[cue] === 'whether');
	return {
		wants: 'judgement',
		words: kept,
		head,
		// "Once" is about what was before.
		also: also && { ...also, at: last + 1 + also.at, joint: words[cue] === 'once' ? 'unclear' : also.joint },
		stance: stance === 'indifferent' ? 'quiet' : stance,
		unless: isUnless,
		asks: isInMail ? 'in the mail' : 'if',
		beyond: [...beyond, ...unreadTimes(head), ...(describes || deed.length === 0 ? [] : conditionsIn(deed))],
	};
}

const IN_THE_MAIL =
	/^(?:also )?in (?:the|your|that) (?:mail|email|message|subject|alert|notification|text)\b/;

/** "In winter", "during business hours": times that are not understood still limit the condition. */
function unreadTimes(head: string[]): string[] {
	const said: string[] = [];
	for (let at = 0; at < head.length; ) {
		const hours = readHours(head, at);
		const end = head.findIndex((word, later) => later > at && (word === ',' || DEEDS.has(word)));
		const phrase = head.slice(at, end < 0 ? undefined : end);
		const isUnread = !hours && saysWhen(phrase, head.slice(0, at));
		if (isUnread) said.push(phrase.join(' '));
		at += hours?.length ?? (isUnread ? phrase.length : 1);
	}
	return said;
}

/** Whether a phrase begins with words for a time or for circumstances. "From the camera", "outside the house" say where. */
function saysWhen([first = '', second = '', ...rest]: string[], before: string[]): boolean {
	if (TIMES.test(first) || (DATE.test(first) && /^(?:on|the)$/.test(before.at(-1) ?? ''))) return true;
	if (/^(?:after|before|during|until|till|while|starting|throughout)$/.test(first))
		return second !== 'further' && before.at(-1) !== 'look';
	const says = (some: RegExp) => [second, ...rest].some((word) => some.test(word));
	if (first === 'from') return !/^(?:now|you)$/.test(second) && !says(VIEWS);
	// "At 8": of the morning or of the evening.
	if (first === 'at') return [second, ...rest].some((word) => numberIn(word) !== null);
	const isRead = readHours(rest, 0) || readHours([second, ...rest], 0);
	return /^(?:between|outside)$/.test(first) && !isRead && says(WHEN);
}

const TIMES =
	/^(?:winter|summer|spring|autumn|(?:mon|tues|wednes|thurs|fri|satur|sun|week|holi)days?|weekends?|january|february|march|april|june|july|august|september|october|november|december|sunset|sunrise|dusk|dawn|tomorrow)$/;
const DATE = /^\d+(?:st|nd|rd|th)$/;
const WHEN = /^(?:\d.*|hours?|times?|meals?|lessons?|shifts?)$/;
const VIEWS = /^(?:cameras?|pictures?|photos?|images?|video|view|feed|snapshots?|webcam)$/;

/** "Otherwise tell me about dogs" asks for something itself; "otherwise email me" for the opposite of what was before. */
function readOtherwise(words: string[], isPart: boolean): Clause | null {
	if (words.some((_, at) => isCue(words, at)) || requestAt(words)) return readSentence(words, isPart);
	if (isQuietDeed(words)) return null;
	return isDeed(words) || words.some((word) => DEEDS.has(word))
		? { wants: 'otherwise', words }
		: { ...judgement, asks: 'if' };
}

/** A further condition or hours behind the deed: "if a person is there, email me if it is dark". */
function conditionsIn(deed: string[]): string[] {
	const from = deed.findIndex((word, at) => (word !== 'whether' && isCue(deed, at)) || readHours(deed, at));
	return from < 0 ? [] : [deed.slice(from).join(' ')];
}

/**
 * A condition within a condition: "a person is in the house when nobody is home" wants both, "... except when" is an
 * exception. What the customers do themselves, nobody can see: "when we are away".
 */
function withoutInnerCues(words: string[]): { kept: string[]; beyond: string[] } {
	const kept: string[] = [];
	for (const [at, word] of words.entries()) {
		const before = kept.at(-1) ?? '';
		const isInner = at > 0 && /^(?:if|when|whenever|once|whether)$/.test(word);
		if (!isInner) {
			kept.push(word);
			continue;
		}
		// "Even if", "whether or not": it does not matter.
		if (before === 'even' || word === 'whether')
			return { kept: kept.filter((one) => one !== 'even'), beyond: [] };
		const isOwn = /^(?:i|we)$/.test(words[at + 1] ?? '');
		if (isOwn || word === 'once') return { kept: withoutJoint(kept), beyond: [words.slice(at).join(' ')] };
		if (/^(?:not|except)$/.test(before)) {
			kept.splice(0, kept.length, ...withoutJoint(kept), 'unless');
		} else if (before === 'only') kept.splice(0, kept.length, ...withoutJoint(kept), 'but');
		else if (!/^(?:and|or|but|unless|,)$/.test(before)) kept.push('but');
	}
	return { kept, beyond: [] };
}

const withoutJoint = (words: string[]) =>
	words.slice(0, words.findLastIndex((word) => !/^(?:but|and|,|only|not|except|just)$/.test(word)) + 1);

/** "Only alert me about ..."; but "only a cat" and "about 5 people" say how many. */
function isOpening(words: string[], at: number): boolean {
	const [word = '', next = ''] = words.slice(at, at + 2);
	if (word === 'only') return !/^(?:a|an|the|my|our)$/.test(next);
	if (word === 'out' && next === 'of') return false;
	// "On the left there is a car".
	if (next === 'the' && /^(?:left|right|top|bottom|upper|lower)$/.test(words[at + 2] ?? '')) return false;
	return OPENINGS.has(word) && (word !== 'about' || at > 0);
}

/** A condition, and what the customer says to do about it. */
function untilDeed(words: string[]): { condition: string[]; deed: string[]; isBut: boolean } {
	const end = deedIn(words);
	if (end < 0) return { condition: words, deed: [], isBut: false };
	const [first = ''] = deedAfter(words, end);
	const own = DEEDS.has(words[end] ?? '') ? end : words.indexOf(first, end + 1);
	return { condition: words.slice(0, end), deed: words.slice(own), isBut: words[end] === 'but' };
}
