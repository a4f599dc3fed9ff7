/** What the words of a language mean in prompts about pictures. */
import type { Comparison, DayPart, PicturePart } from '@watchword/contract/condition';
import { Lexicon } from '../reading/lexicon.ts';
import type { Word } from '../reading/words.ts';
import type { PictureWords, Role } from './words.ts';

export interface Kind {
	kinds: readonly string[];
	/** It names only some of the kind, which a picture does not show. */
	isNarrow: boolean;
	least: number;
	/** What it has with it: a cyclist has a bicycle. */
	having?: string;
}

/** What a phrase may mean; what it does mean depends on where it stands. */
export interface Meaning {
	roles: Role[];
	kind?: Kind;
	part?: PicturePart;
}

export interface Vocabulary {
	words: PictureWords;
	names: Lexicon<Meaning>;
	/** The words that slips are repaired to. With all of them, too many other words would be slips. */
	spelling: Lexicon<true>;
	numbers: Lexicon<number>;
	vague: Lexicon<number>;
	compare: Lexicon<Comparison['compare']>;
	after: Lexicon<Comparison['compare']>;
	hours: Lexicon<{ time: DayPart | null; days: number[] }>;
	days: Lexicon<number>;
	phrases: Record<
		'between' | 'joint' | 'from' | 'to' | 'on' | 'since' | 'until' | 'at' | 'clock' | 'ago' | 'past',
		Lexicon<true>
	>;
	/** "Yesterday", by the minutes since then; and the minutes of an hour. */
	moments: Lexicon<number>;
	units: Lexicon<number>;
	/** The first words of all hours, amounts and moments. */
	starts: ReadonlySet<string>;
	doing: RegExp | null;
	does: RegExp | null;
}

const listed = (names: string) =>
	names
		.split(',')
		.map((name) => name.trim().replace(/\s+/g, ' '))
		.filter(Boolean);
/** "dog~s" is "dog" and "dogs". */
const formsOf = (names: string) =>
	listed(names).flatMap((name) => {
		const [stem = '', ...ends] = name.split('~');
		return ends.length > 0 ? [stem, ...ends.map((end) => stem + end)] : name.split(/(?<=.)\/(?=.)/);
	});
const set = (names: string) => new Lexicon(listed(names).map((name) => [name, true] as const));
const byPhrase = <T>(lists: [names: string, meaning: T][]) =>
	new Lexicon(lists.flatMap(([names, meaning]) => listed(names).map((name) => [name, meaning] as const)));

export function vocabularyOf(words: PictureWords): Vocabulary {
	const { hours, moments } = words;
	const days = hours.days.map((names, day): [string, number] => [names, day]);
	const spans = [
		...Object.entries(hours.spans),
		...days.map(([names, day]) => [String(day), names] as const),
	];
	return {
		words,
		names: namesOf(words),
		spelling: spellingOf(words),
		numbers: new Lexicon(Object.entries(words.numbers)),
		vague: byPhrase(Object.entries(words.vague).map(([least, names]) => [names, Number(least)])),
		compare: byPhrase(comparisons(words.compare)),
		after: byPhrase(comparisons(words.after)),
		hours: byPhrase([
			...Object.entries(hours.parts).map(
				([time, names]): [string, { time: DayPart | null; days: number[] }] => [
					names,
					{ time: time as DayPart, days: [] },
				],
			),
			...spans.map(([span, names]): [string, { time: null; days: number[] }] => [
				listed(names)
					.flatMap((name) => listed(hours.before).map((before) => `${before} ${name}`))
					.join(','),
				{ time: null, days: [...span].map(Number) },
			]),
			// "Mondays" alone is a time, "sun" is not.
			...spans.map(([span, names]): [string, { time: null; days: number[] }] => [
				listed(names)
					.filter((name) => name.length > 5)
					.join(','),
				{ time: null, days: [...span].map(Number) },
			]),
		]),
		days: byPhrase(days),
		phrases: {
			between: set(words.between.before),
			joint: set(words.between.joint),
			from: set(hours.from),
			to: set(hours.to),
			on: set(hours.before),
			since: set(hours.after),
			until: set(hours.until),
			at: set(hours.at),
			clock: set(hours.clock),
			ago: set(moments.ago),
			past: set(moments.before),
		},
		moments: byPhrase(
			[...Object.entries(moments.named), [moments.last, '0']].map(([name = '', minutes = 0]) => [
				name,
				Number(minutes),
			]),
		),
		units: new Lexicon(Object.entries(moments.units)),
		starts: startsOf(words),
		doing: ending(words.doing),
		does: ending(words.does),
	};
}

