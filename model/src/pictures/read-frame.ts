/** Reads what leads to a condition or follows it: "please tell me if ...", "..., send me a mail", "count the cars". */
import { type Item, is } from './item.ts';
import type { Context } from './phrase.ts';
import type { Wish } from './reading.ts';
import type { Kind } from './vocabulary.ts';

export const wordsOf = (items: readonly Item[]) => items.flatMap(({ words }) => [...words]);

/** "Tell me", "do not send a mail", "ignore it", "note it". */
export function isRequest(items: readonly Item[], from: number): boolean {
	let at = from;
	while (is(items[at], 'please', 'skip', 'only') && !is(items[at], 'tell', 'deed', 'ignore')) at++;
	if (is(items[at], 'never', 'not')) at++;
	const item = items[at];
	if (is(item, 'ignore', 'count', 'describe', 'read')) return true;
	if (is(item, 'tell')) return is(items[at + 1], 'me', 'mail', 'if', 'about', 'a') || items.length === at + 1;
	return is(item, 'deed') && (at > 0 || items.length <= at + 4);
}

/** What may follow "tell" or "report". */
const TOLD = [
	...['me', 'mail', 'if', 'about', 'a', 'the', 'every', 'only', 'tell', 'comma', 'skip', 'please', 'count'],
] as const;

interface Frame {
	length: number;
	asks: 'if' | 'about' | 'watch' | 'nothing';
	isQuiet: boolean;
	isIgnored: boolean;
}

/** What leads to a condition: "please tell me if", "alert me about", "is there". */
export function frameOf(items: readonly Item[]): Frame {
	const frame: Frame = { length: 0, asks: 'nothing', isQuiet: false, isIgnored: false };
	let hasTold = false;
	let at = 0;
	for (; at < items.length; at++) {
		const item = items[at];
		if (is(item, 'if')) return { ...frame, length: at + 1, asks: 'if' };
		if (
			is(item, 'please', 'comma') ||
			(is(item, 'skip', 'only') && (hasTold || is(items[at + 1], 'tell', 'if', 'watch', 'please')))
		)
			continue;
		if (is(item, 'never') && is(items[at + 1], 'tell', 'watch', 'please')) {
			frame.isQuiet = true;
			continue;
		}
		if (is(item, 'not') && is(items[at + 1], 'tell')) {
			frame.isQuiet = true;
			continue;
		}
		if (is(item, 'ignore')) {
			frame.isIgnored = true;
			hasTold = true;
			frame.asks = 'about';
			continue;
		}
		if (is(item, 'tell') && !(hasTold && item?.kind)) {
			if (!hasTold && !items[at + 1]?.kind && !is(items[at + 1], ...TOLD)) break;
			hasTold = true;
			continue;
		}
		if (is(item, 'me') && (hasTold || is(items[at + 1], 'tell'))) continue;
		if (is(item, 'mail') && (hasTold || is(items[at + 1], 'if', 'about', 'comma'))) {
			hasTold = true;
			continue;
		}
		if (hasTold && is(item, 'about')) {
			frame.asks = 'about';
			continue;
		}
		if (is(item, 'watch')) {
			frame.asks = 'watch';
			hasTold = true;
			continue;
		}
		if (hasTold && is(item, 'a') && is(items[at + 1], 'mail')) continue;
		break;
	}
	if (hasTold && frame.asks === 'nothing') frame.asks = 'about';
	if (frame.isQuiet && frame.asks === 'about') frame.isIgnored = true;
	return { ...frame, length: hasTold ? at : leading(items) };
}

const leading = (items: readonly Item[]) => {
	const at = items.findIndex((item) => !is(item, 'please', 'comma'));
	return at < 0 ? items.length : at;
};

interface WithoutDeed {
	items: Item[];
	isDeed: boolean;
	isQuiet: boolean;
	/** The request is the last word, as in German: "Personen melden". */
	isLast: boolean;
}

/** Takes what to do off the end: ", send me a mail". */
export function withoutDeed(items: Item[]): WithoutDeed {
	for (let at = 1; at < items.length; at++) {
		const isJoint = is(items[at - 1], 'and', 'comma', 'but', 'please');
		const isTold = is(items[at], 'tell') && is(items[at + 1], 'me', 'mail', 'it');
		const isDenied = is(items[at], 'never', 'not') && is(items[at + 1], 'tell');
		const isLast = at === items.length - 1 && is(items[at], 'tell') && !is(items[at - 1], 'a', 'the', 'no');
		if (!(isTold || isDenied || isLast || (isJoint && isRequest(items, at)))) continue;
		const tail = items.slice(at);
		const hours = tail.filter((item) => item.hours);
		const kept = items
			.slice(0, at)
			.filter((item, index, all) => index < all.length - 1 || !is(item, 'and', 'comma', 'but', 'please'));
		return {
			items: [...kept, ...hours],
			isDeed: true,
			isQuiet: tail.slice(0, 3).some((item) => is(item, 'never', 'not', 'ignore')),
			isLast,
		};
	}
	return { items, isDeed: false, isQuiet: false, isLast: false };
}

// biome-ignore format: a list of words
const PLAIN = [
	'skip', 'a', 'the', 'be', 'does', 'and', 'or', 'comma', 'on', 'near', 'outside', 'place', 'close', 'spot', 'zone', 'every', 'what',
	'mail', 'me', 'describe', 'counted',
] as const;

/** "Count the cars", "what is in the picture", "read the meter". */
export function wishOf(items: Item[], isTold: boolean, context: Context): Wish | 'unsure' | null {
	const from = items.findIndex((item) => !is(item, 'please', 'comma', 'skip'));
	const first = items[from];
	const rest = items.slice(from + 1);
	// "The number on the meter" is read on the meter.
	const surfaces = rest.filter((item) => is(item, 'sign', 'meter', 'display', 'plate') && !item.kind);
	const surface = surfaces.find((item) => !is(item, 'content')) ?? surfaces[0];
	const where = rest.find((item) => item.zone !== undefined || item.part);
	const at = where
		? { where: where.part ? { part: where.part } : { zone: where.zone as string, side: 'in' as const } }
		: {};
	if (is(first, 'read', 'what') && surface && !rest.some((item) => item.amount || item.ago !== undefined)) {
		context.read = wordsOf([surface])
			.map(({ text }) => text)
			.join(' ');
		const number = is(surface, 'meter') ? true : is(surface, 'display') ? null : false;
		return { tell: 'text', on: context.read, number, ...at };
	}
	const isPlain = rest.every((item) => item.kind !== undefined || item === where || is(item, ...PLAIN));
	const kinds = [...new Set(rest.flatMap(({ kind }) => kind?.kinds ?? []))].filter(
		(kind) => kind !== 'anything',
	);
	if (is(first, 'count')) return isPlain ? { tell: 'kinds', kinds, ...at } : 'unsure';
	if (is(first, 'describe')) return isPlain ? { tell: 'kinds', kinds, ...at } : 'unsure';
	// "Send me the number of people".
	return isTold && is(first, 'counted') && isPlain && kinds.length > 0
		? { tell: 'kinds', kinds, ...at }
		: null;
}

export const ignoredKinds = (items: readonly Item[]): Kind[] | undefined => {
	const isPlain = items.every((item) =>
		item.kind ? !item.kind.isNarrow : is(item, 'a', 'the', 'and', 'or', 'comma', 'every', 'skip', 'about'),
	);
	return isPlain ? items.flatMap(({ kind }) => kind ?? []) : undefined;
};
