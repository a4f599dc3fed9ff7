/** What kind of mail it is, by its structure: the header, the subject, the files, and numbers with labels. */
import { MAIL_KINDS, type MailKind } from '@watchword/contract/condition';
import { FORWARDED, REPLY } from '@watchword/contract/subject';
import { mailWords } from '../languages/index.ts';
import {
	anyOf,
	anyWhole,
	type Finding,
	type Folded,
	fold,
	type Given,
	type OpenMail,
	quoteAt,
} from './mail.ts';
import type { KindWords } from './words.ts';

type Kind = MailKind['kind'];

/** All languages in one: a mail need not be in the language of the prompt. */
const WORDS = Object.fromEntries(
	MAIL_KINDS.map((kind) => {
		const all = (field: keyof KindWords) => mailWords.flatMap(({ kinds }) => kinds[kind][field]);
		const whole = (field: keyof KindWords) => anyWhole(all(field));
		return [
			kind,
			{
				title: whole('titles'),
				file: anyOf(all('files'), '(?:^|[-_ .\\d])(?:', ')'),
				sentence: whole('sentences'),
				word: anyOf(all('words'), '(?:', ')'),
				numbers: all('numbers'),
				amounts: all('amounts'),
				dates: all('dates'),
			},
		];
	}),
) as Record<Kind, Shape>;

interface Shape {
	title: RegExp;
	file: RegExp;
	sentence: RegExp;
	word: RegExp;
	numbers: string[];
	amounts: string[];
	dates: string[];
}

const SPEAKS = anyWhole(mailWords.flatMap(({ speaks }) => speaks));
const COMMON = mailWords.map(
	({ common }) => new RegExp(`(?<!\\p{L})(?:${common.join('|')})(?!\\p{L})`, 'gu'),
);