const ending = (ends: string) => (ends ? new RegExp(`(?:${listed(ends).join('|')})$`) : null);
const comparisons = (table: Partial<Record<Comparison['compare'], string>>) =>
	Object.entries(table).map(([compare, names]): [string, Comparison['compare']] => [
		names,
		compare as Comparison['compare'],
	]);

function namesOf(words: PictureWords): Lexicon<Meaning> {
	const meanings = new Map<string, Meaning>();
	const meaningOf = (name: string) => {
		const known = name.replaceAll('-', ' ');
		const meaning = meanings.get(known) ?? { roles: [] };
		meanings.set(known, meaning);
		return meaning;
	};
	const kind = (names: string, meaning: Partial<Kind> & { kinds: string[] }) => {
		for (const name of formsOf(names)) meaningOf(name).kind ??= { isNarrow: false, least: 1, ...meaning };
	};
	for (const [kinds, names] of Object.entries({ ...words.kinds, ...words.groups }))
		kind(names, { kinds: listed(kinds) });
	for (const table of [words.narrower, words.narrowerGroups])
		for (const [kinds, names] of Object.entries(table)) kind(names, { kinds: listed(kinds), isNarrow: true });
	for (const [having, names] of Object.entries(words.having)) kind(names, { kinds: ['person'], having });
	for (const [least, { all, some }] of Object.entries(words.several)) {
		kind(all, { kinds: ['person'], least: Number(least) });
		kind(some, { kinds: ['person'], least: Number(least), isNarrow: true });
	}
	for (const [part, names] of Object.entries(words.parts))
		for (const name of listed(names))
			for (const rest of ['', ...listed(words.ofPicture)])
				meaningOf(`${name} ${rest}`.trim()).part = part as PicturePart;
	for (const [role, names] of Object.entries(words.roles))
		for (const name of formsOf(names)) meaningOf(name).roles.push(role as Role);
	return new Lexicon(meanings);
}

function startsOf({
	vague,
	compare,
	after,
	between,
	hours,
	numbers,
	moments,
	roles,
}: PictureWords): Set<string> {
	const { parts, spans, days, ...others } = hours;
	const phrases = [
		...[vague, compare, after, parts, spans].flatMap((table) => Object.values(table)),
		...[between.before, ...days, ...Object.values(others), moments.before, moments.last, roles.a ?? ''],
		...[numbers, moments.named].flatMap((table) => Object.keys(table)),
	];
	return new Set(phrases.flatMap(listed).map((phrase) => phrase.split(' ')[0] ?? ''));
}

/** Everyday kinds and places, and what leads to a condition. */
function spellingOf(words: PictureWords): Lexicon<true> {
	const { kinds, narrower, groups, narrowerGroups, having, roles, hours } = words;
	const { close = '', if: cues = '', tell = '', nobody = '', without = '' } = roles;
	const repaired = [...Object.values(kinds), close, cues, tell, nobody, without].flatMap(formsOf);
	const known = [
		...[narrower, groups, narrowerGroups, having, roles].flatMap((table) =>
			Object.values(table).flatMap(formsOf),
		),
		...[words.vague, words.compare, words.after, words.between, hours.parts, hours.spans].flatMap((table) =>
			Object.values(table).flatMap(listed),
		),
		...[...hours.days, words.real].flatMap(listed),
		...[words.numbers, words.moments.units, words.moments.named].flatMap((table) => Object.keys(table)),
	];
	return new Lexicon(
		repaired.map((name) => [name, true] as const),
		known.flatMap((phrase) => phrase.split(' ')),
	);
}

/** How many of the words are known: the language of a prompt is the one that knows most of them. */
export const knownIn = ({ names, numbers }: Vocabulary, words: readonly Word[]) =>
	words.filter(({ text, quoted }) => !quoted && (names.knows(text) || numbers.knows(text))).length;
