/** Reads a prompt about pictures, sentence by sentence. */
import { type Condition, isGroup, isInBounds, joined, negated, partsOf } from '@watchword/contract/condition';
import { kindsNamed } from '@watchword/contract/kind-groups';
import { pictureWords } from '../languages/index.ts';
import { isLonger, type Sentence, saidBy, sentencesOf, type Word } from '../reading/words.ts';
import { beyond, leaving, opposite } from './condition-of.ts';
import { type Item, is, wordsOf } from './item.ts';
import type { Context } from './phrase.ts';
import { readClause } from './read-clause.ts';
import { type Around, itemsOf, type Reader, readerOf } from './read-items.ts';
import type { PictureReading, Wish } from './reading.ts';
import { isBackground, type Segment, segmentsOf, wishOf } from './request.ts';
import { knownIn, type Vocabulary, vocabularyOf } from './vocabulary.ts';

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
	if (!read || hasLooseHours(read.condition) || isImpossible(read.condition) || !isInBounds(read.condition))
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

/** "There are 4 horses; fewer than 4": no picture shows at least 4 and at most 3. */
const isImpossible = (condition: Condition): boolean => {
	if (!isGroup(condition)) return false;
	const seen =
		condition.is === 'all' ? condition.of.filter((one) => one.is === 'seen' && !one.not && !one.beside) : [];
	const clash = seen.some((a) =>
		seen.some(
			(b) =>
				a.is === 'seen' &&
				b.is === 'seen' &&
				a.least > (b.most ?? Number.POSITIVE_INFINITY) &&
				a.kinds.every((kind) => b.kinds.includes(kind)) &&
				(!b.where || JSON.stringify(a.where) === JSON.stringify(b.where)),
		),
	);
	return clash || condition.of.some(isImpossible);
};

/** What one request or one sentence says. */
interface Said {
	/** A condition, what limits all of them, when to stay quiet, what to ignore, or nothing that decides. */
	as: 'reason' | 'limit' | 'quiet' | 'ignored' | 'background';
	condition: Condition;
	/** It was asked for: "tell me if". */
	isAsked: boolean;
	/** The kinds to ignore; null if it is about more than them. */
	kinds: string[] | null;
	words: readonly Word[];
}

function readSentences(sentences: readonly Sentence[], reader: Reader): PictureReading | null {
	const said: Said[] = [];
	let wish: Wish | null = null;
	const context: Context = { vocabulary: reader.vocabulary, about: null, read: null, where: undefined };
	for (const { words, asks } of sentences) {
		const items = withTaught(itemsOf(reader.vocabulary.spelling.repaired(words), reader));
		for (const one of readSentence(items, asks, context)) {
			if (one === null) return null;
			if ('tell' in one) wish ??= one;
			else said.push(one);
		}
		remember(items, context);
	}
	return together(said, wish);
}

function remember(items: readonly Item[], context: Context): void {
	const kinds = items.flatMap(({ kind }) => kind ?? []);
	if (kinds.length > 0) context.about = kinds.length === 1 ? (kinds[0] ?? null) : null;
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
	const words = wordsOf(items.slice(start, at - 1));
	if (words.length === 0) return items.toSpliced(at - 1, 3);
	return items.toSpliced(start, at + 2 - start, { words, roles: [], taught: saidBy(words).slice(0, 80) });
}

const asked = (condition: Condition): Said => ({
	as: 'reason',
	condition,
	isAsked: true,
	kinds: null,
	words: [],
});

/** What a sentence says; null in it makes the whole prompt beyond. */
function readSentence(all: readonly Item[], asks: boolean, context: Context): (Said | Wish | null)[] {
	let items = all;
	const other = items.findIndex((item) => is(item, 'otherwise'));
	if (other >= 0) {
		const rest = items.slice(other + 1).find((item) => !is(item, 'comma', 'skip', 'please'));
		if (!is(rest, 'ignore', 'never', 'deed')) return [null];
		items = items.slice(0, other);
	}
	const open = asked(beyond(wordsOf(all)));
	const unless = items.findIndex((item) => is(item, 'unless'));
	if (unless >= 0) return [readUnless(items, unless, context)];
	// "Intruder alert: somebody is there".
	const colon = items.findIndex((item) => item.words[0]?.text === ':');
	if (colon > 0 && colon < 6 && is(items[colon - 1], 'mail', 'tell')) items = items.slice(colon + 1);
	return readSegments(segmentsOf(items), asks, context) ?? [open];
}