export function judgeKind({ kind }: MailKind, mail: OpenMail, given: Given): Finding {
	const shape = WORDS[kind];
	if (!shape) return { held: null, told: `${kind} is not a kind of mail that is known` };
	const { held, why, quote } = JUDGES[kind](shape, mail, given);
	const name = `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
	const told =
		held === null ? `whether it is ${name} is not certain` : held ? `it is ${name}` : `it is not ${name}`;
	return { held, told: why ? `${told} (${why})` : told, ...(quote && { quote }) };
}

interface Judged {
	held: boolean | null;
	why?: string;
	quote?: string;
}
type Judge = (shape: Shape, mail: OpenMail, given: Given) => Judged;

/** A business mail that names itself and has the numbers or the files of its kind. */
const business: Judge = (shape, mail, given) => {
	const subject = mail.subjectFolded.plain.replace(FORWARDED, '');
	const isAnswer = REPLY.test(subject);
	const title = isAnswer || subject.includes('?') || SPEAKS.test(subject) ? null : shape.title.exec(subject);
	const file = mail.attachments?.find((name) => shape.file.test(fold(name)));
	const sentence = isAnswer ? null : shape.sentence.exec(mail.own.plain);
	const texts = [mail.subjectFolded.text, mail.own.text];
	const called = (labels: readonly string[], type: 'text' | 'amount' | 'date') =>
		labels.length === 0
			? undefined
			: labels.map((label) => given.valuesCalled(label, type, texts)[0]).find((one) => one !== undefined);
	if (title || file || sentence) {
		const number = called(shape.numbers, 'text');
		const amount = called(shape.amounts, 'amount');
		const date = called(shape.dates, 'date');
		const signs = [sentence, file, number, amount, date].filter(Boolean).length;
		const isOffer = mail.marks?.some((mark) => mark === 'list') && !number;
		if ((title ? signs >= 1 : signs >= 3) && !isAnswer && !isOffer) {
			const shown = number ?? amount ?? date;
			const quote = title ? mail.subject.trim() : shown?.evidence;
			return { held: true, ...(shown && { why: shown.evidence }), ...(quote && { quote }) };
		}
		return { held: null };
	}
	return { held: isWithout(shape, mail) || isClearlyOther(shape, mail) ? false : null };
};

/** What names itself as another kind, and not as this one. */
const isClearlyOther = (shape: Shape, { subjectFolded: { plain }, marks }: OpenMail) =>
	marks?.some((mark) => mark === 'report' || mark === 'auto-replied') ||
	(!SPEAKS.test(plain) && MAIL_KINDS.some((kind) => WORDS[kind] !== shape && WORDS[kind].title.test(plain)));

/** A mail that was read to its end, in a language whose words are known, and has no word of the kind. */
function isWithout({ word, file }: Shape, mail: OpenMail): boolean {
	if (mail.partly || !mail.attachments) return false;
	if (mail.attachments.some((name) => file.test(fold(name)))) return false;
	const whole = [mail.subjectFolded, mail.own, mail.earlier].map(({ plain }) => plain).join('\n');
	return isKnownLanguage(whole) && !word.test(whole);
}

const isKnownLanguage = (text: string) =>
	COMMON.some((words) => (text.slice(0, 5000).match(words)?.length ?? 0) >= 2);

/** Sent to many, with a way to get no more of them, and about nothing that the reader has bought. */
const newsletter: Judge = (shape, mail) => {
	const { marks, subjectFolded, own } = mail;
	const sentence = shape.sentence.exec(own.plain);
	const isListed = marks?.some((mark) => mark === 'unsubscribe' || mark === 'list' || mark === 'bulk');
	const title = shape.title.test(subjectFolded.plain);
	const isPersonal =
		REPLY.test(subjectFolded.plain) ||
		(['invoice', 'receipt', 'delivery', 'booking'] as const).some(
			(kind) => WORDS[kind].title.test(subjectFolded.plain) || WORDS[kind].sentence.test(own.plain),
		);
	const signs = [sentence, isListed, title].filter(Boolean).length;
	if (signs >= 2 && !isPersonal && !marks?.some((mark) => mark.startsWith('auto-replied')))
		return {
			held: true,
			why: isListed ? 'it came through a list' : 'it says how to unsubscribe',
			...quoted(sentence, own),
		};
	if (signs > 0) return { held: null };
	return { held: (marks && !mail.partly) || isWithout(shape, mail) ? false : null };
};

const automatic: Judge = (shape, mail) => {
	const { marks, subjectFolded, own } = mail;
	const isMarked = marks?.includes('auto-replied') && !marks.includes('report');
	const title = shape.title.test(subjectFolded.plain);
	const sentence = shape.sentence.exec(own.plain);
	if (isMarked || (title && (sentence || !marks)))
		return {
			held: true,
			why: isMarked ? 'its header says so' : 'its subject says so',
			quote: mail.subject.trim(),
		};
	if (title || sentence) return { held: null };
	return { held: marks || isWithout(shape, mail) ? false : null };
};

const bounce: Judge = (shape, mail) => {
	const { marks, subjectFolded, own, from } = mail;
	const isMarked = marks?.includes('report');
	const title = shape.title.test(subjectFolded.plain);
	const isDaemon = /mailer-daemon|postmaster@|mail delivery (?:sub)?system/i.test(from);
	const sentence = shape.sentence.exec(own.plain);
	const signs = [isMarked, title, isDaemon, sentence].filter(Boolean).length;
	if (signs >= 2)
		return { held: true, why: 'it reports a mail that was not delivered', quote: mail.subject.trim() };
	if (signs > 0) return { held: null };
	return { held: marks || isWithout(shape, mail) ? false : null };
};

const quoted = (match: RegExpExecArray | null, { text }: Folded) =>
	match ? { quote: quoteAt(text, match.index, match.index + match[0].length) } : {};

const JUDGES: Record<Kind, Judge> = {
	invoice: business,
	receipt: business,
	delivery: business,
	booking: business,
	newsletter,
	'automatic reply': automatic,
	bounce,
};
