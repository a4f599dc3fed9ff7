import type { ResultField, Value } from '@watchword/contract/field';
import { readValue } from '@watchword/contract/field-value';
import { decimalMarkOf, type Found, readAmountAt, readNumberAt } from './amounts.ts';
import { readDateAt, slashOrderOf } from './dates.ts';
import { fold } from './fold.ts';
import { isLabel, type Label } from './labels.ts';

/** Reads the value that a text begins with. `isApart` says that a mark or a table stands before it. */
export type Reader = (text: string, label: Label, isApart: boolean) => Found<NonNullable<Value>> | null;

export function readerOf(field: ResultField, text: string): Reader {
	const mark = decimalMarkOf(text);
	const order = slashOrderOf(text);
	switch (field.type) {
		case 'number':
			return (value, label, isApart) => {
				const found = readNumberAt(value, mark, false);
				// “Order 3 pizzas” names no order.
				const isCode = isApart || !label.numbered || label.words.endsWith(' nr');
				return isCode || CLEARLY_CODE.test(value.slice(0, found?.length)) ? found : null;
			};
		case 'amount':
			// “Membership fee 2027” names a year.
			return (value, _, isApart) =>
				isApart || !/^(?:19|20)\d{2}(?![\d.,]|\s?[€$£]|\s[A-Z]{3}\b)/.test(value)
					? readAmountAt(value, mark)
					: null;
		case 'date':
			return (value) => readDateAt(value, order);
		case 'yes-no':
			return (value, _, isApart) => (isApart ? readYesNo(value) : null);
		case 'choice':
			return (value, _, isApart) => (isApart ? readChoice(value, field.choices) : null);
		case 'text':
			return (value, label, isApart) => readText(field, value, label, isApart);
	}
}

const YES = /^(?:yes|y|ja|true|wahr|\[x\]|[✓✔☑])(?=$|[\s.,;!)])/;
const NO = /^(?:no|n|nein|false|falsch|nicht|\[\s?\]|[✗✘☐])(?=$|[\s.,;!)])/;

function readYesNo(text: string): Found<boolean> | null {
	const folded = fold(text);
	const yes = YES.exec(folded);
	const no = NO.exec(folded);
	const said = (yes ?? no)?.[0];
	// "No later than Friday" is no answer.
	if (!said || folded.slice(said.length).trim().split(/\s+/).length > 3) return null;
	return { value: yes !== null, length: said.length };
}

function readChoice(text: string, choices: readonly string[]): Found<string> | null {
	const folded = fold(text);
	const [first] = choices
		.filter(
			(choice) => folded.startsWith(fold(choice)) && !/^[\p{L}\p{N}]/u.test(folded.slice(choice.length)),
		)
		.toSorted((a, b) => b.length - a.length);
	if (first === undefined) return null;
	const rest = folded.slice(first.length);
	// "High or low" names two.
	const other = choices.some(
		(choice) => choice !== first && fold(choice) !== '' && rest.includes(fold(choice)),
	);
	return other
		? { unsure: 'it names several of the choices', length: text.length }
		: { value: first, length: first.length };
}

const CODE =
	/^#?((?:[A-Z0-9][A-Z0-9/._-]{0,40}[A-Z0-9]|[A-Z0-9])(?: [A-Z]{0,3}\d[A-Z0-9/-]{0,20}(?=$|[\s,;:.!?)|])){0,6})(?=$|[\s,;:.!?)|\]])/i;
/** Digits enough that it is no count, or letters with digits; and no year. */
const CLEARLY_CODE = /^(?!(?:19|20)\d{2}$)(?:(?:\D*\d){4}|(?=.*[A-Z])(?=.*\d).{3})/;

function readText(field: ResultField, text: string, label: Label, isApart: boolean): Found<string> | null {
	if (label.numbered) {
		const code = CODE.exec(text)?.[1];
		const isCode = code && /\d/.test(code) && !/^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/.test(code);
		if (!isCode || !(isApart || label.words.endsWith(' nr') || CLEARLY_CODE.test(code))) return null;
		return { value: code, length: text.startsWith('#') ? code.length + 1 : code.length };
	}
	if (!isApart) return null;
	const [first = ''] = text.split(/\t|\||\s{3,}|\.\s+(?=\p{Lu}[\p{L} ]{1,30}:)/u);
	const cell = cutAtLabel(first).trim();
	// The point behind a code or a single word ends its sentence.
	const bare = cell.replace(/^["“„*_]+|["”“*_;,]+$/g, '').replace(/^([^\s.]+)\.$/, '$1');
	const value = readValue(field, bare);
	if ('problem' in value || typeof value.value !== 'string' || !/[\p{L}\p{N}]/u.test(value.value))
		return null;
	return isLabel(value.value) ? null : { value: value.value, length: cell.length };
}

/** "Acme Ltd  Date: 14.03.2026" ends where the next label begins. */
function cutAtLabel(text: string): string {
	for (const { index, 1: label = '' } of text.matchAll(
		/(?<=\s)((?:\p{L}[\p{L}.-]*\s){0,2}\p{L}[\p{L}.-]*):(?=\s)/gu,
	)) {
		const words = label.split(' ');
		for (let from = 0; from < words.length; from++)
			if (isLabel(words.slice(from).join(' ')))
				return text.slice(0, index + words.slice(0, from).join(' ').length);
	}
	return text;
}
