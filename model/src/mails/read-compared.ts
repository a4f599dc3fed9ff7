/** Reads what a number is of: "the invoice is over 500 euros". */
import { type Condition, joined, type Part, partsOf } from '@watchword/contract/condition';
import { saidBy, type Word } from '../reading/words.ts';
import { isBeyond, LONGEST_BEYOND, trimmed } from './beyond.ts';
import type { Read } from './part.ts';
import type { takeComparison } from './read-number.ts';
import type { Vocabulary } from './vocabulary.ts';

/** `readPart` reads the words of the thing. */
export function readCompared(
	{ comparison, rest, behindAt }: NonNullable<ReturnType<typeof takeComparison>>,
	voc: Vocabulary,
	readPart: (words: readonly Word[]) => Read | null,
): Condition | null {
	const value = (label: string | null): Part => ({ is: 'value', label, ...comparison });
	const words = trimmed(rest);
	// “More than 5 failed logins” counts something.
	const behind = rest.slice(behindAt);
	const isCount =
		behind.some(({ text }) => !voc.aroundNumber.has(text)) &&
		!voc.comes.match([...rest.slice(0, 1), ...behind]);
	if (comparison.unit === 'number' && isCount) return null;
	const isBare = isEmpty(
		words.filter(({ text }) => !voc.aroundNumber.has(text)),
		voc,
	);
	const isMoney = comparison.unit === 'money';
	if (isBare) {
		// “Between 9 and 17” may be hours.
		if (words.length === 0 && comparison.unit === 'number') return null;
		if (comparison.unit === 'percent')
			return value(
				words.length > 0 && words.every(({ text }) => voc.be.has(text) || voc.pronouns.has(text))
					? null
					: 'discount',
			);
		if (
			comparison.unit !== 'money' &&
			words.length > 0 &&
			!words.some(({ text }) => voc.totals.has(text) || text === 'costs')
		)
			return null;
		return comparison.unit === 'measure' ? value(null) : value('total');
	}
	const ends = trimEnds(voc.comes.match(words)?.x ?? words, voc);
	const texts = ends.map(({ text }) => text);
	if (texts.every((text) => voc.totals.has(text))) {
		const isAny = isMoney && words.some(({ text }) => text === 'a' || text === 'an');
		return value(
			isAny ? null : texts.some((text) => voc.anAmount.has(text)) && texts.length === 1 ? 'amount' : 'total',
		);
	}
	const of = readPart(ends);
	if (
		of &&
		partsOf(of.condition).every(
			({ is, not }) =>
				(is === 'kind' || is === 'sender' || (is === 'says' && of.frame?.means === 'thing')) && !not,
		)
	)
		return joined('all', [of.condition, value('total')]);
	if (of?.condition.is === 'every') return value('total');
	const last = texts.at(-1) ?? '';
	if (voc.anAmount.has(last) && of && !isBeyond(of.condition)) return value(null);
	if (
		ends.length > 4 ||
		texts.some((text) => voc.joins.has(text) || voc.pronouns.has(text) || voc.nobody.has(text))
	)
		return null;
	if (ends.some(({ quoted, text }) => !quoted && !/^[\p{L}\p{N}]/u.test(text))) return null;
	// “The price of Gruyere” is beside “Gruyere”.
	const named = voc.totals.has(texts[0] ?? '') && texts[1] === 'of' ? ends.slice(2) : ends;
	const label = voc.worth.has(last) ? 'total' : saidBy(named).slice(0, LONGEST_BEYOND);
	const meant = voc.meanings.get(last.replace(/s$/, ''));
	const says: Part[] =
		isMoney && meant && ends.length === 1
			? [
					{
						is: 'says',
						words: [last.replace(/s$/, ''), ...meant.filter((word) => word !== last.replace(/s$/, ''))],
						match: 'any',
						in: 'anywhere',
					},
				]
			: [];
	return joined('all', [...says, value(label)]);
}

/** Words around a number, such as "of" and "costs", at both ends. */
function trimEnds(words: readonly Word[], { aroundNumber, totals }: Vocabulary): Word[] {
	const isAround = (word: Word | undefined) =>
		word !== undefined &&
		!word.quoted &&
		aroundNumber.has(word.text) &&
		!totals.has(word.text) &&
		word.said !== 'A';
	let [from, to] = [0, words.length];
	while (from < to && isAround(words[from])) from++;
	while (to > from && isAround(words[to - 1])) to--;
	return words.slice(from, to);
}

export const isEmpty = (words: readonly Word[], voc: Vocabulary) =>
	words.every(
		({ text, quoted }) =>
			!quoted &&
			(voc.pronouns.has(text) ||
				voc.be.has(text) ||
				voc.articles.has(text) ||
				text === 'mail' ||
				text === 'mails'),
	);
