import { getTableColumns, Placeholder, type Query, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../ports.ts';

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
