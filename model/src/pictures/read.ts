/** Reads a prompt about pictures, sentence by sentence. */
import {
	CONDITION_DEPTH_MAX,
	CONDITION_PARTS_MAX,
	type Condition,
	isGroup,
	joined,
	partsOf,
} from '@watchword/contract/condition';
import { pictureWords } from '../languages/index.ts';
import { isLonger, type Sentence, saidBy, sentencesOf, type Word } from '../reading/words.ts';
import { type Item, is } from './item.ts';
import type { Context } from './phrase.ts';
import { beyond, leaving, opposite } from './phrase-condition.ts';
import { readClause } from './read-clause.ts';
import { frameOf, ignoredKinds, isRequest, wishOf, withoutDeed, wordsOf } from './read-frame.ts';
import { type Around, itemsOf, type Reader, readerOf } from './read-items.ts';
import type { PictureReading, Wish } from './reading.ts';
import { type Kind, knownIn, type Vocabulary, vocabularyOf } from './vocabulary.ts';

const MAX_CHARACTERS = 3000;

/** A text of that length has fewer words. */
const MAX_WORDS = 700;

let vocabularies: Vocabulary[] | null = null;

/** It never fails: what cannot be read is beyond. */
export function readPicturePrompt(prompt: string, around: Around = {}): PictureReading {
	const whole: PictureReading = {
		condition: { is: 'beyond', words: prompt.trim().slice(0, MAX_CHARACTERS).toWellFormed() || '?' },
		wish: null,
	};
	if (isLonger(prompt, MAX_CHARACTERS)) return whole;
	// As engineers write: "!person".
	const sentences = sentencesOf(prompt.replace(/(?<![\p{L}\p{N}!?."])!(?=[\p{L}(])/gu, ' not '));
	const words = sentences.flatMap((sentence) => sentence.words);
	if (words.length > MAX_WORDS) return whole;
	vocabularies ??= pictureWords.map(vocabularyOf);
	const known = vocabularies.map((vocabulary) => knownIn(vocabulary, words));
	const vocabulary = vocabularies[known.indexOf(Math.max(...known))] as Vocabulary;
	const read = readSentences(sentences, readerOf(vocabulary, around));
	if (
		!read ||
		hasLooseHours(read.condition) ||
		partsOf(read.condition).length > CONDITION_PARTS_MAX ||
		depthOf(read.condition) > CONDITION_DEPTH_MAX
	)
		return whole;
	return read;
}

/** "At night or if there is a car" would be true of every picture at night: nobody means that. */
const hasLooseHours = (condition: Condition): boolean => {
	if (!isGroup(condition)) return false;
	const timed = condition.of.filter((one) => partsOf(one).every(({ is }) => is === 'hours'));
	const isLoose = condition.is === 'any' && timed.length > 0 && timed.length < condition.of.length;
	return isLoose || condition.of.some(hasLooseHours);
};

const isTimed = (condition: Condition) => partsOf(condition).some(({ is }) => is === 'hours');

const depthOf = (condition: Condition): number =>
	isGroup(condition) ? 1 + Math.max(0, ...condition.of.map(depthOf)) : 0;

/** What one sentence says. */
interface Said {
	/** A condition, what limits all of them, what is to be ignored, or nothing that decides. */
	as: 'reason' | 'limit' | 'quiet' | 'ignored' | 'aside';
	condition: Condition;
	/** It was asked for: "tell me if". */
	isAsked: boolean;
	words: readonly Word[];
	kinds?: Kind[] | undefined;
}

function readSentences(sentences: readonly Sentence[], reader: Reader): PictureReading | null {
	const said: Said[] = [];
	let wish: Wish | null = null;
	const context: Context = { vocabulary: reader.vocabulary, about: null, read: null, where: undefined };
	for (const sentence of sentences) {
		const words = reader.vocabulary.spelling.repaired(sentence.words);
		for (const items of apart(withTaught(itemsOf(words, reader)))) {
			const read = readSentence(items, sentence.asks, context, reader);
			if (read === 'unsure') return null;
			if (!read) continue;
			if ('tell' in read) wish ??= read;
			else said.push(read);
			const kinds = items.flatMap(({ kind }) => kind ?? []);
			if (kinds.length > 0) context.about = kinds.length === 1 ? (kinds[0] ?? null) : null;
		}
	}
	return together(said, wish);
}

/** "The gate is open (taught)". */
function withTaught(items: Item[]): Item[] {
	const at = items.findIndex(
		({ words }, at) => words[0]?.text === 'taught' && items[at - 1]?.words[0]?.text === '(',
	);
	if (at < 0) return items;
	const from =
		items.slice(0, at - 1).findLastIndex((item) => is(item, 'and', 'or', 'but', 'comma', 'if', 'unless')) + 1;
	const start = from + items.slice(from, at - 1).findIndex((item) => !is(item, 'tell', 'me', 'please'));
	const words = items.slice(start, at - 1).flatMap(({ words }) => [...words]);
	if (words.length === 0) return items.toSpliced(at - 1, 3);
	return items.toSpliced(start, at + 2 - start, { words, roles: [], taught: saidBy(words).slice(0, 80) });
}

/** Where something is asked for in the middle, a new sentence begins: "watch the gate and tell me if ...". */
function apart(items: Item[]): Item[][] {
	/** Whether what comes before asks for something itself. */
	let isAsked = false;
	for (let at = 1; at < items.length; at++) {
		const isJoint = is(items[at - 1], 'and', 'comma', 'but', 'or');
		const rest = isJoint && isRequest(items, at) ? items.slice(at) : [];
		if (rest.length > 0 && (isAsked || is(rest[0], 'ignore')) && goesOn(rest))
			return [items.slice(0, at - 1), ...apart(rest)];
		isAsked ||= asksAt(items, at - 1);
	}
	return [items];
}

/** Whether a request says itself what it is for: "tell me if ...", not "tell me". */
const goesOn = (items: readonly Item[]) =>
	items.some((item) => is(item, 'if', 'unless')) ||
	is(items[0], 'count', 'read', 'describe') ||
	(is(items[0], 'ignore') && items.some(({ kind }) => kind)) ||
	items.some((item, at) => is(item, 'about') && at < 5 && items.slice(at).some(({ kind }) => kind));

const asksAt = (items: readonly Item[], at: number) => is(items[at], 'watch') || isRequest(items, at);

/** "At night, tell me if ...", "if somebody is there, tell me whether ...": how many items come before the request. */
function leadOf(items: readonly Item[]): number {
	const at = items.findIndex((_, at) => asksAt(items, at));
	// "I would like an email when ..." begins with the request.
	return at > 0 && frameOf(items).length < at && goesOn(items.slice(at)) ? at : 0;
}

/** What only says where to look: "in the garden". */
function isLookedAt(items: readonly Item[], context: Context): boolean {
	const place = items.find((item) => item.zone !== undefined || item.part || is(item, 'close'));
	const isOnly = items.every(
		(item) =>
			item === place ||
			is(item, 'the', 'a', 'on', 'skip', 'place', 'close', 'about', 'comma', 'zone', 'near'),
	);
	if (!isOnly || items.some(({ kind }) => kind)) return false;
	if (place?.zone !== undefined) context.where = { zone: place.zone, side: 'in' };
	else if (place?.part) context.where = { part: place.part };
	else if (place) context.where = { view: saidBy(place.words) };
	return true;
}

/** What comes before a request limits it. */
function readLead(items: readonly Item[], context: Context): Condition | null {
	const from = items.findIndex((item) => !is(item, 'if', 'comma', 'please', 'skip', 'and'));
	const bare = from < 0 ? [] : items.slice(from);
	if (bare.length === 0 || isLookedAt(bare, context)) return null;
	const kinds = bare.flatMap(({ kind }) => kind ?? []);
	const condition = readClause(bare, context, false);
	if (kinds.length > 0) context.about = kinds.length === 1 ? (kinds[0] ?? null) : null;
	return condition;
}

/** What a sentence says; 'unsure' if it makes the whole prompt beyond. */
function readSentence(
	all: Item[],
	asks: boolean,
	context: Context,
	{ vocabulary }: Reader,
): Said | Wish | 'unsure' | null {
	let items = all;
	let isQuiet = false;
	const other = items.findIndex((item) => is(item, 'otherwise'));
	if (other >= 0) {
		const rest = items.slice(other + 1).filter((item) => !is(item, 'comma', 'skip', 'please'));
		if (!is(rest[0], 'ignore', 'never', 'deed')) return 'unsure';
		items = items.slice(0, other);
		if (items.length === 0) return null;
	}
	const said = (as: Said['as'], condition: Condition, isAsked: boolean): Said => ({
		as,
		condition,
		isAsked,
		words: wordsOf(all),
	});
	const unless = items.findIndex((item) => is(item, 'unless'));
	if (unless >= 0) {
		const [main, exception] =
			unless === 0 ? swapped(items) : [items.slice(0, unless), items.slice(unless + 1)];
		if (exception.some((item) => is(item, 'unless')) || exception.length === 0) return 'unsure';
		const but = readClause(withoutDeed(exception).items, context, false);
		if (!but || main.some((item) => is(item, 'never', 'ignore'))) return 'unsure';
		const read = readSentence(main, asks, context, { vocabulary } as Reader);
		if (read === 'unsure' || (read && ('tell' in read || read.as === 'quiet' || read.as === 'ignored')))
			return 'unsure';
		return said('reason', read ? joined('all', [read.condition, opposite(but)]) : opposite(but), true);
	}
	// "Intruder alert: somebody is there".
	const colon = items.findIndex((item) => item.words[0]?.text === ':');
	if (colon > 0 && colon < 6 && is(items[colon - 1], 'mail', 'tell')) items = items.slice(colon + 1);
	const lead = leadOf(items);
	const limit = readLead(items.slice(0, lead), context);
	items = items.slice(lead);
	const head = frameOf(items);
	items = items.slice(head.length);
	if (head.isQuiet) isQuiet = true;
	const deed = withoutDeed(items);
	items = deed.items;
	if (deed.isQuiet) isQuiet = !isQuiet;
	const wish =
		head.length > 0 && head.asks !== 'about' && head.asks !== 'nothing'
			? null
			: wishOf(items, head.length > 0, context);
	if (wish === 'unsure') return said('reason', beyond(wordsOf(all)), true);
	if (wish) return limit ? said('reason', limit, true) : wish;
	const isAbout = head.asks === 'about' || head.asks === 'watch' || (head.asks === 'nothing' && deed.isLast);
	if (head.asks === 'watch' && isLookedAt(items, context)) return null;
	// "If there is a dog or if there is a cat".
	items = items.filter((item, at) => !(is(item, 'if') && is(items[at - 1], 'and', 'or')));
	const cue = items.findIndex((item) => is(item, 'if'));
	// "About people, and at night about cars".
	if (isAbout)
		items = items.filter((item, at) => !(is(item, 'about') && isLedTo(items[at - 1]) && items[at + 1]?.kind));
	const limits = [limit, cue > 0 ? readClause(items.slice(0, cue), context, isAbout) : null];
	if (cue > 0) items = items.slice(cue + 1);
	if (items.some((item) => is(item, 'even'))) return said('reason', beyond(wordsOf(all)), true);
	// What is asked besides is beyond: "what colour is the car".
	if (is(items[0], 'asks', 'what', 'who', 'read', 'count', 'describe'))
		return said('reason', beyond(wordsOf(all)), true);
	if (items.length === 0 && limits.every((one) => !one)) return null;
	if (head.isIgnored && !limit)
		return { ...said('ignored', beyond(wordsOf(all)), true), kinds: ignoredKinds(items) };
	const own = readClause(items, context, isAbout);
	const both = [...limits, own].filter((one) => one !== null);
	if (both.length === 0) return null;
	// "At night alert me about people, and on weekends about cars".
	if (both.length > 1 && own?.is === 'any' && both.every(isTimed))
		return said('reason', beyond(wordsOf(all)), true);
	const condition = joined('all', both);
	const isAsked = head.asks !== 'nothing' || deed.isDeed || asks;
	if (isQuiet) return said('quiet', condition, true);
	const isTime = partsOf(condition).every((part) => part.is === 'hours');
	if (!isAsked && isTime) return said('limit', condition, false);
	if (!isAsked && is(all[0], 'aside', 'me')) return said('aside', condition, false);
	return said('reason', condition, isAsked);
}

const isLedTo = (before: Item | undefined) =>
	!before || before.hours !== undefined || is(before, 'and', 'or', 'comma', 'only', 'please');

/** "Unless there is a car, tell me about people". */
function swapped(items: readonly Item[]): [Item[], Item[]] {
	const comma = items.findIndex((item) => is(item, 'comma'));
	return comma < 0 ? [[], items.slice(1)] : [items.slice(comma + 1), items.slice(1, comma)];
}

/** Reasons are joined by "or"; limits and what is to be ignored hold for all of them. */
function together(said: readonly Said[], wish: Wish | null): PictureReading | null {
	const isAsked = said.some((one) => one.isAsked && one.as === 'reason');
	const reasons = said.filter(({ as, isAsked: own }) => as === 'reason' && (own || !isAsked));
	// What is only stated beside a request may limit it.
	const stated = said.filter((one) => one.as === 'reason' && !one.isAsked && isAsked);
	const limits = said.filter(({ as }) => as === 'limit').map(({ condition }) => condition);
	const quiet = said.filter(({ as }) => as === 'quiet').map(({ condition }) => opposite(condition));
	const ignored = said.filter(({ as }) => as === 'ignored');
	if (reasons.length === 0)
		return wish && said.every(({ as }) => as === 'aside') ? { condition: { is: 'every' }, wish } : null;
	const any = joined(
		'any',
		reasons.map(({ condition }) => condition),
	);
	const kept = ignored.reduce(leftOut, any);
	const condition = joined('all', [kept, ...limits, ...quiet, ...stated.map(({ words }) => beyond(words))]);
	return { condition, wish: null };
}

/** Without the kinds that are to be ignored. */
function leftOut(condition: Condition, { kinds, words }: Said): Condition {
	const left =
		kinds &&
		leaving(
			condition,
			kinds.flatMap((one) => one.kinds),
		);
	return left ?? joined('all', [condition, beyond(words)]);
}
