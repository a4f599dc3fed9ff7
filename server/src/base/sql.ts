import {
	type Column,
	type GetColumnData,
	getTableColumns,
	Placeholder,
	type Query,
	type SQL,
	type SQLWrapper,
	sql,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../ports/database.ts';

/**
 * A frequently used statement. The query builder writes its text once: writing it costs more than sending it. Its parameters
 * are placeholders with these names.
 */
export function statement<Name extends string>(text: SQL) {
	let written: Query | undefined;
	return (db: Db, values: Record<Name, string | number>) => {
		const toQuery: SQL['toQuery'] = (config) => {
			written ??= text.toQuery(config);
			const params = written.params.map((param) =>
				param instanceof Placeholder ? values[param.name as Name] : param,
			);
			return { ...written, params };
		};
		return db.execute({ getSQL: () => ({ toQuery }) } as SQLWrapper);
	};
}

/** Reads rows that a statement selects with to_jsonb: one JSON value costs less to build and read than a value for each column. */
export function rowReader<T extends PgTable>(table: T): (json: unknown) => T['$inferSelect'] {
	const columns = Object.entries(getTableColumns(table));
	return (json) => {
		const stored = json as Record<string, unknown>;
		const row: Record<string, unknown> = {};
		for (const [key, column] of columns) {
			const value = stored[column.name] ?? null;
			row[key] = value === null ? null : column.mapFromDriverValue(value);
		}
		return row;
	};
}

/** Types of values that belong to no column. */
interface OwnTypes {
	text: string;
	boolean: boolean;
	integer: number;
	jsonb: unknown;
}

/** A name for each value and the source of its type: a column of a table, or one of `OwnTypes`. */
type Shape = Record<string, Column | keyof OwnTypes>;

type ValueOf<T> = T extends Column ? GetColumnData<T> : T extends keyof OwnTypes ? OwnTypes[T] : never;

/** As for an insert: nullable columns and those with a default may be omitted, and are then null. */
type Optional<T> = T extends Column
	? T['_'] extends { notNull: true; hasDefault: false }
		? false
		: true
	: false;

type RowOf<S extends Shape> = {
	[K in keyof S as Optional<S[K]> extends true ? never : K]: ValueOf<S[K]>;
} & {
	[K in keyof S as Optional<S[K]> extends true ? K : never]?: ValueOf<S[K]> | null | undefined;
};

/**
 * Rows as one parameter of a larger statement: `select * from` them. Their SQL types are those of the table's columns: a
 * renamed column no longer compiles, and a changed type is followed.
 */
export function recordset<S extends Shape>(shape: S, rows: RowOf<S>[] | Placeholder): SQL {
	const columns = Object.entries(shape).map(
		([name, type]) =>
			sql`${sql.identifier(name)} ${sql.raw(typeof type === 'string' ? type : type.getSQLType())}`,
	);
	const given = Array.isArray(rows) ? asRows(shape, rows) : rows;
	return sql`select * from jsonb_to_recordset(${given}::jsonb) as given(${sql.join(columns, sql`, `)})`;
}

/**
 * Rows that a statement calls by this name, and their columns: one that they do not have does not compile. A statement that is made
 * of parts of several files hands these on, so that no part relies on names that it does not see. Drizzle's `alias` is the same for
 * a table.
 */
export const rowsCalled = <S extends object>(name: string, shape: S) =>
	({
		...columnsCalled(name, shape),
		getSQL: () => sql`${sql.identifier(name)}`,
		shouldOmitSQLParens: () => true,
	}) as unknown as Rows<Extract<keyof S, string>>;

export type Rows<Names extends string> = SQLWrapper & { readonly [N in Names]: SQL };

/** Only their columns, to fill a table from them. */
export const columnsCalled = <S extends object>(name: string, shape: S) =>
	Object.fromEntries(
		Object.keys(shape).map((key) => [key, sql`${sql.identifier(name)}.${sql.identifier(key)}`]),
	) as { [K in keyof S]: SQL };

/** The value of such a parameter, if the statement has a placeholder for it. */
export const asRows = <S extends Shape>(_shape: S, rows: RowOf<S>[]): string =>
	withWholeLetters(JSON.stringify(rows));

/** Whether a column has one of these values, given as one parameter: the statement is the same for any number of them. */
export const among = (column: Column, values: readonly string[] | Placeholder): SQL =>
	sql`${column} = any(${Array.isArray(values) ? asTexts(values) : values}::text[])`;

/** The value of such a parameter, if the statement has a placeholder for it. */
export const asTexts = (values: readonly string[]): string =>
	`{${values.map((value) => JSON.stringify(value)).join()}}`;

/** `insert into` a table `select`: each column with the expression that fills it. */
export function insertSelect<T extends PgTable>(
	table: T,
	values: { [K in keyof T['_']['columns']]?: SQLWrapper },
): SQL {
	const names = Object.keys(values).map((name) => sql.identifier(name));
	return sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(Object.values(values) as SQLWrapper[], sql`, `)}`;
}

/**
 * JSON in which half of a surrogate pair, as a cut through an emoji leaves it, is the replacement character: databases refuse
 * the half.
 */
export function withWholeLetters(json: string): string {
	if (!/\\ud/i.test(json)) return json;
	// Escaped backslashes and whole pairs are matched first, so that only halves of pairs remain.
	const escapes = /\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\ud[89a-f][0-9a-f]{2}/gi;
	return json.replace(escapes, (found) => (found.length === 6 ? '\\ufffd' : found));
}

/** A time as documents carry it, ISO 8601 in UTC, for statements whose rows are documents already. */
export const isoTime = (at: SQLWrapper) =>
	sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
