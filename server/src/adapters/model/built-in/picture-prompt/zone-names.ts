/** The names of zones in a prompt, and what else means something at one camera alone. */
import type { Zone } from '@watchword/contract/zone';
import type { Surroundings } from '../../../../ports.ts';
import type { Where } from '../sight/zones.ts';
import { tokenise } from '../words.ts';
import { lookUp } from './lexicon.ts';
import { classOf } from './vocabulary.ts';

export interface Known {
	/** What the device's description names. */
	places: ReadonlySet<string>;
	/** The longest names first. */
	zones: readonly ZoneName[];
}

interface ZoneName {
	words: string[];
	/** Null if it was removed. */
	zone: Zone | null;
	/** Why the name alone must not decide anything; null if it may. */
	trouble: string | null;
	/** The name is also an everyday word: it is the zone only beside the word "zone". */
	isCommon: boolean;
}

export function knownOf({ device = '', zones = [], removedZones = [] }: Surroundings): Known {
	const named = (name: string, zone: Zone | null, trouble: string | null): ZoneName => {
		const words = tokenise(name);
		const meaning = meaningOf(words);
		const own = meaning === 'thing' ? 'a word it knows, and a zone; say “the zone” before it' : null;
		return { words, zone, trouble: trouble ?? own, isCommon: meaning === 'common' };
	};
	const all = [
		...zones.map((zone) =>
			named(zone.name, zone, zone.use === 'never' ? 'a zone where it never looks' : null),
		),
		...removedZones.map((name) => named(name, null, 'a zone that was removed')),
	].filter(({ words }) => words.length > 0);
	return {
		places: new Set(tokenise(device.slice(0, 200)).filter((word) => word.length > 2 && isStrange(word))),
		zones: all.sort((a, b) => b.words.length - a.words.length),
	};
}

/** Whether no list has the word. */
const isStrange = (word: string) =>
	/\p{L}/u.test(word) && classOf([word], 0) === null && lookUp([word], 0) === null;

/** What a name would be if it were no zone: a place, a thing that the model knows, or a word without a meaning of its own. */
function meaningOf(words: string[]): 'place' | 'thing' | 'common' {
	let things = 0;
	let others = 0;
	for (let at = 0; at < words.length; ) {
		const known = classOf(words, at);
		const thing = lookUp(words, at);
		if (!known && !thing) return 'place';
		if (thing && thing.length >= (known?.length ?? 0)) things++;
		else if (known?.is === 'place' || known?.is === 'spot') return 'place';
		else if (known && !/^(?:article|definite|link|not|relation|on|filler)$/.test(known.is)) others++;
		at += Math.max(thing?.length ?? 0, known?.length ?? 0);
	}
	if (things > 1 && others === 0) return 'place';
	return things + others === 0 ? 'common' : 'thing';
}

export type ZoneWords = { length: number } & ({ where: Where } | { unknown: string });

/** The zone that is named at a word. The word "zone" beside a name makes sure that it is meant. */
export function zoneAt(words: readonly string[], at: number, { zones }: Known): ZoneWords | null {
	const before = words[at] === 'zone' ? 1 : 0;
	for (const { words: name, zone, trouble, isCommon } of zones) {
		const start = [at + before, at].find((from) => name.every((word, index) => words[from + index] === word));
		if (start === undefined) continue;
		const end = start + name.length;
		const isSaid = start > at || words[end] === 'zone';
		if (isCommon && !isSaid) continue;
		const length = end + (words[end] === 'zone' || words[end] === 'area' ? 1 : 0) - at;
		const said = words.slice(at, at + length).join(' ');
		const side = sideOf(words.slice(Math.max(0, at - 4), at));
		if (!zone || zone.use === 'never' || (trouble && !isSaid))
			return { length, unknown: `${said} (${trouble})` };
		return side ? { length, where: { zone, side } } : { length, unknown: said };
	}
	const next = words[at + 1] ?? '';
	const isName = before > 0 && (/^(?:\d+|\p{L})$/u.test(next) || isStrange(next));
	return isName ? { length: 2, unknown: `zone ${next} (there is no such zone)` } : null;
}

const SIDES: [RegExp, Where['side']][] = [
	[/(?:^| )outside(?: of)?$/, 'outside'],
	[
		/(?:^| )(?:at|near|beside|next to|close to|by|around|alongside|against|past|approach(?:es|ed|ing)?)$/,
		'near',
	],
	[/(?:^| )(?:in|inside|into|within|on|onto|upon|on top of|through|across|along|from|over|up|down)$/, 'in'],
];

/** How the words before a zone relate to it; null if outlines cannot show it, such as "behind". */
function sideOf(before: readonly string[]): Where['side'] | null {
	const words = before.join(' ').replace(/(?:^| )(?:the|a|an|my|our|your|this|that)$/, '');
	const found = SIDES.find(([pattern]) => pattern.test(words));
	if (found) return found[1];
	const last = words.split(' ').at(-1) ?? '';
	const role = last ? classOf([last], 0)?.is : undefined;
	return role === 'relation' || role === 'on' || last === 'of' ? null : 'in';
}
