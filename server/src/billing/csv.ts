import type { StatementLine } from '@watchword/contract/billing';

const COLUMNS: [title: string, value: (line: StatementLine) => string | number][] = [
	['Date', (line) => line.day],
	['Type', (line) => line.kind],
	['Automation', (line) => line.automation?.name ?? line.automation?.id ?? ''],
	['Runs', (line) => (line.kind === 'charge' ? line.runs : '')],
	['Credits', (line) => line.credits],
	['Payment', (line) => line.payment ?? ''],
	['Note', (line) => line.why],
];

export const csvHead = () => row(COLUMNS.map(([title]) => title));

export const csvLine = (line: StatementLine) => row(COLUMNS.map(([, value]) => value(line)));

const row = (cells: (string | number)[]) => `${cells.map(cell).join(',')}\r\n`;

/** Spreadsheets run a text that begins like a formula. An apostrophe in front keeps it a text. */
function cell(value: string | number): string {
	if (typeof value === 'number') return String(value);
	const text = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
	return `"${text.replaceAll('"', '""')}"`;
}
