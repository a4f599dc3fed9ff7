import type { KnownObject } from '@watchword/contract/known-objects';
import { readHours } from './hours.ts';
import { JOINTS } from './joints.ts';
import { COMING_AND_GOING, inWords, lookUp, type Meaning } from './lexicon.ts';
import { readQuantity } from './quantity.ts';
import { classOf } from './vocabulary.ts';

/** "Anything other than a cat", "any animal except dogs": the kinds of a group, but for that. */
export function readOther(words: readonly string[], at: number): { meaning: Meaning; length: number } | null {
	return readOtherKind(words, at) ?? readOtherOne(words, at) ?? readUnlike(words, at);
}

function readOtherKind(words: readonly string[], at: number): ReturnType<typeof readOther> {
	const group = groupAt(words, at);
	if (!group) return null;
	const length = exceptLength(words, at + group.length);
	const after = at + group.length + length;
	// "Any animal except my cat" still means somebody else's cat.
	const article = (group.any ? /^(?:a|an|the|my|our)$/ : /^(?:a|an)$/).test(words[after] ?? '') ? 1 : 0;
	const excluded = length > 0 ? excludedAt(words, after + article, group.kinds, group.any) : null;
	if (!excluded) return null;
	const kinds = group.kinds.filter((kind) => !excluded.kinds.includes(kind));
	if (kinds.length === 0 || kinds.length === group.kinds.length) return null;
	return {
		meaning: {
			label: `${group.label} other than a ${inWords(excluded.labels, 'or')}`,
			kinds,
			plural: false,
			said: words.slice(at, excluded.to).join(' '),
			...(excluded.isCut && { narrow: true }),
		},
		length: excluded.to - at,
	};
}

/** "Anybody except the dog": a dog is no person anyway. */
function readUnlike(words: readonly string[], at: number): ReturnType<typeof readOther> {
	const what = lookUp(words, at);
	const from = at + (what?.length ?? 0);
	if (!what || !/^(?:except|other)$/.test(words[from] ?? '')) return null;
	const length = exceptLength(words, from);
	const article = /^(?:an?|the|my|our|your|any)$/.test(words[from + length] ?? '') ? 1 : 0;
	const other = length > 0 ? lookUp(words, from + length + article) : null;
	if (!other || other.meaning.kinds.some((kind) => what.meaning.kinds.includes(kind))) return null;
	const to = from + length + article + other.length;
	// "Except dogs and florps", "except the dog's owner": more is said than that.
	if (/^(?:and|or|,)$/.test(words[to] ?? '')) return null;
	return { meaning: what.meaning, length: to - at };
}

/** How many words say that something is excepted. */
function exceptLength(words: readonly string[], at: number): number {
	const comma = words[at] === ',' && words[at + 1] === 'except' ? 1 : 0;
	const [first = '', second = '', third = ''] = words.slice(at + comma, at + comma + 3);
	if (first === 'except') return comma + (second === 'for' ? 2 : 1);
	if (first === 'other' && second === 'than') return 2;
	if (/^(?:that|which)$/.test(first) && /^(?:is|are)$/.test(second) && /^(?:not|neither)$/.test(third))
		return 3;
	return /^(?:but|besides)$/.test(first) ? 1 : 0;
}

/** "Anyone other than me", "a car except mine": some of its kind, and the detector cannot tell which. */
function readOtherOne(words: readonly string[], at: number): ReturnType<typeof readOther> {
	const what = lookUp(words, at);
	if (!what || what.meaning.narrow) return null;
	const from = at + what.length;
	const length = exceptLength(words, from);
	// "A person but a dog too" adds something; "anyone but my wife" does not.
	if (length === 0 || (words[from] === 'but' && !/^any/.test(words[at] ?? ''))) return null;
	const { kinds } = what.meaning;
	let to = exceptedEnd(words, from + length, kinds, false);
	if (to === null) return null;
	// "Besides me and my wife", "except my cat or a dog".
	while (/^(?:and|or|,)$/.test(words[to] ?? '')) {
		const next = exceptedEnd(words, to + 1, kinds, true);
		if (next === null) break;
		to = next;
	}
	const said = words.slice(at, to).join(' ');
	return { meaning: { ...what.meaning, said, narrow: true }, length: to - at };
}

