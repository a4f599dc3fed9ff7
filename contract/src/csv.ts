/** The one way to write CSV: RFC 4180, with nothing in it that a spreadsheet would run. */

const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Spreadsheets run a text that begins like a formula. An apostrophe in front prevents it. */
function cell(value: string | number): string {
	const text = String(value);
	const safe = /^\s*[=+\-@\t\r]/.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
