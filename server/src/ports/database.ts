import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

interface Rows extends PgQueryResultHKT {
	type: { rows: Record<string, unknown>[] };
}

/** A database, or a transaction on one: a function that takes a `Db` can be part of a larger transaction. */
export type Db = PgDatabase<Rows, Record<string, never>>;

export interface Database {
	readonly db: Db;
	/** What is in use, for the start-up table. */
	readonly describe: string;
	/** No other process can have it open, so unfinished work at the start belonged to a dead process. */
	readonly sole: boolean;
	/** Listens to pg_notify of every process; resolves once it listens. `onGap` is called if messages may have been missed. */
	listen(channel: string, heard: (payload: string) => void, onGap: () => void): Promise<void>;
	close(): Promise<void>;
}
