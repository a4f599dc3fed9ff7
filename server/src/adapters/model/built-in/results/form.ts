/** Values that can be told by their form, without a label: telephone numbers, account numbers, and the only amount of a mail. */
import type { ResultField } from '@watchword/contract/field';
import { extractFacts, withoutQuotes } from '../extract.ts';
import { decimalMarkOf, readAmountAt } from './amounts.ts';
import type { Candidate } from './find.ts';
import { means } from './labels.ts';

/** The one value of that form. Where there are several, none of them is certain. */
export function byForm({ name, type }: ResultField, texts: readonly string[]): Candidate[] {
	const text = withoutQuotes(texts.join('\n'));
	if (type === 'text' && means(name, 'phone')) return only(phonesIn(text), text);
	if (type === 'text' && means(name, 'iban')) return only(accountsIn(text), text);
	// What is called an amount or a price may be any amount, so it must be the only one.
	if (type !== 'amount' || !/^(?:the\s+)?(?:amount|price|cost|betrag|preis)$/i.test(name.trim())) return [];
	const amounts = extractFacts(text).get('amount') ?? [];
	const mark = decimalMarkOf(text);
	return only(amounts, text).flatMap((one) => {
		const read = readAmountAt(one.said ?? '', mark);
		return read && 'value' in read ? [{ ...one, value: read.value }] : [];
	});
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
