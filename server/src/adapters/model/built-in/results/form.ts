/** Values that can be told by their form, without a label: telephone numbers, account numbers, and the only amount of a mail. */
import type { ResultField } from '@watchword/contract/field';
import { extractFacts, withoutQuotes } from '../mail/extract.ts';
import { isReport, sentencesIn } from '../mail/sentences.ts';
import { decimalMarkOf, readAmountAt } from './amounts.ts';
import { readDateAt, type SlashOrder, slashOrderOf } from './dates.ts';
import type { Candidate } from './find.ts';
import { means } from './labels.ts';

/** The one value of that form. Where there are several, none of them is certain. */
export function byForm({ name, type }: ResultField, texts: readonly string[]): Candidate[] {
	const text = withoutQuotes(texts.join('\n'));
	if (type === 'text' && means(name, 'phone')) return only(phonesIn(text), text);
	if (type === 'text' && means(name, 'iban')) return only(accountsIn(text), text);
	if (type === 'number') return countIn(name, text);
	if (type === 'date') return means(name, 'due date') ? payBy(text) : dayOfDeed(name, text);
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

/** What the reader is to do: “please pay”, “you have to pay”, “überweisen Sie”. That others pay is no request. */
const PAY =
	'(?:(?<=^|(?<!\\p{L})(?:please|kindly|you|bitte)\\s(?:(?:have|need|must|should|now|to)\\s){0,3})(?:pay|owe|transfer|settle)|(?:überweisen|zahlen|bezahlen|begleichen)\\s+sie)';
/** “The job comes to EUR 84.90 in total”, “please pay 120 EUR by 3 December”. */
const BEFORE_SUM = new RegExp(
	`(?<!\\p{L})(?:(?:comes?|adds?\\s+up|amounts?|beläuft\\s+sich)\\s+(?:up\\s+)?(?:to|auf)|(?:in\\s+)?total\\s+of|${PAY}(?:\\s+(?:me|us|uns|mir|bitte|the|a|den|total|sum|amount|betrag|of|von)){0,4})\\s+$`,
	'iu',
);
/** What makes it another sum than the one to pay. */
const OTHER_SUM =
	/(?<!\p{L})(?:not|never|saved?|less|refund\p{L}*|discount|vat|tax|shipping|net|deposit|if|or|had|last|instead|extra|per|monthly|already|oder|wer|nicht|kein\p{L}*|gespart|sparen|rabatt|mwst|versand|netto|anzahlung|wenn|statt|pro|bereits)(?!\p{L})|n['’]t(?!\p{L})/iu;

/** The one sum that a mail asks for in a sentence. */
function toPay(text: string): Candidate[] {
	const mark = decimalMarkOf(text);
	const sentences = sentencesIn(text).filter(
		(sentence) => !OTHER_SUM.test(sentence) && extractFacts(sentence).get('amount')?.length === 1,
	);
	const found = sentences.flatMap((sentence) =>
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
	const sums = new Set(
		found.map((one) => ('value' in one && typeof one.value === 'object' ? one.value.amount : null)),
	);
	return sums.size === 1 ? found : [];
}

const BY_DAY = new RegExp(
	`(?<!\\p{L})${PAY}(?!\\p{L})(?:[^.!?]|\\.(?=\\d)){0,80}?(?<!\\p{L})(?:by|until|before|no\\s+later\\s+than|bis(?:\\s+spätestens)?(?:\\s+zum)?|spätestens\\s+(?:zum|am))\\s+(?:the\\s+)?(?=\\S*\\d|(?:\\p{L}+[.,]?\\s+){1,2}\\d)|(?<!\\p{L})bis\\s+(?:spätestens\\s+)?(?:zum\\s+)?(?=\\d[^!?]{3,80}(?:überweisen|zahlen|begleichen)(?!\\p{L}))`,
	'giu',
);

/** “Please pay within 14 days, at the latest by 17 November 2026”. */
const payBy = (text: string) =>
	datesBehind(
		BY_DAY,
		sentencesIn(text).filter((sentence) => !OTHER_DAY.test(sentence)),
		slashOrderOf(text),
	);
const OTHER_DAY =
	/n['’]t(?!\p{L})|(?<!\p{L})(?:not|never|if|or|had|last|instead|discount|nicht|wenn|oder|wer|statt|rabatt|skonto)(?!\p{L})/iu;

/** "When does the membership end?" is answered by “Your membership (no. 80123) ends on 31 December 2026”. */
function dayOfDeed(name: string, text: string): Candidate[] {
	const [, thing = '', deed = ''] =
		/^(.+) (end|expire|start|begin|renew|close|open)s?$/i.exec(name.trim()) ?? [];
	if (thing === '') return [];
	const said = new RegExp(
		`(?<!\\p{L})${RegExp.escape(thing)}s?(?!\\p{L})[^.!?;]{0,80}?(?:\\.\\s\\d[^.!?;]{0,60}?)?(?<!\\p{L})${deed}s\\s+(?:(?:on|at|by|from)\\s+)?`,
		'giu',
	);
	return datesBehind(said, sentencesIn(text).filter(isReport), slashOrderOf(text));
}

/** The dates that stand right behind what a pattern finds. */
const datesBehind = (pattern: RegExp, sentences: readonly string[], order: SlashOrder): Candidate[] =>
	sentences.flatMap((sentence) =>
		[...sentence.matchAll(pattern)].flatMap((match): Candidate[] => {
			const start = match.index + match[0].length;
			const read = readDateAt(sentence.slice(start), order);
			if (!read) return [];
			const evidence = sentence.slice(0, 300).toWellFormed();
			if ('unsure' in read) return [{ unsure: read.unsure, evidence }];
			return [{ value: read.value, said: sentence.slice(start, start + read.length).trim(), evidence }];
		}),
	);

/** “20 x Mineralwasser”: a list that names how many there are. */
function countIn(name: string, text: string): Candidate[] {
	const line = new RegExp(`^(?:[-•*] ?)?(\\d{1,6}) ?(?:x|×|stück|pcs)? ${RegExp.escape(name.trim())}$`, 'iu');
	return text
		.split('\n')
		.map((one) => one.trim().slice(0, 200).replace(/\s+/g, ' '))
		.flatMap((one) => {
			const count = line.exec(one)?.[1];
			return count === undefined ? [] : [{ value: Number(count), said: count, evidence: one }];
		})
		.slice(0, 5);
}

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