/** "Unless there is a car, tell me about people". Not to be told unless there is one is to be told if there is one. */
function readUnless(items: readonly Item[], at: number, context: Context): Said | null {
	const comma = items.findIndex((item) => is(item, 'comma'));
	const [main, exception] =
		at > 0
			? [items.slice(0, at), items.slice(at + 1)]
			: [items.slice(comma + 1), items.slice(1, Math.max(1, comma))];
	const [but, ...more] = segmentsOf(exception);
	if (
		!but ||
		but.request ||
		but.body.some((item) => is(item, 'unless')) ||
		more.some(({ body }) => body.length > 0)
	)
		return null;
	const condition = readBody(but.body, context, false);
	if (!condition) return null;
	const segments = segmentsOf(main);
	if (segments.every(({ request, body }) => request?.isQuiet && body.length === 0)) return asked(condition);
	if (main.some((item) => is(item, 'never', 'ignore', 'not'))) return null;
	const [read, ...others] = readSegments(segments, false, context) ?? [];
	if (others.length > 0 || (read && ('tell' in read || read.as !== 'reason'))) return null;
	const [own] = read ? [(read as Said).condition] : [];
	return asked(joined('all', [...(own ? [own] : []), opposite(condition)]));
}

/** Null if it is not clear what is asked for. */
function readSegments(segments: Segment[], asks: boolean, context: Context): (Said | Wish)[] | null {
	const found: (Said | Wish)[] = [];
	let lead: Condition | null = null;
	for (const [at, { request, body }] of segments.entries()) {
		const rest = segments.slice(at + 1);
		const isRest = rest.every((one) => isDeed(one));
		if (request && at > 0 && isDeed({ request, body })) {
			// "A cat, do nothing", "a cat in the yard, mail me at night".
			const last = found.at(-1);
			const hours = body.flatMap((item) => item.hours ?? []);
			if (hours.length > 0 && last && 'as' in last)
				last.condition = joined('all', [last.condition, ...hours]);
			continue;
		}
		if (isLookedAt(body, context)) continue;
		// "Watch my bicycle and tell me if it is gone".
		if (request?.asks === 'watch' && !isRest && is(body[0], 'the')) {
			remember(body, context);
			continue;
		}
		if (!request && !isRest) {
			// What comes before a request limits it.
			const condition = readBody(body, context, false);
			const isStated = !is(body[0], 'if') && body.some(({ kind }) => kind) && isBackground(body);
			if (condition && !(isStated && partsOf(condition).every(({ is }) => is !== 'beyond')))
				lead = isStated ? beyond(wordsOf(body)) : condition;
			remember(body, context);
			continue;
		}
		const isQuiet =
			(request?.isQuiet ?? false) !== rest.some((one) => one.request?.isQuiet && one.body.length === 0);
		const wish =
			request === null || request.asks === 'about' || request.asks === 'nothing'
				? wishOf(body, request !== null, context)
				: null;
		if (wish === 'unsure') return null;
		if (wish) found.push(lead ? asked(lead) : wish);
		else if (
			is(
				body.find((item) => !is(item, 'please', 'comma')),
				'asks',
				'what',
				'who',
				'read',
				'count',
				'describe',
			)
		)
			return null;
		else {
			const isTold = request !== null && request.asks !== 'if';
			const isList =
				isTold || (!is(body[0], 'if') && rest.some((one) => one.request && !one.request.isWhole));
			const own = readBody(body, context, isList);
			if (!own && request && body.length > 0) return null;
			if (!own) continue;
			const condition = lead ? joined('all', [lead, own]) : own;
			// "At night alert me about people, and on weekends about cars".
			if (lead && own.is === 'any' && partsOf(own).some(({ is }) => is === 'hours')) return null;
			lead = null;
			const isAsked = request !== null || rest.length > 0 || asks || body.some((item) => is(item, 'if'));
			const kinds = plainKinds(body);
			const isTime = partsOf(condition).every((part) => part.is === 'hours');
			const as = isQuiet
				? kinds || isTold
					? 'ignored'
					: 'quiet'
				: isAsked && !isTime
					? 'reason'
					: isTime
						? 'limit'
						: isBackground(body)
							? 'background'
							: 'reason';
			found.push({ as, condition, isAsked, kinds, words: wordsOf(body) });
		}
		remember(body, context);
	}
	return found;
}

/** What to do, at the end: "send me a picture", "sound the alarm". */
const isDeed = ({ request, body }: Segment) =>
	request !== null &&
	request.asks === 'nothing' &&
	(body.length === 0 ||
		((request.isWhole || is(body[0], 'the')) && isBackground(body.filter(({ hours }) => !hours))));

