/** Reads a prompt about mails into a condition. What it is not sure of is beyond it, and never met by default. */
import {
	beyondIn,
	CONDITION_DEPTH_MAX,
	CONDITION_PARTS_MAX,
	type Condition,
	isGroup,
	joined,
	negated,
	partsOf,
} from '@watchword/contract/condition';
import { mailPromptWords } from '../languages/index.ts';
import { isLonger, type Sentence, sentencesOf, type Word } from '../reading/words.ts';
import { beyond, isJoint, trimmed } from './beyond.ts';
import type { Around } from './part.ts';
import { readClause } from './read-clause.ts';
import {
	isCue,
	orderIn,
	ordersOf,
	otherwise,
	readOrders,
	type Said,
	stanceOf,
	withoutOpening,
} from './read-orders.ts';
import { allOf } from './read-part.ts';
import { valuesIn, type Wanted } from './read-values.ts';
import { Vocabulary } from './vocabulary.ts';

const LONGEST = 5000;
const LONGEST_SENTENCE = 150;
let vocabularies: readonly Vocabulary[] | null = null;

/** Made when the first prompt is read. */
const languages = () => {
	const meanings = mergedMeanings();
	const real = mailPromptWords.flatMap(({ noise, nobody, generic, wide, fields }) =>
		[noise, nobody, generic, wide, fields].flatMap((words) => words.split(' ')),
	);
	vocabularies ??= mailPromptWords.map((data) => new Vocabulary(data, meanings, real));
	return vocabularies;
};

/** A word may be in lists of both languages. */
const mergedMeanings = () => mailPromptWords.flatMap(({ meanings }) => meanings);

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
	const [voc, other] = languages().toSorted((a, b) => b.known(words) - a.known(words));
	const readIn = (one: Vocabulary | undefined) =>
		one ? readSentences(sentences, { voc: one, today, left: { clauses: CONDITION_PARTS_MAX } }) : null;
	const read = readIn(voc);
	// A few words may be of either language.
	const isEither = (!read || isUnread(read)) && voc && other && other.known(words) === voc.known(words);
	const best = isEither ? ([read, readIn(other)].find((one) => one && !isUnread(one)) ?? read) : read;
	return best && isWithinLimits(best.condition) ? best : { ...beyondAll, values: best?.values ?? [] };
}

const isUnread = ({ condition }: MailReading) => condition.is === 'beyond';

/** "On the 1. December" is one sentence. */
const withoutDots = (prompt: string) =>
	prompt.replace(/(?<=\b\d{1,2})\.(?=\s+\p{L}{3,})/gu, (dot, at: number) => {
		const month = /^\.\s+(\p{L}+)/u.exec(prompt.slice(at, at + 20))?.[1]?.toLowerCase() ?? '';
		return mailPromptWords.some(({ dates }) => dates.months.includes(month)) ? '' : dot;
	});

function isWithinLimits(condition: Condition): boolean {
	const depth = (one: Condition): number => (isGroup(one) ? 1 + Math.max(0, ...one.of.map(depth)) : 0);
	return partsOf(condition).length <= CONDITION_PARTS_MAX && depth(condition) <= CONDITION_DEPTH_MAX;
}

