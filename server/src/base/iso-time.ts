import { type SQLWrapper, sql } from 'drizzle-orm';

/** A time as documents carry it, ISO 8601 in UTC, for statements whose rows are documents already. */
export const isoTime = (at: SQLWrapper) =>
	sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
