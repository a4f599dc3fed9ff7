import type { StatementLine } from '@watchword/contract/billing';
import { csvLine } from '@watchword/contract/csv';

const COLUMNS: [title: string, value: (line: StatementLine) => string | number][] = [
	['Date', (line) => line.day],
	['Type', (line) => line.kind],
	['Automation', (line) => line.automation?.name ?? line.automation?.id ?? ''],
	['Runs', (line) => (line.kind === 'charge' ? line.runs : '')],
	['Credits', (line) => line.credits],
	['Payment', (line) => line.payment ?? ''],
	['Note', (line) => line.why],
];

export const statementHead = () => csvLine(COLUMNS.map(([title]) => title));

export const statementRow = (line: StatementLine) => csvLine(COLUMNS.map(([, value]) => value(line)));
