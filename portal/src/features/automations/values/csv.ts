import type { ValueAt } from '@watchword/contract/values';

/** The values as a table for spreadsheets: times in ISO 8601 (UTC), the decimal mark a point. */
export function csvOf(values: readonly ValueAt[], automation: string): string {
	const rows = values.map(({ at, value, verdict }) => [
		new Date(at * 1000).toISOString(),
		String(value),
		cell(verdict ?? ''),
		cell(automation),
	]);
	return [['time', 'value', 'verdict', 'automation'], ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** A text that begins like a formula would be run by a spreadsheet; an apostrophe before it makes it a text. */
function cell(text: string): string {
	const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
