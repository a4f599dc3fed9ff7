/** Values that can be told by their form, without a label: telephone numbers, account numbers, and the only amount of a mail. */
import type { ResultField } from '@watchword/contract/field';
import { extractFacts, withoutQuotes } from '../extract.ts';
import { decimalMarkOf, readAmountAt } from './amounts.ts';
import { readDateAt, slashOrderOf } from './dates.ts';
import type { Candidate } from './find.ts';
import { means } from './labels.ts';

/** The one value of that form. Where there are several, none of them is certain. */
export function byForm({ name, type }: ResultField, texts: readonly string[]): Candidate[] {
	const text = withoutQuotes(texts.join('\n'));
	if (type === 'text' && means(name, 'phone')) return only(phonesIn(text), text);
	if (type === 'text' && means(name, 'iban')) return only(accountsIn(text), text);
	if (type === 'date' && means(name, 'due date')) return payBy(text);
	if (type === 'amount' && means(name, 'total')) {
		const asked = toPay(text);
		if (asked.length > 0) return asked;
	}
	// What is called an amount or a price may be any amount, so it must be the only one.
	if (type !== 'amount' || !/^(?:the\s+)?(?:amount|price|cost|betrag|preis)$/i.test(name.trim())) return [];
	const amounts = extractFacts(text).get('amount') ?? [];
	const mark = decimalMarkOf(text);
	return only(amounts, text).flatMap((one) => {
		const read = readAmountAt(one.said ?? '', mark);
		return read && 'value' in read ? [{ ...one, value: read.value }] : [];
	});
}

const PAY = '(?:pay|owe|transfer|settle|überweisen|zahlen|bezahlen|begleichen|überweise|zahle)';
/** “The job comes to EUR 84.90 in total”, “please pay 120 EUR by 3 December”. */
const BEFORE_SUM = new RegExp(
	`(?<!\\p{L})(?:(?:comes?|came|adds?\\s+up|amounts?|beläuft\\s+sich)\\s+(?:up\\s+)?(?:to|auf)|(?:in\\s+)?total\\s+of|insgesamt|${PAY}(?:\\s+(?:me|us|sie|uns|mir|bitte|the|a|den|total|sum|amount|betrag|of|von)){0,4})\\s+$`,
	'iu',
);
/** What makes it another sum than the one to pay. */
const OTHER_SUM =
	/(?<!\p{L})(?:not|never|saved?|less|refund\p{L}*|discount|vat|tax|shipping|net|deposit|if|instead|extra|per|monthly|already|nicht|kein\p{L}*|gespart|sparen|rabatt|mwst|versand|netto|anzahlung|wenn|statt|pro|bereits)(?!\p{L})|n['’]t(?!\p{L})/iu;

/** The one sum that a mail asks for in a sentence. */
function toPay(text: string): Candidate[] {
	const mark = decimalMarkOf(text);
	const sentences = sentencesIn(text).filter((sentence) => !OTHER_SUM.test(sentence));
	return sentences.flatMap((sentence) =>
		[...sentence.matchAll(/(?<![\p{L}\p{N}.,])(?:[€$£]|[A-Z]{3}\s)?\d/gu)].flatMap(
			({ index }): Candidate[] => {
				const read = readAmountAt(sentence.slice(index), mark);
				if (!read || !('value' in read) || read.value.currency === null) return [];
				if (!BEFORE_SUM.test(sentence.slice(Math.max(0, index - 80), index))) return [];
				const said = sentence.slice(index, index + read.length);
				return [{ value: read.value, said, evidence: sentence.slice(0, 300).toWellFormed() }];
			},
		),
	);
}

const BY_DAY = new RegExp(
	`(?<!\\p{L})${PAY}(?!\\p{L})(?:[^.!?]|\\.(?=\\d)){0,80}?(?<!\\p{L})(?:by|until|before|no\\s+later\\s+than|bis(?:\\s+spätestens)?(?:\\s+zum)?|spätestens\\s+(?:zum|am))\\s+(?:the\\s+)?(?=\\S*\\d|(?:\\p{L}+[.,]?\\s+){1,2}\\d)|(?<!\\p{L})bis\\s+(?:spätestens\\s+)?(?:zum\\s+)?(?=\\d[^!?]{3,80}(?:überweisen|zahlen|begleichen)(?!\\p{L}))`,
	'giu',
);

/** “Please pay within 14 days, at the latest by 17 November 2026”. */
function payBy(text: string): Candidate[] {
	const order = slashOrderOf(text);
	return sentencesIn(text).flatMap((sentence) =>
		[...sentence.matchAll(BY_DAY)].flatMap((match): Candidate[] => {
			const start = match.index + match[0].length;
			const read = readDateAt(sentence.slice(start), order);
			if (!read) return [];
			const evidence = sentence.slice(0, 300).toWellFormed();
			if ('unsure' in read) return [{ unsure: read.unsure, evidence }];
			return [{ value: read.value, said: sentence.slice(start, start + read.length).trim(), evidence }];
		}),
	);
}

/** Sentences, also over several lines. A point behind a number or a short word does not end one. */
const sentencesIn = (text: string) =>
	text
		.split(/\n\s*\n/)
		.flatMap((paragraph) =>
			paragraph.replace(/\s+/g, ' ').split(/(?<=\p{L}{3}[.!?]|\d{4}[.!?])\s+(?=\p{Lu})/u),
		)
		.slice(0, 2000);

function only(found: readonly string[], text: string): Candidate[] {
	const [value, ...others] = new Set(found);
	if (value === undefined || others.length > 0) return [];
	const line = text.split('\n').find((one) => one.replace(/\s+/g, ' ').includes(value)) ?? value;
	return [{ value, said: value, evidence: line.trim().replace(/\s+/g, ' ').slice(0, 300).toWellFormed() }];
}

const CALL =
	/(?:\b(?:call|phone|telephone|tel|ring|hotline|mobile|cell|reach|contact|text|whatsapp|service|support|number)|anruf\p{L}*|rufen|unter|telefon\p{L}*|mobil|handy|tel)\b[^\d\n]{0,40}$/iu;

/** Written as calls are written: with the code of a country, after a word for calling, or alone on a line. */
function phonesIn(text: string): string[] {
	return text.split('\n').flatMap((line) => {
		const squeezed = line.replace(/\s+/g, ' ').trim();
		return (extractFacts(line).get('phone') ?? []).filter((phone) => {
			const before = squeezed.slice(0, Math.max(0, squeezed.indexOf(phone)));
			if (/\bfax\b/i.test(before)) return false;
			return phone.startsWith('+') || before === '' || CALL.test(before.slice(-80)) || / or $/.test(before);
		});
	});
}

/** Account numbers whose check digits are right. */
function accountsIn(text: string): string[] {
	const found = text.match(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g) ?? [];
	return found.filter((iban) => {
		const bare = iban.replaceAll(' ', '');
		const digits = `${bare.slice(4)}${bare.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
			String(letter.charCodeAt(0) - 55),
		);
		return BigInt(digits) % 97n === 1n;
	});
}
