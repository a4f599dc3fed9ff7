import { sql } from 'drizzle-orm';
import { bigint, integer, jsonb, PgDialect, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { asRows, insertSelect, recordset, rowsCalled } from './sql.ts';

const letters = pgTable('letters', {
	id: text().primaryKey(),
	sentAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
	size: bigint({ mode: 'number' }).notNull(),
	tags: text().array().notNull(),
	details: jsonb().notNull().default({}),
	stamps: integer(),
});
const written = (query: ReturnType<typeof sql>) => new PgDialect().sqlToQuery(query);
const row = { id: 'a', sentAt: new Date(0), size: 3, tags: ['b'] };

test('names and types come from the columns, values are one parameter', () => {
	const { id, sentAt, size, tags, details, stamps } = letters;
	const shape = { id, sentAt, size, tags, details, stamps, isNew: 'boolean' } as const;
	const query = written(recordset(shape, [{ ...row, isNew: true }]));
	expect(query.sql).toBe(
		'select * from jsonb_to_recordset($1::jsonb) as given("id" text, "sentAt" timestamp (3) with time zone, "size" bigint, "tags" text[], "details" jsonb, "stamps" integer, "isNew" boolean)',
	);
	expect(query.params).toEqual([
		'[{"id":"a","sentAt":"1970-01-01T00:00:00.000Z","size":3,"tags":["b"],"isNew":true}]',
	]);
});

test('no value has half of a letter, as a cut through an emoji leaves it', () => {
	const given = asRows({ id: 'text' }, [{ id: 'a\ud83d' }, { id: '\u{1f600} \\ud83d' }]);
	expect(JSON.parse(given)).toEqual([{ id: 'a\ufffd' }, { id: '\u{1f600} \\ud83d' }]);
});

test('each column of an insert is paired with its value', () => {
	const query = written(sql`${insertSelect(letters, { id: sql`g.id`, stamps: sql`1 + ${2}` })} from given g`);
	expect(query).toMatchObject({
		sql: 'insert into "letters" ("id", "stamps") select g.id, 1 + $1 from given g',
		params: [2],
	});
});

test('the columns of rows are named as the statement calls them', () => {
	const given = rowsCalled('given', { sentAt: letters.sentAt });
	expect(written(sql`select ${given.sentAt} from ${given}`).sql).toBe('select "given"."sentAt" from "given"');
});

/** Checked by the compiler: each line would have to compile if a column could change unnoticed. */
export function changedColumns() {
	// @ts-expect-error There is no such column.
	recordset({ id: letters.name }, []);
	// @ts-expect-error A value that may not be null is missing.
	recordset({ id: letters.id, size: letters.size }, [{ id: 'a' }]);
	// @ts-expect-error The column holds numbers.
	recordset({ size: letters.size }, [{ size: '3' }]);
	// @ts-expect-error There is no such column.
	rowsCalled('given', { id: letters.id }).name;
	// @ts-expect-error There is no such column.
	insertSelect(letters, { name: sql`'x'` });
}
