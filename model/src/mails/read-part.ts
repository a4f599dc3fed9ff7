/** Reads one thing that a prompt says of a mail: "it is from ACME". */
import { type Condition, joined, negated, type Part } from '@watchword/contract/condition';
import type { Word } from '../reading/words.ts';
import { beyond, isBeyond, isJoint, trimmed } from './beyond.ts';
import type { Around, Frame, Read } from './part.ts';
import { isEmpty, readCompared } from './read-compared.ts';
import { readEvent } from './read-event.ts';
import { takeComparison, takeDays } from './read-number.ts';
import { namedIn, senderIn, whichThing, wordsSaid } from './read-words.ts';
import { first } from './vocabulary.ts';

/** One thing that is said of a mail; null if it is not understood. */
export function readPart(given: readonly Word[], around: Around, depth = 0): Read | null {
	const words = trimmed(given);
	if (words.length === 0 || depth > 4) return null;
	const { voc } = around;
	const event = readEvent(words, voc);
	if (event) return { condition: event.condition, frame: { means: 'event', not: false, to: event.to } };
	const nots = words.filter(
		({ text, quoted }) => !quoted && (text === 'not' || text === 'no' || text === 'without'),
	);
	if (nots.length > 1) return null;
	if (nots.length === 1) {
		const without = words.flatMap((word) =>
			!nots.includes(word) ? [word] : word.text === 'without' ? [{ ...word, text: 'with' }] : [],
		);
		const read = readPart(without, around, depth + 1);
		// "No backup has failed", "no mail arrives": true of every other mail.
		if (nots[0]?.text === 'no' && voc.comes.match(words)) return null;
		if (
			!read ||
			isBeyond(read.condition) ||
			read.condition.is === 'all' ||
			!isSimple(read.condition, nots[0]?.text)
		)
			return readModified(words, around, depth);
		return {
			condition: negated(read.condition),
			frame: read.frame && { ...read.frame, not: !read.frame.not },
		};
	}
	const compared = takeComparison(words, voc);
	if (compared) {
		const condition = readCompared(compared, voc, (thing) => readPart(thing, around, depth + 1));
		return condition && { condition, frame: null };
	}
	const days = takeDays(words, voc, around.today);
	if (days) {
		const date: Part = { is: 'date', ...days.date };
		const rest = days.rest.slice(
			0,
			days.rest.findLastIndex(({ text }) => text !== 'that' && !voc.be.has(text)) + 1,
		);
		if (isEmpty(rest, voc)) return { condition: date, frame: null };
		const thing = rest.filter(({ text }) => !voc.owners.has(text));
		const of =
			readPart(rest, around, depth + 1)?.condition ?? inFrame({ means: 'about', not: false }, thing, around);
		return of && !isBeyond(of) ? { condition: allOf([of, date]), frame: null } : null;
	}
	if (voc.every.match(words)) return { condition: { is: 'every' }, frame: null };
	const thing = first(voc.things, words);
	if (thing) return { condition: thing.means, frame: { means: 'thing', not: false } };
	for (const [pattern, means] of voc.parts) {
		const x = pattern.match(words)?.x;
		const condition = x && inFrame({ means, not: false }, x, around);
		if (condition) return { condition, frame: { means, not: false } };
	}
	const which = whichThing(words, voc);
	if (which) return { condition: which, frame: { means: 'thing', not: false } };
	const named = namedIn(words, voc);
	if (named) return { condition: named, frame: { means: 'thing', not: false } };
	return readModified(words, around, depth);
}

const isSimple = (condition: Condition, not: string | undefined) =>
	condition.is !== 'every' && (not === 'not' || (condition.is !== 'value' && condition.is !== 'date'));

/** "An invoice | from ACME | with a PDF". */
function readModified(words: readonly Word[], around: Around, depth: number): Read | null {
	const { joins, comes } = around.voc;
	if (words.some(isJoint)) return null;
	const coming = comes.match(words)?.x;
	if (coming) return readPart(coming, around, depth + 1);
	const at = words.findLastIndex(({ text, quoted }, index) => index > 0 && !quoted && joins.has(text));
	if (at < 0) return null;
	const behind = words.slice(at);
	const left = readPart(words.slice(0, at), around, depth + 1);
	const right = readPart(behind[0]?.text === 'that' ? behind.slice(1) : behind, around, depth + 1);
	if (!left || !right || isBeyond(left.condition)) return null;
	// "Mentions a flight from Berlin" names no sender.
	if (left.frame && !/^(?:thing|sender|named)$/.test(left.frame.means)) return null;
	return { condition: allOf([left.condition, right.condition]), frame: right.frame };
}

/** What the words of a slot mean; null if they cannot mean that. */
export function inFrame(
	{ means, not, to }: Frame,
	given: readonly Word[],
	around: Around,
	isListed = false,
): Condition | null {
	const { voc } = around;
	const of = (part: Condition | null) => (part && not ? negated(part) : part);
	const words = trimmed(given);
	if (words.length === 0 || words.some(isJoint)) return null;
	// “Mentions the house or Bob sends a PDF.”
	if (isListed && words.some(({ text, quoted }) => !quoted && voc.verbs.has(text))) return null;
	if (means === 'thing') {
		return of(first(voc.things, words)?.means ?? namedIn(words, voc));
	}
	if (means === 'event') return of((to && readEvent([...to, ...words], voc)?.condition) ?? null);
	if (means === 'named' && !words.some(({ said, quoted }) => quoted || /[\p{Lu}@.]/u.test(said)))
		return beyond(words);
	if (means === 'sender' || means === 'named') return of(senderIn(words, voc));
	const event = means === 'about' ? readEvent(words, voc) : null;
	if (event) return of(event.condition);
	const isAmount =
		means === 'about' && words.every(({ text }) => voc.anAmount.has(text) || voc.articles.has(text));
	if (isAmount)
		return of({ is: 'value', label: null, unit: 'money', of: null, compare: 'at least', than: 0 });
	const said = wordsSaid(words, means, voc);
	if (!said) return null;
	if (said.length === 0) return means === 'about' ? null : beyond(words);
	const place = means === 'subject' || means === 'text' ? means : 'anywhere';
	return of({ is: 'says', words: said, match: 'any', in: place });
}

/** "Every mail" adds nothing to other parts. */
export function allOf(of: readonly Condition[]): Condition {
	const telling = of.filter(({ is, not }) => is !== 'every' || not);
	return joined('all', telling.length > 0 ? telling : of.slice(0, 1));
}
