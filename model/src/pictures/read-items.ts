/** The words of a sentence with what they may mean, one by one. */
import { Lexicon } from '../reading/lexicon.ts';
import type { Word } from '../reading/words.ts';
import { type Amount, type Item, is, rolesAt } from './item.ts';
import { numberSaid } from './numerals.ts';
import { type Found, jointAt, readHours } from './read-hours.ts';
import { textsAfter } from './read-written.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Role } from './words.ts';

/** What means something at one camera alone. */
export interface Around {
	/** The names of zones, and those of zones that were removed. */
	zones?: readonly string[];
	removedZones?: readonly string[];
	/** The description of the camera. */
	device?: string;
}

export interface Reader {
	vocabulary: Vocabulary;
	zones: Lexicon<{ name: string; isRemoved: boolean }>;
	places: ReadonlySet<string>;
}

export function readerOf(
	vocabulary: Vocabulary,
	{ zones = [], removedZones = [], device = '' }: Around,
): Reader {
	const words =
		device
			.toLowerCase()
			.slice(0, 200)
			.match(/\p{L}{3,}/gu) ?? [];
	const named = (names: readonly string[], isRemoved: boolean) =>
		names.map(
			(name) =>
				[
					name
						.toLowerCase()
						.match(/[\p{L}\p{N}]+/gu)
						?.join(' ') ?? name,
					{ name, isRemoved },
				] as const,
		);
	return {
		vocabulary,
		zones: new Lexicon([...named(zones, false), ...named(removedZones, true)]),
		places: new Set(words.filter((word) => !vocabulary.names.knows(word))),
	};
}

export function itemsOf(words: readonly Word[], reader: Reader): Item[] {
	const items: Item[] = [];
	const says = words.some((_, at) => is(rolesAt(words, at, reader.vocabulary), 'says', 'shows'));
	for (let at = 0; at < words.length; ) {
		const item = itemAt(words, at, items, reader, says);
		items.push(item);
		at += item.words.length;
	}
	return items;
}

function itemAt(
	words: readonly Word[],
	at: number,
	before: readonly Item[],
	{ vocabulary, zones, places }: Reader,
	says: boolean,
): Item {
	const word = words[at] as Word;
	const of = (length: number) => words.slice(at, at + length);
	const texts = textsAfter(words, at, before, vocabulary, says);
	if (texts) return { words: of(texts.length), roles: [], texts: texts.value };
	if (word.quoted) return { words: of(1), roles: [] };
	if (/^[,:()]$/.test(word.text)) return { words: of(1), roles: ['comma'] };
	if (!/[\p{L}\p{N}<>=≥≤%&+/|°€$]/u.test(word.text)) return { words: of(1), roles: ['skip'] };
	const named = vocabulary.names.at(words, at);
	const zone = zones.at(words, at);
	const isZone = (from: number) => is(rolesAt(words, from, vocabulary), 'zone');
	// A zone called "dog" is meant only beside the word "zone".
	if (zone && (isZone(at + zone.length) || is(before.at(-1), 'zone') || isNoOther(named, zone.length))) {
		const said = of(zone.length + (isZone(at + zone.length) ? 1 : 0));
		if (!zone.meaning.isRemoved) return { words: said, roles: [], zone: zone.meaning.name };
		const last = said.at(-1) as Word;
		return {
			words: [...said.slice(0, -1), { ...last, said: `${last.said} (a zone that was removed)` }],
			roles: [],
		};
	}
	const measured =
		vocabulary.starts.has(word.text) || /^[\d,]/.test(word.text)
			? measureAt(words, at, before, vocabulary)
			: null;
	if (measured) return measured;
	if (named) {
		const { roles, kind, part } = named.meaning;
		return { words: of(named.length), roles, kind, part };
	}
	return { words: of(1), roles: places.has(word.text) ? ['place'] : [] };
}

/** Hours, moments and amounts. */
function measureAt(
	words: readonly Word[],
	at: number,
	before: readonly Item[],
	vocabulary: Vocabulary,
): Item | null {
	const item = (length: number, rest: Partial<Item>): Item => ({
		words: words.slice(at, at + length),
		roles: [],
		...rest,
	});
	const hours = readHours(words, at, vocabulary);
	if (hours) return item(hours.length, { hours: hours.value });
	const ago = readMoment(words, at, vocabulary);
	if (ago) return item(ago.length, ago.value === null ? { hours: null } : { ago: ago.value });
	const amount = readAmount(words, at, vocabulary);
	if (amount) return item(amount.length, { amount: amount.value });
	const after = vocabulary.after.at(words, at);
	const compared = vocabulary.compare.at(words, at);
	// "More than", of what is not clear.
	if (compared && !is(rolesAt(words, at, vocabulary), 'on', 'near'))
		return item(compared.length, { roles: ['doubt'] });
	return after && before.some((one) => one.amount) ? item(after.length, { bound: after.meaning }) : null;
}

