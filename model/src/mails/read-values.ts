/** The values that a prompt wants from a mail: "extract the order number and the total", "how much is it?". */
import { saidBy, type Word } from '../reading/words.ts';
import type { ValueType } from './prompt-words.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Wanted {
	/** What it may be called, the first name first. */
	names: string[];
	type?: ValueType;
}

const MOST = 12;

/** With `alone`, a sentence may be nothing but a list of values. */
export function valuesIn(words: readonly Word[], voc: Vocabulary, alone = true): Wanted[] {
	const asked = askedBy(words, voc);
	if (asked) return [asked];
	for (const [at, word] of words.entries()) {
		const before = words[at - 1];
		const isStart = !before || /^(?:,|:|and|but|then)$/.test(before.text);
		const order = !word.quoted && (isStart || word.text === 'tell') ? voc.orderAt(words.slice(at)) : null;
		if (!order || !/^(?:wants|tells|moves|writes)$/.test(order.order)) continue;
		// “Reply with the order number.”
		const isWritten = order.order === 'writes';
		if (isWritten && order.object[0]?.text !== 'with') continue;
		const found = listIn(isWritten ? order.object.slice(1) : order.object, voc, false);
		if (found.length > 0) return found;
	}
	return alone ? listIn(words, voc, true) : [];
}

function askedBy(words: readonly Word[], voc: Vocabulary): Wanted | null {
	for (const { pattern, names, type } of voc.questions) {
		const slots = pattern.match(words);
		if (!slots) continue;
		const x = slots.x ?? [];
		if (x.length > 5 || x.some(({ text }) => voc.pronouns.has(text))) continue;
		return { names: names.map((name) => name.replace('{x}', saidBy(x))), ...(type && { type }) };
	}
	return null;
}

/** The names in a list of values, if one of them is known as the name of a value; with `alone`, all of them. */
function listIn(words: readonly Word[], voc: Vocabulary, alone: boolean): Wanted[] {
	const parts: Word[][] = [[]];
	for (const word of words)
		if (!word.quoted && /^(?:,|and|or|but)$/.test(word.text)) parts.push([]);
		else parts.at(-1)?.push(word);
	const read = parts
		.filter((part) => part.length > 0)
		.slice(0, MOST)
		.map((part) => valueIn(part, voc, alone));
	const known = read.filter(({ isKnown }) => isKnown).length;
	if (known === 0 || (alone && known < read.length)) return [];
	return read.flatMap(({ wanted }) => wanted ?? []);
}

function valueIn(
	part: readonly Word[],
	voc: Vocabulary,
	alone: boolean,
): { wanted: Wanted | null; isKnown: boolean } {
	// “When the parcel was delivered” is a condition, “when it is due” a wish.
	const isMoment = part[0]?.text === 'when' && !voc.wished.match(part.slice(1));
	const asked = isMoment ? null : askedBy(part, voc);
	if (asked) return { wanted: asked, isKnown: true };
	const end = part.findIndex(
		({ text, quoted }, at) => at > 0 && !quoted && (voc.joins.has(text) || voc.valueEnds.has(text)),
	);
	const bare = (end < 0 ? part : part.slice(0, end)).filter(
		({ text }) => !voc.determiners.has(text) && !voc.owners.has(text),
	);
	const last = bare.at(-1)?.text ?? '';
	const isCut = alone && end >= 0;
	const isName =
		!isCut &&
		bare.length > 0 &&
		bare.length <= 4 &&
		bare.every(({ text, quoted }) => !quoted && isPlain(text, voc));
	if (!isName) return { wanted: null, isKnown: false };
	return { wanted: { names: [saidBy(bare)] }, isKnown: voc.isField(last) };
}

const isPlain = (text: string, voc: Vocabulary) =>
	/^[\p{L}\p{N}.'-]+$/u.test(text) &&
	!voc.pronouns.has(text) &&
	!voc.wonders.has(text) &&
	!/^(?:not|if|when|whether)$/.test(text);
