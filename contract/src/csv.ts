/** The one way to write CSV: RFC 4180, with nothing in it that a spreadsheet would run. */

const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** A sign that begins a formula, also in its full-width form, after any number of characters that nobody sees. */
const FORMULA =
	/^[\s\u2800\p{Default_Ignorable_Code_Point}\p{C}]*(?:[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/u;

/** Spreadsheets run a text that begins like a formula. An apostrophe in front prevents it. */
function cell(value: string | number): string {
	const text = String(value);
	const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