/** Where "me" or "my wife" ends; null if it is no such exception. */
function exceptedEnd(
	words: readonly string[],
	at: number,
	kinds: readonly KnownObject[],
	isAny: boolean,
): number | null {
	const isOwned = /^(?:the|my|our|your|his|her|their)$/.test(words[at] ?? '');
	const after = at + (isOwned || /^an?$/.test(words[at] ?? '') ? 1 : 0);
	const own = selfAt(words, after);
	if (own > 0) return after + own;
	const other = lookUp(words, after);
	const isSome = other && (other.meaning.narrow || isOwned || isAny);
	return isSome && other.meaning.kinds.every((kind) => kinds.includes(kind)) ? after + other.length : null;
}

/** How many words name the customer: "me", "one of us". */
function selfAt(words: readonly string[], at: number): number {
	const known = classOf(words, at);
	return known?.is === 'self' ? known.length : 0;
}

/** What is excepted from a group: "cats", "a cat or a dog". It is cut at a word that is not known. Null if the detector cannot tell it from the rest. */
function excludedAt(words: readonly string[], at: number, group: readonly KnownObject[], isAny: boolean) {
	const labels: string[] = [];
	const kinds: KnownObject[] = [];
	let to = at;
	let isCut = false;
	for (let next = at; ; ) {
		const article = to > at && /^(?:an?|the|my|our)$/.test(words[next] ?? '') ? 1 : 0;
		next += article;
		const found = lookUp(words, next);
		if (!found) {
			// "Except a dog or a florp", "except dogs or mine".
			const own = to > at ? selfAt(words, next) : 0;
			isCut = own > 0 || (/^(?:or|nor)$/.test(words[next - article - 1] ?? '') && isStrange(words, next));
			if (isCut) to = next + (own || 1);
			break;
		}
		// "Except dogs or my cat".
		if (article > 0 && !isAny && !/^an?$/.test(words[next - 1] ?? '')) {
			isCut = true;
			to = next + found.length;
			break;
		}
		const isOfGroup = found.meaning.kinds.every((kind) => group.includes(kind));
		if ((labels.length === 0 || article > 0) && !isOfGroup) break;
		if (found.meaning.narrow) return null;
		// "Vehicles except cars and bikes": a bike is none anyway.
		if (isOfGroup) labels.push(found.meaning.label);
		kinds.push(...found.meaning.kinds);
		to = next + found.length;
		const joint = words.slice(to, to + 2).filter((word) => /^(?:,|and|or|nor)$/.test(word)).length;
		if (joint === 0) break;
		next = to + joint;
	}
	return labels.length > 0 ? { labels, kinds, to, isCut } : null;
}

const isStrange = (words: readonly string[], at: number) =>
	/^\p{L}/u.test(words[at] ?? '') &&
	classOf(words, at) === null &&
	!JOINTS.has(words[at] ?? '') &&
	!/^(?:if|when|whenever|there|it)$/.test(words[at] ?? '') &&
	readHours(words, at) === null &&
	readQuantity(words, at) === null;

/** A word for several kinds: "anything" for all that comes and goes, or "animal". */
function groupAt(words: readonly string[], at: number) {
	if (/^(?:any|some)thing$/.test(words[at] ?? '')) {
		return { label: 'person, animal or vehicle', kinds: COMING_AND_GOING, length: 1, any: true };
	}
	const found = lookUp(words, at);
	if (!found || found.meaning.narrow || found.meaning.kinds.length < 2) return null;
	const { label, kinds } = found.meaning;
	return { label, kinds, length: found.length, any: false };
}
