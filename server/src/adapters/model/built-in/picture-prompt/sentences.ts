/** What each sentence of a prompt asks for: to act when something is so, to ignore something, to tell what is there. */

import {
	DEEDS,
	isInstruction,
	isQuietDeed,
	NOTICES,
	onlyDescribes,
	QUIET,
	requestAt,
	stanceOf,
} from '../stance.ts';
import { readHours } from './hours.ts';
import { lookUp } from './lexicon.ts';
import { partAt } from './picture-parts.ts';
import { readQuantity } from './quantity.ts';
import { classOf } from './vocabulary.ts';

export interface Sentence {
	wants: 'judgement' | 'account' | 'ignorance';
	/** The condition, the question or what is to be ignored. */
	words: string[];
	/** All of it. */
	said: string;
	/** What a request before an "if" names: "tell me about dogs if a person is there". */
	also: string[];
	/** How the condition bears on what the request names. */
	joint: 'and' | 'or' | 'except';
	/** "I do not care if": it says nothing. */
	isIndifferent: boolean;
	/** What to do is only about the contents of the mail: "describe them". */
	isAboutMail: boolean;
	/** To stay quiet if the condition holds. */
	isQuiet: boolean;
	/** "Email me unless it holds." */
	isUnless: boolean;
	/** How it asks: with an "if", by "tell me about", as a question, or not at all. */
	asks: 'if' | 'about' | 'watch' | 'question' | 'nothing';
	/** What it depends on besides, and nobody can judge. */
	beyond: string[];
}

const CUE =
	/^(?:if|when|whenever|whether|once|(?:as|so) soon as|in case|(?:every|each|any) time|in the event (?:that|of)|should)(?= )/;
const CUE_STARTS = /^(?:if|when|whenever|whether|once|as|so|in|every|each|any|should)$/;
const OTHERWISE = /^(?:otherwise|else)$/;
const BREAK = /^(?:,|and|but|:|then|or)$/;
const FILLER = /^(?:and|please|kindly|pls|plz|then|also|,|just|but|do|so|always|immediately|directly)$/;
const ACCOUNTS =
	/^(?:describe|list|count|summari[sz]e|explain|what|who|which|how|where|why|say|give|write|provide|name|identify|analy[sz]e|extract|quote|transcribe|read|translate|recogni[sz]e|description|summary|overview|inventory|whose)$/;
const QUESTION = /^(?:is|are|was|were|has|does|did|any|anyone|anybody)$/;
const ABBREVIATION = /^(?:max|min|approx|excl|incl|no|nr|e|g|i|vs|etc)$/;

export function readSentences(words: readonly string[]): Sentence[] {
	return divided(words).flatMap(({ said, isQuestion }) => readSentence(plain(said), isQuestion) ?? []);
}

function divided(words: readonly string[]): { said: string[]; isQuestion: boolean }[] {
	const found: { said: string[]; isQuestion: boolean }[] = [{ said: [], isQuestion: false }];
	for (const [at, word] of words.entries()) {
		const last = found.at(-1);
		if (!/^[.!?;\n]$/.test(word)) last?.said.push(word);
		else if (word === '.' && words[at - 1] === 'no' && words[at + 1] === 'of')
			last?.said.splice(-1, 1, 'number');
		else if (word === '.' && ABBREVIATION.test(words[at - 1] ?? '') && at + 1 < words.length) continue;
		else {
			if (last && word === '?') last.isQuestion = true;
			found.push({ said: [], isQuestion: false });
		}
	}
	const joined: typeof found = [];
	for (const sentence of found.flatMap(apart)) {
		const last = joined.at(-1);
		// "Tell me about cars. Unless it is a truck."
		if (last && /^(?:unless|except)$/.test(sentence.said[0] ?? '') && !isInstruction(sentence.said))
			last.said.push(...sentence.said);
		else if (sentence.said.length > 0) joined.push(sentence);
	}
	return joined;
}

