import { csvLine } from '@watchword/contract/csv';
import type { ResultField, Value } from '@watchword/contract/field';
import { isAmount, valueInWords } from '@watchword/contract/field-value';
import type { Result } from '@watchword/contract/results';

/** Spreadsheets read a file as UTF-8 if it begins with this. */
const BYTE_ORDER_MARK = '\ufeff';

type Pieces = AsyncIterable<Result[]>;

/** The value of a cell: the customer's correction if there is one, otherwise what the model found. */
const shownIn = ({ values, corrections }: Result, id: string): Value =>
	Object.hasOwn(corrections, id)
		? (corrections[id] ?? null)
		: (values.find(({ field }) => field === id)?.value ?? null);

const correctedIn = ({ corrections }: Result, fields: readonly ResultField[]) =>
	fields.filter(({ id }) => Object.hasOwn(corrections, id)).map(({ name }) => name);

const timeOf = ({ at }: Result) => new Date(at * 1000).toISOString();

/** The table for spreadsheets. An amount has two columns, so that the numbers can be added up. */
export async function* csvOf(fields: readonly ResultField[], pieces: Pieces): AsyncGenerator<string> {
	const columns = fields.flatMap(({ name, type }) =>
		type === 'amount' ? [name, `${name} currency`] : [name],
	);
	yield BYTE_ORDER_MARK + csvLine(['time', ...columns, 'verdict', 'from', 'subject', 'corrected', 'run']);
	for await (const piece of pieces) yield piece.map((row) => csvRow(row, fields)).join('');
}

const csvRow = (row: Result, fields: readonly ResultField[]) =>
	csvLine([
		timeOf(row),
		...fields.flatMap(({ id, type }) => cellsOf(shownIn(row, id), type === 'amount')),
		row.verdict ?? '',
		row.from ?? '',
		row.subject ?? '',
		correctedIn(row, fields).join('; '),
		row.id,
	]);

/** A value from when the field had another type stays as it is. */
function cellsOf(value: Value, isTwo: boolean): (string | number)[] {
	if (isTwo && isAmount(value)) return [value.amount, value.currency ?? ''];
	const cell = typeof value === 'number' ? value : valueInWords(value);
	return isTwo ? [cell, ''] : [cell];
}

/** The table for programs. */
export async function* jsonOf(fields: readonly ResultField[], pieces: Pieces): AsyncGenerator<string> {
	const columns = fields.map(({ id, name, type }) => ({ id, name, type }));
	yield `{"fields":${JSON.stringify(columns)},"results":[`;
	let isFirst = true;
	for await (const piece of pieces) {
		yield (isFirst ? '\n' : ',\n') + piece.map((row) => JSON.stringify(documentOf(row, fields))).join(',\n');
		isFirst = false;
	}
	yield '\n]}\n';
}

function documentOf(row: Result, fields: readonly ResultField[]) {
	const byName = (of: (field: ResultField) => unknown) =>
		Object.fromEntries(fields.map((field) => [field.name, of(field)]));
	const found = ({ id }: ResultField) => row.values.find(({ field }) => field === id);
	return {
		run: row.id,
		time: timeOf(row),
		verdict: row.verdict,
		from: row.from,
		subject: row.subject,
		values: byName(({ id }) => shownIn(row, id)),
		evidence: byName((field) => found(field)?.evidence ?? null),
		corrected: correctedIn(row, fields),
		/** The model's values that were corrected. */
		said: Object.fromEntries(
			fields
				.filter(({ id }) => Object.hasOwn(row.corrections, id))
				.map((field) => [field.name, found(field)?.value ?? null]),
		),
	};
}