/** Null if the prompt as a whole is not understood. */
function readSentences(sentences: readonly Sentence[], around: Around): MailReading | null {
	const { voc } = around;
	const read: Said[] = [];
	const values: Wanted[] = [];
	for (const { words, asks } of sentences) {
		const plain = withoutOpening(trimmed(voc.plain(words)));
		if (plain.length === 0 || voc.greeting.match(plain)) continue;
		if (plain.length > LONGEST_SENTENCE) return null;
		const isQuestion = voc.asks.has(words[0]?.text ?? '') && !/^(?:n't|not)$/.test(words[1]?.text ?? '');
		const said = readSentence(plain, { asks, isQuestion }, around);
		read.push(...said);
		const isWish = said.every(({ says }) => says === 'wish') && !voc.orderAt(plain);
		if (!isQuestion || isToModel(plain[0]) || isToModel(plain[1]))
			values.push(...valuesIn(plain, voc, isWish));
		if (around.left.clauses < 0) return null;
	}
	if (read.some(({ says }) => says === 'unclear')) return null;
	const writes = read.flatMap((one) => (one.says === 'wish' && one.writes ? [one.writes] : []));
	// "I get nervous when bills come" is no order beside one.
	const isStrong = read.some((one) => 'condition' in one && one.says !== 'unread' && !one.isWeak);
	const of = (says: 'for' | 'against' | 'only') =>
		read.flatMap((one) => (one.says === says && !(isStrong && one.isWeak) ? [one.condition] : []));
	let [reasons, against, only] = [of('for'), of('against'), of('only')];
	const rest = read.flatMap((one) => (one.says === 'rest' ? [one.isQuiet] : []));
	// "Otherwise" must be the opposite of what is done before.
	if (rest.includes(true) && reasons.length + only.length === 0) return null;
	if (rest.includes(false) && (against.length === 0 || reasons.length + only.length > 0)) return null;
	const unread = read.filter((one) => one.says === 'unread');
	const isChosen = reasons.length + against.length + only.length > 0;
	if (!isChosen) {
		if (unread.length === 0)
			return read.some(({ says }) => says === 'wish') ? { condition: { is: 'every' }, values, writes } : null;
		const [single, ...others] = unread;
		if (others.length > 0 || !single?.condition || read.some(({ says }) => says === 'wish')) return null;
		reasons = [single.condition];
	} else if (unread.some(({ condition }) => condition && isChoosing(condition, voc))) return null;
	if (reasons.length > 1 && reasons.some(({ is }) => is === 'every'))
		reasons = reasons.filter(({ is }) => is !== 'every');
	const all = [
		...(reasons.length > 0 ? [joined('any', reasons)] : []),
		...only,
		...against.map((one) => (one.is === 'beyond' ? one : negated(one))),
	];
	return { condition: allOf(all), values, writes };
}

/** A sentence that was not read, but chooses: "skip the boring ones". */
const isChoosing = (condition: Condition, { chooses }: Vocabulary) =>
	beyondIn(condition).some((words) =>
		words
			.toLowerCase()
			.split(/\P{L}+/u)
			.some((word) => chooses.has(word)),
	);

const isToModel = (word: Word | undefined) => /^(?:you|du|sie)$/.test(word?.text ?? '');

interface Manner {
	/** It ends with a question mark. */
	asks: boolean;
	/** It begins as a question for yes or no. */
	isQuestion: boolean;
}

function readSentence(words: readonly Word[], { asks, isQuestion }: Manner, around: Around): Said[] {
	const { voc } = around;
	const [head] = words;
	if (!head) return [];
	if (head.text === 'otherwise' && !head.quoted) return [otherwise(words.slice(1), voc)];
	const isWonder = voc.wonders.has(head.text) && (asks || valuesIn(words, voc).length > 0);
	const isWhen = head.text === 'when' && (asks || voc.be.has(words[1]?.text ?? ''));
	if (!head.quoted && (isWonder || isWhen)) return [{ says: 'wish' }];
	if (isQuestion && !head.quoted) {
		const said = voc.asks.has(head.text) ? words.slice(1) : words;
		if (isToModel(said[0]))
			return readSentence(withoutOpening(said.slice(1)), { asks: false, isQuestion: false }, around);
		return [{ says: 'for', condition: readClause(said, around), isWeak: false }];
	}
	const cues = words.flatMap((word, at) =>
		(isCue(word) && !isContent(words, at, voc)) || (at === 0 && word.text === 'unless') ? [at] : [],
	);
	if (cues.length === 0) return readUnless(words, around) ?? readOrders(words, around);
	const said: Said[] = [];
	const whole = words.slice(0, cues[0]);
	// "On weekdays, tell me if ...": what comes before the order limits it.
	const isLed = voc.orderAt(whole.filter(({ text }) => !/^(?:not|no|only)$/.test(text))) === null;
	const lead = isLed ? (orderIn(whole, around)?.at ?? 0) : 0;
	const limit = lead > 0 ? readClause(trimmed(whole.slice(0, lead)), around) : null;
	const headWords = whole.slice(lead);
	// "Ignore newsletters but tell me if they mention pumps."
	const [refusal = [], ...orders] = ordersOf(headWords, voc);
	if (voc.orderAt(refusal)?.order === 'quiet' && orders.length > 0) {
		if (/^(?:they|them|it|one|any|sie|es|eine|einer)$/.test(words[(cues[0] ?? 0) + 1]?.text ?? ''))
			return [{ says: 'unclear' }];
		const rest = words.slice(whole.length - (orders[0]?.length ?? 0));
		return [
			...readOrders(refusal, around),
			...readSentence(rest, { asks: false, isQuestion: false }, around),
		];
	}
	const before = stanceOf(headWords, around);
	if (before === 'unclear') return [{ says: 'unclear' }];
	let stance = before;
	const { chosen, isWeak } = stance;
	const isAsked = cues.every((at) => words[at]?.text === 'whether');
	/** What the clauses so far come to, until an order ends them. */
	let open = null as { condition: Condition; isQuiet: boolean } | null;
	let joint: 'all' | 'any' = 'any';
	const close = () => {
		if (!open) return;
		const { condition, isQuiet } = open;
		const isNarrowing = stance.isOnly || words[0]?.text === 'unless';
		said.push({
			says: isQuiet ? 'against' : isNarrowing ? 'only' : 'for',
			condition,
			isWeak: isWeak || isAsked,
		});
		open = null;
	};
	for (const [index, at] of cues.entries()) {
		const end = cues[index + 1] ?? words.length;
		const clause = words.slice(at + 1, end);
		const order = orderIn(clause, around);
		const own = order ? clause.slice(0, order.at) : clause;
		const last = own.at(-1);
		const next = last && !last.quoted && (last.text === 'and' || last.text === 'but') ? 'all' : 'any';
		if (stance.isContent) {
			said.push({ says: 'nothing' });
			continue;
		}
		const text = trimmed(own);
		if (text.length === 0) return [{ says: 'unclear' }];
		if (voc.wished.match(text)) {
			said.push({ says: 'nothing' });
			continue;
		}
		const isException = words[at]?.text === 'unless';
		let condition = readClause(text, around);
		if (isException)
			condition =
				condition.is === 'beyond' ? beyond(words.slice(at, at + 1 + own.length)) : negated(condition);
		const isQuiet = order ? order.isQuiet : (open?.isQuiet ?? stance.isQuiet);
		if (order?.isUnclear) return [{ says: 'unclear' }];
		if (order?.unless) condition = allOf([condition, order.unless]);
		open = open ? { condition: joined(joint, [open.condition, condition]), isQuiet } : { condition, isQuiet };
		joint = next;
		// "If it is an invoice, tell me if it is over 500 euros": both must be true.
		const [mark] = clause.slice(-1).filter(isJoint);
		const after = mark?.text === ',' && orderIn(words.slice(end + 1, cues[index + 2]), around);
		const isOne = mark ? mark.text === ',' && !after : true;
		const isNarrowed = headWords.length === 0 && order && !order.rest && end < words.length && isOne;
		if (isNarrowed) joint = 'all';
		else if (order) {
			close();
			if (order.rest) said.push(...order.rest);
			stance = { ...stance, isQuiet: false, isOnly: false, isContent: false };
		}
	}
	close();
	// "Forward invoices if they are over 500 euros."
	const all = said.map((one) => narrowed(narrowed(one, chosen), limit));
	// "Tell me about invoices, but if they are from ACME, ignore them."
	const isLeftOut = chosen && !before.isQuiet && said.every(({ says }) => says === 'against');
	return isLeftOut ? [{ says: 'for', condition: chosen }, ...all] : all;
}

/** "Do not reply unless it is from Marc", "reply with thanks unless it is a newsletter". */
function readUnless(words: readonly Word[], around: Around): Said[] | null {
	const { voc } = around;
	const at = words.findIndex(({ text, quoted }) => !quoted && text === 'unless');
	if (at < 1) return null;
	const [left, right] = [words.slice(0, at), words.slice(at + 1)];
	const isNot = left[0]?.text === 'not';
	const order = voc.orderAt(isNot ? left.slice(1) : left);
	if (!order || (!isNot && order.order !== 'writes' && order.order !== 'tells')) return null;
	const condition = readClause(right, around);
	if (isNot === (order.order === 'quiet')) return [{ says: 'unclear' }];
	if (condition.is === 'beyond') return [{ says: 'for', condition: beyond(words.slice(at)) }];
	return [isNot ? { says: 'for', condition } : { says: 'only', condition: negated(condition) }];
}

const narrowed = (one: Said, chosen: Condition | null): Said =>
	chosen && (one.says === 'for' || one.says === 'against' || one.says === 'only')
		? { ...one, condition: allOf([chosen, one.condition]) }
		: one;

/** "Say that we answer when we can": this belongs to what is written. */
function isContent(words: readonly Word[], at: number, voc: Vocabulary): boolean {
	const [next, verb] = [words[at + 1]?.text ?? '', words[at + 2]?.text ?? ''];
	if (words[at]?.text === 'when' && words[at - 1]?.text === 'and' && voc.wished.match(words.slice(at + 1)))
		return true;
	return (
		/^(?:i|you|ich|wir)$/.test(next) &&
		!/^(?:get|receive|have|am|hear|got|owe|should|must|bekomme|erhalte|kriege|habe|bekommen|erhalten|kriegen|haben)$/.test(
			verb,
		)
	);
}