/** "Ignore cats, alert for people", "tell me if a dog is there and warn me if a bear is there": two sentences in one. */
function apart(sentence: { said: string[]; isQuestion: boolean }): (typeof sentence)[] {
	const { said, isQuestion } = sentence;
	if (
		!said.some(
			(word, at) =>
				at > 0 && (DEEDS.has(word) || /^(?:do|no|only|just|i|we)$/.test(word) || CUE_STARTS.test(word)),
		)
	)
		return [sentence];
	const at = said.findIndex((word, index) => {
		if (index === 0 || !BREAK.test(word)) return false;
		const rest = afterFillers(said, index);
		const past = said.slice(0, index);
		// "If a cat is there tell me, and if a dog is there tell me too".
		if (cueLength(rest, 0) > 0 && cueAt(past) >= 0 && deedAt(past, cueAt(past)) >= 0) return true;
		// "Ignore people, I only care about cars", "don't tell me about the cat, only people".
		if (
			isIgnoring(past) &&
			(/^(?:only|just)$/.test(said[index + 1] ?? '') ||
				(/^(?:i|we)$/.test(said[index + 1] ?? '') && requestAt(said.slice(index))))
		)
			return true;
		const deed = afterFillers(said, index + 1);
		if (!isDeed(deed)) return false;
		const before = said.slice(0, index);
		if (isIgnoring(deed) && names(past)) return true;
		const isOwn = cueAt(deed) >= 0 || requestAt(deed) !== null || isIgnoring(deed);
		const wasOwn =
			WATCHES.test(before.join(' ')) ||
			ACCOUNTS.test(before[0] ?? '') ||
			(cueAt(before) >= 0 && deedAt(before, cueAt(before)) >= 0) ||
			isIgnoring(before) ||
			(requestAt(before) !== null && names(before)) ||
			(cueAt(before) > 0 && isInstruction(before.slice(0, cueAt(before))));
		return isOwn && wasOwn;
	});
	if (at < 0) return [sentence];
	return [
		{ said: said.slice(0, at), isQuestion },
		...apart({
			said: afterFillers(said, at).filter((word, index) => index > 0 || !/^(?:only|just)$/.test(word)),
			isQuestion,
		}),
	];
}

/** Where to look, in a sentence of its own. */
export const WATCHES =
	/^(?:please )?(?:watch|check|monitor|look (?:only )?(?:at|in)|focus on|concentrate on|keep an eye on|pay attention to) (?!for\b)/;

const names = (words: readonly string[]) => words.some((_, at) => lookUp(words, at));

function afterFillers(words: readonly string[], at: number): string[] {
	let from = at;
	while (
		from < words.length &&
		FILLER.test(words[from] ?? '') &&
		!(words[from] === 'do' && /^(?:not|nothing)$/.test(words[from + 1] ?? ''))
	)
		from++;
	return words.slice(from);
}

const isDeed = ([first = '', second = '', third = '']: readonly string[]) =>
	first === 'do'
		? second === 'nothing' ||
			(second === 'not' && (DEEDS.has(third) || /^(?:disturb|bother|contact|annoy|interrupt)$/.test(third)))
		: DEEDS.has(first) || isQuietDeed([first, second, third]);

/** "Ignore cats", "don't alert me about cats". */
function isIgnoring([first = '', second = '', third = '', ...rest]: readonly string[]): boolean {
	if (QUIET.has(first)) return second !== '' && !/^(?:it|this|that|them|if|when)$/.test(second);
	return (
		first === 'do' &&
		second === 'not' &&
		(DEEDS.has(third) || NOTICES.has(third)) &&
		rest.some((word) => /^(?:for|about|of|on|at)$/.test(word)) &&
		cueAt(rest) < 0
	);
}

/** Where the words that introduce a condition begin; -1 without any. */
function cueAt(words: readonly string[]): number {
	return words.findIndex((_, at) => cueLength(words, at) > 0);
}

function cueLength(words: readonly string[], at: number): number {
	if (!CUE_STARTS.test(words[at] ?? '')) return 0;
	const cue = CUE.exec(`${words.slice(at, at + 5).join(' ')} `)?.[0];
	if (cue === 'should' && at > 0) return 0;
	return cue ? cue.split(' ').length : 0;
}

/** Where what to do begins behind a condition: ", send me ...", "then ...", "please email me". */
function deedAt(words: readonly string[], from: number): number {
	return words.findIndex((word, at) => {
		if (at <= from) return false;
		if (word === 'then' || OTHERWISE.test(word)) return true;
		if (
			/^(?:do|never)$/.test(word) &&
			/^(?:not )?(?:\S+) (?:me|us)\b/.test(words.slice(at + 1).join(' ')) &&
			DEEDS.has(words[word === 'do' ? at + 2 : at + 1] ?? '')
		)
			return true;
		if (
			DEEDS.has(word) &&
			/^(?:me|us)$/.test(words[at + 1] ?? '') &&
			!/^(?:not|never)$/.test(words[at - 1] ?? '')
		)
			return true;
		if (word === 'send' && /^(?:an?|mail|email|messages?|alerts?)$/.test(words[at + 1] ?? '')) return true;
		return BREAK.test(word) && word !== 'or' && isDeed(afterFillers(words, at));
	});
}