const plainKinds = (items: readonly Item[]): string[] | null => {
	const isPlain = items.every((item) =>
		item.kind ? !item.kind.isNarrow : is(item, 'a', 'the', 'and', 'or', 'comma', 'every', 'skip', 'about'),
	);
	return isPlain ? items.flatMap(({ kind }) => [...(kind?.kinds ?? [])]) : null;
};

/** What only says where to look: "in the garden". */
function isLookedAt(items: readonly Item[], context: Context): boolean {
	const place = items.find((item) => item.zone !== undefined || item.part || is(item, 'place', 'close'));
	const isOnly = items.every(
		(item) =>
			item === place || is(item, 'the', 'a', 'on', 'at', 'skip', 'about', 'comma', 'zone', 'near', 'please'),
	);
	if (!place || !isOnly || items.some(({ kind }) => kind)) return false;
	if (place.zone !== undefined) context.where = { zone: place.zone, side: 'in' };
	else if (place.part) context.where = { part: place.part };
	else if (is(place, 'close')) context.where = { view: saidBy(place.words) };
	return true;
}

/** "People, if it is night": both. */
function readBody(all: readonly Item[], context: Context, isList: boolean): Condition | null {
	const from = all.findIndex((item) => !is(item, 'comma', 'please', 'skip', 'and'));
	let items = from < 0 ? [] : all.slice(from);
	// "Car park: more than 20 cars".
	const comma = items.findIndex((item) => is(item, 'comma'));
	if (comma > 0 && isLookedAt(items.slice(0, comma), context)) items = items.slice(comma + 1);
	const cues = items.flatMap((item, at) => (at > 0 && is(item, 'if') && !item.kind ? [at] : []));
	const isAgain = cues.filter((at) => is(items[at - 1], 'and', 'or'));
	const [cue, ...more] = cues.filter((at) => !isAgain.includes(at));
	if (more.length > 0) return beyond(wordsOf(items));
	const clauses = cue === undefined ? [items] : [items.slice(0, cue), items.slice(cue + 1)];
	const read = clauses.flatMap((clause, at) => {
		// "About people and about cars", "but not about cats".
		const named = clause.filter(
			(item, at) =>
				!(
					isList &&
					is(item, 'about') &&
					(at === 0 || is(clause[at - 1], 'and', 'or', 'comma', 'not', 'only'))
				),
		);
		return readClause(named, context, isList && at === 0) ?? [];
	});
	return read.length > 0 ? joined('all', read) : null;
}

/** Reasons are joined by "or"; limits and what is to be ignored hold for all of them. Null if it is not clear what decides. */
function together(said: readonly Said[], wish: Wish | null): PictureReading | null {
	const of = (as: Said['as']) => said.filter((one) => one.as === as);
	const asked = of('reason').filter((one) => one.isAsked);
	const stated = said.filter(
		(one) => !one.isAsked && one.as !== 'limit' && (one.as !== 'background' || !(asked[0] || wish)),
	);
	const knowable = stated.filter(({ condition }) => partsOf(condition).some((part) => part.is !== 'beyond'));
	// "Somebody is there. It is dark."
	if (asked.length === 0 && knowable.length > 1) return null;
	const reasons = asked.length > 0 ? asked : knowable.length > 0 ? knowable : stated;
	if (reasons.length === 0)
		return wish && said.length === of('background').length ? { condition: { is: 'every' }, wish } : null;
	const any = joined(
		'any',
		reasons.map(({ condition }) => condition),
	);
	const condition = joined('all', [
		of('ignored').reduce(leftOut, any),
		...of('limit').map(({ condition }) => condition),
		...of('quiet').map(({ condition }) => opposite(condition)),
		// What is only stated beside a request may limit it.
		...stated
			.filter((one) => one.as === 'reason' && !reasons.includes(one))
			.map(({ words }) => beyond(words)),
	]);
	return { condition, wish: null };
}

/** Without the kinds that are to be ignored. */
function leftOut(kept: Condition, { kinds, condition, words }: Said): Condition {
	const named = (of: Condition) =>
		partsOf(of).flatMap((part) => (part.is === 'seen' ? (kindsNamed(part.kinds) ?? []) : []));
	const wanted = named(kept);
	if (!named(condition).some((kind) => wanted.includes(kind)) && named(condition).length > 0) return kept;
	return (kinds && leaving(kept, kinds)) ?? joined('all', [kept, negated(beyond(words))]);
}
