/** The values that a prompt wants from a mail: "extract the order number and the total", "how much is it?". */
import { saidBy, type Word } from '../reading/words.ts';
import type { ValueType } from './prompt-words.ts';
import { isWhole, type Vocabulary } from './vocabulary.ts';

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
		const order = word.quoted ? null : voc.orders.at(words, at);
		const isTold = order?.meaning === 'tells' && order.length > 1;
		if (!order || !(isStart || isTold) || !/^(?:wants|tells|moves|writes|answers)$/.test(order.meaning))
			continue;
		// “Reply with the order number.”
		const object = words.slice(at + order.length);
		const isWritten = order.meaning === 'writes' || order.meaning === 'answers';
		if (isWritten && object[0]?.text !== 'with') continue;
		const found = listIn(isWritten ? object.slice(1) : object, voc, false);
		if (found.length > 0) return found;
	}
	return alone ? listIn(words, voc, true) : [];
}

function askedBy(words: readonly Word[], voc: Vocabulary): Wanted | null {
	for (const { slot, names, type } of voc.questions) {
		const x = slot(words);
		if (!x) continue;
		if (x.length > 5 || x.some(({ text }) => voc.is.pronouns.has(text))) continue;
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
		.filter((part) => part.length > 0 && !voc.orders.at(part, 0))
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
	const isMoment = part[0]?.text === 'when' && !isWhole(voc.wished, part.slice(1));
	const asked = isMoment ? null : askedBy(part, voc);
	if (asked) return { wanted: asked, isKnown: true };
	const { articles, owners, pronouns, wonders, valueEnds } = voc.is;
	const isEnd = (_: Word, at: number) =>
		at > 0 &&
		(valueEnds.has(part[at]?.text ?? '') ||
			/^(?:sender|link|about)$/.test(voc.roles.at(part, at)?.meaning.is ?? ''));
	const end = part.findIndex(isEnd);
	const bare = (end < 0 ? part : part.slice(0, end)).filter(
		({ text }) => !articles.has(text) && !owners.has(text),
	);
	const isPlain = ({ text, quoted }: Word) =>
		!quoted &&
		/^[\p{L}\p{N}.'-]+$/u.test(text) &&
		!pronouns.has(text) &&
		!wonders.has(text) &&
		!/^(?:not|no|without|only|if|when|whether|mails)$/.test(text);
	const isName = !(alone && end >= 0) && bare.length > 0 && bare.length <= 4 && bare.every(isPlain);
	if (!isName) return { wanted: null, isKnown: false };
	return { wanted: { names: [saidBy(bare)] }, isKnown: voc.isField(bare.at(-1)?.text ?? '') };
}