/** Without what decides nothing: greetings, reasons, headings, "if possible", "even at night". */
function plain(said: string[]): string[] {
	let text = said.join(' ');
	for (const [pattern, rest] of PLAIN) text = text.replace(pattern, rest);
	const words = text.trim().split(' ').filter(Boolean);
	// "Unless there is a car, tell me about people": the exception comes last.
	const comma = words.indexOf(',');
	if (words[0] === 'unless' && comma > 0 && names(words.slice(comma)))
		return [...words.slice(comma + 1), ...words.slice(0, comma)];
	return words;
}

const PLAIN: [RegExp, string][] = [
	[
		/\b(?:if|when|where) (?:it is possible|possible|needed|necessary|applicable|you (?:can|like|want))\b/g,
		'',
	],
	[
		/^.*?\bif you (?:could|can|would|will) (?=(?:please )?(?:tell|alert|notify|email|mail|send|let|warn|inform|text)\b)/,
		'',
	],
	[
		/^(?:can|could|would|will) you (?:please )?(?=(?:tell|alert|notify|email|mail|send|let|warn|inform|text|check|watch|look|describe|count)\b)/,
		'',
	],
	[/(?:^| )(?:because|so that|in order to|so (?=i |we |you ))[^,]*$/, ''],
	[/^(?:as|since|because) (?:i|we|my|our)\b[^,]*, /, ''],
	[/^(?:\S+ ){0,3}(?:alert|alarm|warning|notification|reminder) : (?=.)/, ''],
	[/,? (?:even|also) (?=(?:at night|in the|by day|during|on (?:weekends|weekdays)))(?:\S+ ){1,3}\S+$/, ''],
	[/^any time (?=except|but|outside)/, ''],
	[/,? even (?:if|when|though) .*$/, ''],
	[/^even (?=\S+ (?:night|day|the|weekends|weekdays)\b)[^,]*, /, ''],
	[/(?:,| and)* (?:ignore|skip|do nothing|stay quiet|disregard)(?: it| them| that)? otherwise$/, ''],
	[/^(?:in|inside) (?:the|your) (?:e ?mail|mail|message|report|text) .*$/, ''],
	[/((?:,|and|or) )about /g, '$1'],
	[/((?:,|and|or) )(?:of|for) (?=(?:any|a|an|at|two|three|\d|\p{L}+s\b))/gu, '$1'],
	[/^(?:.*\b)?(?:tell|let|alert|notify|inform|warn) (?:me|us) (?:know )?(?:about it )?if so$/, ''],
];

