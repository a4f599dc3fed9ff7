import { id } from '@watchword/contract/ids';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { Refusal } from './failures.ts';

/** Where a page ended: where the next page starts. */
type Place = (string | number)[];

const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** The place in a list ordered by time and id, so that rows with equal times are neither lost nor repeated. */
export const timeAndId = z.tuple([z.int().min(0).max(LATEST_MS), id]);

/** The same in a statement, for comparison with a row of time and id. */
export const placeAt = (timeMs: number, id: string): SQL =>
	sql`(${new Date(timeMs).toISOString()}::timestamptz, ${id}::text)`;

/** Where a cursor of such a list points to. */
export const placeOfCursor = (cursor: string): SQL => placeAt(...readCursor(cursor, timeAndId));

/** The place in a list ordered by a number, or counted by one. */
export const position = z.tuple([z.int().min(0).max(999_999_999)]);

/** The encoding of all cursors. Clients send it back unchanged. */
export const writeCursor = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** A cursor comes from outside: anything that this kind of list never returned is refused. */
export function readCursor<S extends z.ZodType>(cursor: string, place: S): z.output<S> {
	const read = place.safeParse(parse(cursor));
	if (!read.success) throw new Refusal('invalid-argument', 'cursor: must be the `next` of an earlier page');
	return read.data;
}

function parse(cursor: string): unknown {
	try {
		return JSON.parse(Buffer.from(cursor, 'base64url').toString());
	} catch {
		return undefined;
	}
}

/** A page of `size`. The rows contain one more, to see whether there are more. */
export function cutPage<Row>(rows: Row[], size: number, placeOf: (last: Row) => Place) {
	const items = rows.slice(0, size);
	const last = items.at(-1);
	return { items, next: rows.length > size && last ? writeCursor(placeOf(last)) : null };
}
