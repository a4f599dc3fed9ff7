/** What is asked for in a sentence: "please tell me if ...", "..., send me a mail", "count the cars". */
import { type Item, is, wordsOf } from './item.ts';
import type { Context } from './phrase.ts';
import type { Wish } from './reading.ts';

interface Request {
	asks: 'if' | 'about' | 'watch' | 'nothing';
	/** "Do not tell me", "ignore". */
	isQuiet: boolean;
	/** It says whom or how to tell: "send me a mail". */
	isWhole: boolean;
}

export interface Segment {
	request: Request | null;
	body: Item[];
}

const JOINTS = ['and', 'or', 'but', 'comma'] as const;

/** A sentence, cut where something is asked for. */
export function segmentsOf(items: readonly Item[]): Segment[] {
	const segments: Segment[] = [{ request: null, body: [] }];
	for (let at = 0; at < items.length; ) {
		const found = mayStart(items, at) ? requestAt(items, at) : null;
		if (found) segments.push({ request: found.request, body: [] });
		at = found?.end ?? at;
		if (at < items.length) segments.at(-1)?.body.push(items[at++] as Item);
	}
	for (const { body } of segments) while (is(body.at(-1), ...JOINTS, 'please')) body.pop();
	const isEmpty = segments[0]?.body.every((item) => is(item, 'please', 'comma', 'skip'));
	return isEmpty && segments.length > 1 ? segments.slice(1) : segments;
}

/** At the start, behind a joint or hours, or in words that can be nothing else. */
function mayStart(items: readonly Item[], at: number): boolean {
	const [before, item, next] = [items[at - 1], items[at], items[at + 1]];
	if (!before || is(before, ...JOINTS, 'please') || before.hours || before.zone !== undefined || before.part)
		return true;
	if (is(item, 'ignore')) return !next;
	if (is(item, 'never', 'not')) return is(next, 'tell');
	if (is(item, 'mail') && !next) return !is(before, 'a', 'the', 'no');
	return is(item, 'tell') && (!next ? !is(before, 'a', 'the', 'no') : is(next, 'me', 'mail', 'if', 'about'));
}

function requestAt(items: readonly Item[], from: number): { request: Request; end: number } | null {
	const request: Request = { asks: 'nothing', isQuiet: false, isWhole: false };
	let isTold = false;
	let at = from;
	for (; at < items.length; at++) {
		const [item, next] = [items[at] as Item, items[at + 1]];
		// "Tell my wife when".
		const isWhom = item.kind?.isNarrow && isTold && is(items[at - 1], 'the') && is(next, 'if');
		if (isWhom) continue;
		if (item.kind && isTold) break;
		// "Count the cars" is read from "count".
		if (is(item, 'count', 'describe', 'read') && !isTold)
			return { request: { ...request, asks: 'about' }, end: at };
		if (is(item, 'never') || (is(item, 'not', 'no') && is(next, 'tell', 'mail'))) request.isQuiet = true;
		else if (is(item, 'ignore')) [request.isQuiet, isTold] = [true, true];
		else if (is(item, 'watch') && !isTold && at - from < 4) [request.asks, isTold] = ['watch', true];
		else if (is(item, 'tell', 'deed')) isTold = true;
		else if (
			is(item, 'mail') &&
			(isTold || !next || is(next, 'if', 'about', 'comma', 'me') || is(items[at - 1], 'a'))
		)
			[request.isWhole, isTold] = [true, true];
		else if (is(item, 'me')) request.isWhole ||= isTold;
		else if (is(item, 'it')) {
			if (!isTold) break;
		} else if (is(item, 'a', 'the')) {
			const isWhom = isTold && next?.kind?.isNarrow && is(items[at + 2], 'if');
			if (!is(next, 'mail') && !isWhom && (!isTold || (next && !is(next, 'tell', 'if', 'comma')))) break;
		} else if (is(item, 'comma')) {
			if (isTold && !is(next, 'if', 'tell', 'me', 'mail', 'please')) break;
		} else if (is(item, 'and')) {
			if (!isTold || !is(next, 'tell', 'deed', 'mail')) break;
		} else if (!is(item, 'please', 'skip', 'only')) break;
	}
	if (!isTold) return null;
	if (is(items[at], 'comma')) at++;
	if (is(items[at], 'if')) request.asks = 'if';
	else if (is(items[at], 'about')) request.asks = 'about';
	else return { request, end: at };
	return { request, end: at + 1 };
}

/** Words that are more than background: they may limit or turn what is asked. */
// biome-ignore format: a list of words
const LIMITS = [
	'limits', 'it', 'no', 'not', 'neither', 'never', 'ignore', 'except', 'unless', 'without', 'only', 'nobody', 'nothing', 'doubt', 'but',
	'otherwise', 'if', 'moment',
] as const;
export const isBackground = (items: readonly Item[]) =>
	// "I am away until Friday".
	items.every(
		(item) =>
			!is(item, ...LIMITS) && (is(items[0], 'aside') || (item.hours === undefined && !is(item, 'gone'))),
	) &&
	(!items.some(({ kind }) => kind) || items.some((item) => is(item, 'be', 'has', 'does', 'aside', 'me')));

// biome-ignore format: a list of words
const PLAIN = [
	'skip', 'a', 'the', 'be', 'has', 'does', 'and', 'or', 'comma', 'on', 'at', 'near', 'outside', 'place', 'close', 'spot', 'zone', 'every', 'what',
	'mail', 'me', 'describe', 'counted', 'count', 'please',
] as const;

/** "Count the cars", "what is in the picture", "read the meter"; 'unsure' if it asks for more. */
export function wishOf(items: readonly Item[], isTold: boolean, context: Context): Wish | 'unsure' | null {
	const from = items.findIndex((item) => !is(item, 'please', 'comma', 'skip'));
	const first = items.slice(Math.max(0, from)).find((item) => !is(item, 'the'));
	const rest = items.slice(from + 1);
	// "The number on the meter" is read on the meter.
	const surfaces = rest.filter((item) => is(item, 'sign', 'meter', 'display', 'plate') && !item.kind);
	const surface = surfaces.find((item) => !is(item, 'content')) ?? surfaces[0];
	const place = rest.find((item) => item.zone !== undefined || item.part);
	const at = place
		? { where: place.part ? { part: place.part } : { zone: place.zone as string, side: 'in' as const } }
		: {};
	if (
		(is(first, 'read', 'what') || (isTold && first === surface)) &&
		surface &&
		!rest.some((item) => item.amount || item.ago !== undefined)
	) {
		context.read = wordsOf([surface])
			.map(({ text }) => text)
			.join(' ');
		const number = is(surface, 'meter') ? true : is(surface, 'display') ? null : false;
		return { tell: 'text', on: context.read, number, ...at };
	}
	const isPlain = rest.every((item) =>
		item.kind ? !item.kind.isNarrow : item === place || is(item, ...PLAIN),
	);
	const named = rest.flatMap(({ kind }) => kind?.kinds ?? []);
	const kinds = [...new Set(named)].filter((kind) => kind !== 'anything');
	if (!is(first, 'count', 'describe')) return null;
	return isPlain ? { tell: 'kinds', kinds, ...at } : 'unsure';
}