function readSentence(words: string[], isQuestion: boolean): Sentence | null {
	if (words.length === 0) return null;
	const sentence = (wants: Sentence['wants'], own: string[], rest: Partial<Sentence> = {}): Sentence => ({
		wants,
		words: own,
		said: words.join(' '),
		also: [],
		joint: 'and',
		isIndifferent: false,
		isAboutMail: false,
		isQuiet: false,
		isUnless: false,
		asks: isQuestion && words.length > 1 ? 'question' : 'nothing',
		beyond: [],
		...rest,
	});
	if (OTHERWISE.test(words[0] ?? '')) {
		const deed = afterFillers(words, 1);
		return isQuietDeed(deed) || /^(?:save|store|keep|log)$/.test(deed[0] ?? '')
			? null
			: sentence('judgement', [], { beyond: ['otherwise'] });
	}
	if (isIgnoring(words))
		return sentence(
			'ignorance',
			words
				.slice(words[0] === 'do' ? 3 : 1)
				.filter((word, at) => at > 2 || !/^(?:me|us|about|for|of|on|any|the|all)$/.test(word)),
		);
	const asksWhen = words[0] === 'when' && /^(?:did|does|do|will|was|were|has|have)$/.test(words[1] ?? '');
	if (asksWhen) return sentence('account', words);
	const unless = words.indexOf('unless');
	const cue = cueAt(words);
	if (cue < 0 && unless > 0 && isInstruction(words.slice(0, unless)) && !names(words.slice(0, unless)))
		return withDeed(
			sentence('judgement', words.slice(unless + 1), {
				asks: 'if',
				isUnless: !/^(?:quiet|indifferent)$/.test(stanceOf(words.slice(0, unless))),
			}),
		);
	if (cue >= 0) return readCued(words, cue, sentence);
	if (words.some((word, at) => QUIET.has(word) && at > 0)) return sentence('ignorance', words);
	const request = requestAt(words);
	if (request) {
		const stance = stanceOf(words.slice(0, request.at));
		const own = afterFillers(words, request.at).filter(
			(word, at, all) =>
				!(at === 0 && /^(?:all|every|each)$/.test(word)) &&
				!(at === all.length - 1 && /^(?:only|just)$/.test(word)),
		);
		if (stance === 'quiet' || stance === 'indifferent') return sentence('ignorance', own);
		const head = words.slice(0, request.at);
		const when = timesIn(head);
		return withDeed(
			sentence('judgement', [...when, ...own], {
				asks: request.watch ? 'watch' : 'about',
				beyond: when.length === 0 && BEFORE.test(head.join(' ')) ? unreadPlace(head) : [],
			}),
		);
	}
	const when = timesIn(words);
	const rest = words.slice(words.indexOf(',') + 1);
	const later =
		when.length > 0 && words.includes(',') && !names(words.slice(0, words.indexOf(',')))
			? requestAt(rest)
			: null;
	if (later)
		return withDeed(
			sentence('judgement', [...when, ...afterFillers(rest, later.at)], {
				asks: later.watch ? 'watch' : 'about',
			}),
		);
	const begin = words.findIndex(
		(word, at) =>
			!OPENING.test(word) ||
			readQuantity(words, at) !== null ||
			readHours(words, at) !== null ||
			partAt(words, at) !== null ||
			readQuantity(words, at + 1)?.quantity.bare === true,
	);
	const first = words[begin] ?? '';
	if (begin < 0) return null;
	if (/^(?:report|log|record|flag)$/.test(first) && /^(?:any|every|all|a|an)$/.test(words[begin + 1] ?? ''))
		return sentence(
			'judgement',
			words.slice(begin + (/^(?:every|all)$/.test(words[begin + 1] ?? '') ? 2 : 1)),
			{ asks: 'about' },
		);
	if (ACCOUNTS.test(first) || first === 'report') return sentence('account', words.slice(begin));
	return withDeed(
		sentence(
			'judgement',
			words.slice(
				begin > 0 && /^(?:a|an|any|no|only|just)$/.test(words[begin - 1] ?? '') ? begin - 1 : begin,
			),
			isQuestion || QUESTION.test(words[0] ?? '') ? { asks: 'question' } : {},
		),
	);
}

/** Words at the start of a sentence that only say that it is to be looked at. */
const OPENING =
	/^(?:please|alert|notify|email|mail|warn|inform|text|ping|message|call|tell|watch|look|check|monitor|keep|let|me|us|know|see|detect|find|spot|about|of|for|out|eye|an|on|to|there|that|at|send|a|i|we|want|would|like|need|should|be|only|verify|confirm|determine|decide|judge|ask|hi|hello|hey|is|are)$/;

function readCued(
	words: string[],
	cue: number,
	sentence: (wants: Sentence['wants'], own: string[], rest?: Partial<Sentence>) => Sentence,
): Sentence {
	const head = words.slice(0, cue);
	const own = words.slice(cue + cueLength(words, cue));
	const request = requestAt(head);
	const asked = head.slice(request?.at ?? 0);
	const end =
		asked.findLastIndex((word) => !/^(?:but|only|not|except|also|and|or|,|just|even|then)$/.test(word)) + 1;
	const also = asked.slice(0, end);
	const tail = asked.slice(end);
	const isNamed =
		also.length > 0 &&
		(request !== null || !isInstruction(also)) &&
		(names(also) ||
			(request === null &&
				!isTime(also) &&
				also.some(
					(word, at) =>
						classOf(also, at)?.is !== 'filler' && !/^[,:]$/.test(word) && classOf(also, at)?.is !== 'place',
				)));
	const isExcept = tail.some((word) => /^(?:not|except)$/.test(word));
	const isMore = tail.some((word) => /^(?:or|also|too)$/.test(word));
	const stance = stanceOf(isNamed ? head.slice(0, request?.at ?? 0) : head);
	const beyond = stance === 'unclear' ? [head.join(' ')] : [];
	const when = isNamed ? [] : timesIn(head);
	if (!isNamed && when.length === 0 && BEFORE.test(head.join(' '))) beyond.push(...unreadPlace(head));
	// "Alert me about dogs, but not if a cat is there"; "about dogs or if a cat is there" has two reasons.
	return withDeed(
		sentence('judgement', [...when, ...own], {
			also: isNamed ? also : [],
			joint: isExcept ? 'except' : isMore ? 'or' : 'and',
			isQuiet: !isExcept && stance === 'quiet',
			isIndifferent: stance === 'indifferent',
			asks: 'if',
			beyond,
		}),
	);
}

