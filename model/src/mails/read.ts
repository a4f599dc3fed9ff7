/** Reads a prompt about mails into a condition. What it is not sure of is beyond it, and never met by default. */
import {
	CONDITION_PARTS_MAX,
	type Condition,
	isInBounds,
	joined,
	negated,
} from '@watchword/contract/condition';
import { mailPromptWords } from '../languages/index.ts';
import { isLonger, type Sentence, sentencesOf, type Word } from '../reading/words.ts';
import { isBeyond, trimmed } from './beyond.ts';
import type { Around } from './piece.ts';
import { allOf } from './read-clause.ts';
import { readSentence, type Said } from './read-orders.ts';
import { valuesIn, type Wanted } from './read-values.ts';
import { withoutOpening } from './segments.ts';
import { isWhole, Vocabulary } from './vocabulary.ts';

const LONGEST = 5000;
const LONGEST_SENTENCE = 150;
let vocabularies: readonly Vocabulary[] | null = null;

/** Made when the first prompt is read. */
function languages(): readonly Vocabulary[] {
	const meanings = mailPromptWords.flatMap((words) => words.meanings);
	const real = mailPromptWords.flatMap(({ noise, nobody, generic, wide, fields }) =>
		[noise, nobody, generic, wide, fields].flatMap((words) => words.split(' ')),
	);
	vocabularies ??= mailPromptWords.map((data) => new Vocabulary(data, meanings, real));
	return vocabularies;
}

/** What a prompt about mails asks for. */
export interface MailReading {
	condition: Condition;
	/** The names of the values that it wants from a mail. */
	values: Wanted[];
	/** The orders that say what to write. */
	writes: string[];
}

export function readMailPrompt(prompt: string, today = new Date()): MailReading {
	const beyondAll: MailReading = {
		condition: { is: 'beyond', words: prompt.trim().slice(0, 80).toWellFormed() || '…' },
		values: [],
		writes: [],
	};
	if (isLonger(prompt, LONGEST)) return beyondAll;
	const sentences = sentencesOf(withoutDots(prompt));
	const words = sentences.flatMap((sentence) => sentence.words);
	const known = languages().map((one) => one.known(words));
	const voc = languages()[known.indexOf(Math.max(...known))] as Vocabulary;
	const best = readSentences(sentences, { voc, today, left: { pieces: CONDITION_PARTS_MAX } });
	return best && isInBounds(best.condition) ? best : { ...beyondAll, values: best?.values ?? [] };
}

/** "On the 1. December" is one sentence. */
const withoutDots = (prompt: string) =>
	prompt.replace(/(?<=\b\d{1,2})\.(?=\s+\p{L}{3,})/gu, (dot, at: number) => {
		const month = /^\.\s+(\p{L}+)/u.exec(prompt.slice(at, at + 20))?.[1]?.toLowerCase() ?? '';
		return mailPromptWords.some(({ dates }) => dates.months.includes(month)) ? '' : dot;
	});

/** Null if the prompt as a whole is not understood. */
function readSentences(sentences: readonly Sentence[], around: Around): MailReading | null {
	const { voc } = around;
	const said: Said[] = [];
	const values: Wanted[] = [];
	for (const sentence of sentences) {
		const plain = withoutOpening(trimmed(voc.plain(sentence.words)));
		if (plain.length === 0 || isWhole(voc.greetings, plain)) continue;
		if (plain.length > LONGEST_SENTENCE) return null;
		const { own, isQuestion, isWonder } = asked(plain, sentence, voc);
		const read: Said[] = isWonder ? [{ says: 'wish' }] : readSentence(own, around);
		// "Any reminders? Forward them."
		if (sentence.asks) for (const one of read) if ('isBare' in one) one.isBare = false;
		const isWish = read.every(({ says }) => says === 'wish' || says === 'unread');
		const wanted = isQuestion ? [] : valuesIn(own, voc, isWish);
		values.push(...wanted);
		// "Order number and total" asks for values.
		said.push(
			...(read.some(({ says }) => says === 'unread') && wanted.length > 0
				? [{ says: 'wish' } as const]
				: read),
		);
		if (around.left.pieces < 0) return null;
	}
	const condition = conditionOf(said, voc);
	const writes = said.flatMap((one) => (one.says === 'wish' && one.writes ? [one.writes] : []));
	return condition && { condition, values, writes };
}

/** "Could you tell me ..." orders, "has the backup failed?" asks, and so does "how much is it?", for a value. */
function asked(words: readonly Word[], { asks }: Sentence, voc: Vocabulary) {
	const [head, next, third] = words;
	const isFirst = (set: ReadonlySet<string>) => head !== undefined && !head.quoted && set.has(head.text);
	const isYesNo = isFirst(voc.is.asks) && next?.text !== 'not';
	if (isYesNo && (next?.text === 'you' || third?.text === 'you'))
		return {
			own: withoutOpening(words.slice(next?.text === 'you' ? 2 : 3)),
			isQuestion: false,
			isWonder: false,
		};
	if (isYesNo)
		return {
			own: [{ text: 'if', said: 'if', gap: true }, ...words.slice(1)],
			isQuestion: true,
			isWonder: false,
		};
	const isWhen = head?.text === 'when' && !head.quoted && (asks || voc.is.be.has(next?.text ?? ''));
	const isWonder = isWhen || (isFirst(voc.is.wonders) && (asks || valuesIn(words, voc).length > 0));
	return { own: words, isQuestion: false, isWonder };
}

const EVERY: Condition = { is: 'every' };

/** The condition of a prompt that is nothing but one: "invoices that look odd". */
function onlyIn([only, ...others]: readonly Said[]): Condition | null {
	return only?.says === 'unread' && others.length === 0 ? (only.condition ?? null) : null;
}

/** What all sentences come to; null if that is not certain. */
function conditionOf(said: readonly Said[], voc: Vocabulary): Condition | null {
	if (said.some(({ says }) => says === 'unclear')) return null;
	const of = (says: 'for' | 'against' | 'only') =>
		said.flatMap((one) => (one.says === says ? [one.condition] : []));
	const [reasons, against, only] = [of('for'), of('against'), of('only')];
	const rest = said.flatMap((one) => (one.says === 'rest' ? [one.isQuiet] : []));
	const isChosen = reasons.length + only.length > 0;
	// "Otherwise" must be the opposite of what is done before.
	if (rest.includes(true) && !isChosen) return null;
	if (rest.includes(false) && (against.length === 0 || isChosen)) return null;
	const unread = said.flatMap((one) => (one.says === 'unread' ? [one.words] : []));
	if (!isChosen && against.length === 0)
		return unread.length === 0 && said.some(({ says }) => says === 'wish') ? EVERY : onlyIn(said);
	// “I get mails from Amazon. Tell me ...”: what no order names may be told or chosen.
	const isBare = said.length > 1 && said.some((one) => 'isBare' in one && one.isBare);
	const isChoosing = unread.some((words) =>
		words.some(({ text, quoted }) => !quoted && voc.is.chooses.has(text)),
	);
	if (isBare || isChoosing) return null;
	const telling = reasons.filter(({ is }) => is !== 'every');
	const some = telling.length > 0 ? telling : reasons;
	return allOf([
		...(some.length > 0 ? [joined('any', some)] : []),
		...only,
		...against.map((one) => (isBeyond(one) ? one : negated(one))),
	]);
}