const isNoOther = (
	named: { meaning: { kind?: unknown; roles: readonly Role[] }; length: number } | null,
	length: number,
) =>
	!named ||
	named.length < length ||
	(!named.meaning.kind && named.meaning.roles.some((role) => /^(?:place|close)$/.test(role)));

/** "3", "three", "more than 3", "between 2 and 5", "3 or more", "several". */
function readAmount(words: readonly Word[], at: number, vocabulary: Vocabulary): Found<Amount> | null {
	const { compare, vague, after, phrases } = vocabulary;
	const many = vague.at(words, at);
	// "Both a dog and a cat".
	if (many && !(many.meaning === 2 && is(rolesAt(words, at + many.length, vocabulary), 'a')))
		return { value: { compare: 'at least', than: many.meaning, isBare: true }, length: many.length };
	const how = compare.at(words, at);
	const isLoose = how !== null && is(rolesAt(words, at, vocabulary), 'on', 'near');
	const start = at + (how?.length ?? 0);
	const number =
		readNumber(words, start, vocabulary) ??
		(how && (how.length > 1 || !isLoose) ? one(words, start, vocabulary) : null);
	if (!number) return null;
	const end = start + number.length;
	const joint = jointAt(words, end) || (phrases.joint.at(words, end)?.length ?? 0);
	const other = joint > 0 ? readNumber(words, end + joint, vocabulary) : null;
	const isRange = how?.meaning === 'between' || (!how && !is(rolesAt(words, end, vocabulary), 'and'));
	if (other && isRange && other.value > number.value)
		return {
			value: { compare: 'between', than: number.value, to: other.value, isLoose: true },
			length: end + joint + other.length - at,
		};
	if (how?.meaning === 'between') return null;
	const loose = isLoose ? { isLoose } : {};
	if (how) return { value: { compare: how.meaning, than: number.value, ...loose }, length: end - at };
	const bound = after.at(words, end);
	// "Fewer than 5 or more than 8".
	return bound && !is(rolesAt(words, end + bound.length, vocabulary), 'than')
		? { value: { compare: bound.meaning, than: number.value }, length: end + bound.length - at }
		: { value: { compare: 'at least', than: number.value, isBare: true }, length: end - at };
}

function readNumber(words: readonly Word[], at: number, { numbers }: Vocabulary): Found<number> | null {
	const word = words[at];
	if (!word || word.quoted) return null;
	const named = numbers.at(words, at);
	if (named) return { value: named.meaning, length: named.length };
	const isLess = word.text === ',' && word.said !== ',' && /^\d/.test(words[at + 1]?.text ?? '');
	const said = isLess ? words[at + 1] : word;
	const value = said && /^\d[\d.,']*$/.test(said.text) ? numberSaid(said.text) : null;
	return value === null ? null : { value: isLess ? -value : value, length: isLess ? 2 : 1 };
}

/** "More than a person". */
const one = (words: readonly Word[], at: number, vocabulary: Vocabulary): Found<number> | null =>
	is(rolesAt(words, at, vocabulary), 'a') && !/^(?:any|some)$/.test(words[at]?.text ?? '')
		? { value: 1, length: 1 }
		: null;

/** "Yesterday", "an hour ago", "in the last 2 hours"; null for "10 minutes", which is how long something lasts. */
function readMoment(words: readonly Word[], at: number, vocabulary: Vocabulary): Found<number | null> | null {
	const { moments, units, phrases } = vocabulary;
	const named = moments.at(words, at);
	if (named) return { value: named.meaning, length: named.length };
	const past = phrases.past.at(words, at)?.length ?? 0;
	const count = readNumber(words, at + past, vocabulary) ?? (past > 0 ? null : one(words, at, vocabulary));
	if (past === 0 && !count) return null;
	const unit = units.at(words, at + past + (count?.length ?? 0));
	if (!unit) return null;
	const length = past + (count?.length ?? 0) + unit.length;
	const value = (count?.value ?? 1) * unit.meaning;
	const ago = phrases.ago.at(words, at + length)?.length ?? 0;
	return { value: past > 0 || ago > 0 ? value : null, length: length + ago };
}