const BEFORE = /(?:^| )(?:from|at|in|on|during|between|after|before|while|outside|within) /;
const isTime = (words: readonly string[]) => readHours(words, 0) !== null;

/** "In winter, tell me if": what limits the condition and is no place. */
function unreadPlace(head: readonly string[]): string[] {
	const end = head.findIndex(
		(word, at) => at > 0 && (word === ',' || DEEDS.has(word) || word === 'let' || word === 'i'),
	);
	const from = head.findIndex((word) =>
		/^(?:from|at|in|on|during|between|after|before|while|outside|within)$/.test(word),
	);
	const words = head.slice(Math.max(0, from), end < from ? head.length : end);
	for (let at = 0; at < words.length; ) {
		const known = classOf(words, at);
		if (!known || !/^(?:place|definite|relation|on|filler|article|link)$/.test(known.is))
			return [words.join(' ')];
		at += known.length;
	}
	return [];
}

/** Hours that stand before the condition: "at night, tell me if ...". */
function timesIn(head: readonly string[]): string[] {
	for (let at = 0; at < head.length; at++) {
		const time = readHours(head, at);
		if (!time) continue;
		const isDenied = /^(?:not|except|never)$/.test(head[at - 1] ?? '');
		let end = at + time.length;
		while (/^(?:and|or)$/.test(head[end] ?? '') && readHours(head, end + 1))
			end += 1 + (readHours(head, end + 1)?.length ?? 0);
		return [
			...(isDenied ||
			(head[at - 1] === 'outside' && /^\d/.test(head[at] ?? '')) ||
			head.slice(0, at).join(' ').endsWith('outside of')
				? ['not']
				: []),
			...head.slice(at, end),
			',',
		];
	}
	return [];
}

/** Takes what to do off the end: ", send me an email with the picture". What it depends on besides is beyond. */
function withDeed(sentence: Sentence): Sentence {
	const { words } = sentence;
	const at = deedAt(words, -1);
	if (at < 0) return sentence;
	const deed = afterFillers(words, at);
	const otherwise = words.findIndex((word, index) => index >= at && OTHERWISE.test(word));
	const isLater =
		(otherwise < 0 ? deed : words.slice(at, otherwise)).some((word) => /^(?:if|unless|when)$/.test(word)) &&
		!onlyDescribes(deed);
	const elseDeed = otherwise < 0 ? [] : afterFillers(words, otherwise + 1);
	const isOpen =
		otherwise >= 0 && !isQuietDeed(elseDeed) && !/^(?:save|store|keep|log)$/.test(elseDeed[0] ?? '');
	const quiet = otherwise === at ? false : isQuietDeed(deed) || words[at] === 'never';
	// "If it is there, do nothing, otherwise email me".
	const isTurned = quiet && otherwise >= 0 && isOpen;
	const isTimed = deed.flatMap((_, index) => (readHours(deed, index) ? [index] : []))[0];
	const times =
		isTimed === undefined || quiet
			? []
			: [',', ...deed.slice(isTimed, isTimed + (readHours(deed, isTimed)?.length ?? 0))];
	return {
		...sentence,
		words: [...words.slice(0, at), ...times],
		isUnless: sentence.isUnless !== isTurned,
		isAboutMail: onlyDescribes(deed),
		isQuiet: sentence.isQuiet !== (quiet && !isTurned),
		asks: sentence.asks === 'nothing' ? 'if' : sentence.asks,
		beyond: [
			...sentence.beyond,
			...(isLater || (isOpen && !isTurned)
				? [
						words
							.slice(at)
							.filter((word) => word !== ',')
							.join(' '),
					]
				: []),
		],
	};
}
