import type { Readable } from 'node:stream';
import { wallClock } from '@watchword/contract/clock-time';
import { ZIP_BYTES, ZIP_RESULTS } from '@watchword/contract/constants';
import { normalised } from '@watchword/contract/normalised';
import type { ZipFilter, ZipPart } from '@watchword/contract/saved';
import { eq, sql } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import { automations } from '../automations/tables.ts';
import { placeAt, placeOfCursor, writeCursor } from '../base/cursor.ts';
import { Refusal } from '../base/failures.ts';
import { files } from '../files/tables.ts';
import { newZip } from '../files/zip.ts';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { automationRuns } from '../runs/tables.ts';
import { savedBy } from './saved.ts';

const READ_AT_ONCE = 1_000;

interface Result {
	id: string;
	/** Milliseconds since 1970. */
	at: number;
	name: string;
	bytes: number;
	paths: string[];
}

/** Zips begin with the oldest results: newly saved ones come last, so the boundaries between zips do not move. */
async function* inOrder(db: Db, uid: string, filter: ZipFilter): AsyncGenerator<Result> {
	let after = filter.cursor === undefined ? null : placeOfCursor(filter.cursor);
	for (;;) {
		const conditions = [savedBy(uid, filter.automation)];
		if (filter.ids) conditions.push(sql`id in ${filter.ids.split(',')}`);
		if (after) conditions.push(sql`(_timestamp, id) > ${after}`);
		const { rows } = await db.execute(sql`
			select r.id, (extract(epoch from r._timestamp) * 1000)::float8 as at, a._name as name, r.action_files as paths,
				(select coalesce(sum(f.size), 0)::float8 from ${files} f where f.path = any(r.action_files)) as bytes
			from (
				select id from ${automationRuns} where ${sql.join(conditions, sql` and `)}
				order by _timestamp, id limit ${READ_AT_ONCE}
			) page join ${automationRuns} r on r.id = page.id join ${automations} a on a.id = r."_automationId"
			order by r._timestamp, r.id`);
		const results = rows as unknown as Result[];
		yield* results;
		const last = results.at(-1);
		if (!last || results.length < READ_AT_ONCE) return;
		after = placeAt(Math.round(last.at), last.id);
	}
}

const placeOf = ({ at, id }: Result) => writeCursor([Math.round(at), id]);

/** The zips that together hold all results asked for. */
export async function listZips(db: Db, uid: string, filter: ZipFilter): Promise<ZipPart[]> {
	const parts: ZipPart[] = [];
	let part: ZipPart | undefined;
	let before: Result | undefined;
	for await (const result of inOrder(db, uid, filter)) {
		if (!part || isFull(part, result)) {
			part = { results: 0, bytes: 0, from: result.at / 1000, to: 0, cursor: before ? placeOf(before) : null };
			parts.push(part);
		}
		part.results++;
		part.bytes += result.bytes;
		part.to = result.at / 1000;
		before = result;
	}
	return parts;
}

/** A zip contains at least one result, however large it is. */
const isFull = (zip: { results: number; bytes: number }, next: Result) =>
	zip.results === ZIP_RESULTS || (zip.results > 0 && zip.bytes + next.bytes > ZIP_BYTES);

interface Archive {
	name: string;
	stream: Readable;
}

export async function openZip(
	db: Db,
	objects: ObjectStore,
	uid: string,
	filter: ZipFilter,
	portal: string,
): Promise<Archive> {
	const held = { results: [] as Result[], bytes: 0, isAll: true };
	for await (const result of inOrder(db, uid, filter)) {
		if (isFull({ results: held.results.length, bytes: held.bytes }, result)) {
			held.isAll = false;
			break;
		}
		held.results.push(result);
		held.bytes += result.bytes;
	}
	const [first] = held.results;
	const last = held.results.at(-1);
	if (!first || !last) throw new Refusal('not-found', 'There are no saved files to download.');
	const [user] = await db.select({ zone: users.zone }).from(users).where(eq(users.id, uid));
	const zip = newZip(objects);
	for (const result of held.results) {
		const at = new Date(result.at);
		const folder = `${safeName(result.name)}/${timeInName(at, user?.zone ?? 'UTC')}_${result.id}`;
		for (const path of result.paths) {
			zip.addObject({ path, name: `${folder}/${path.split('/').at(-1)}`, at });
		}
	}
	if (!held.isAll) zip.add('MORE.txt', moreText(held.results.length, nextAddress(filter, last, portal)));
	const name = filter.automation ? safeName(first.name) : 'Watchword files';
	return { name: `${name}.zip`, stream: zip.end() };
}

const nextAddress = (filter: ZipFilter, last: Result, portal: string) => {
	const query = new URLSearchParams({ ...filter, cursor: placeOf(last) } as Record<string, string>);
	return `${portal}/api/files/archive?${query}`;
};

const moreText = (
	results: number,
	next: string,
) => `This zip holds the oldest ${results} results that you asked for.
One zip holds at most 2,000 results or 2 GB. To download the next ones, sign in and open:

${next}
`;

const timeInName = (at: Date, zone: string) =>
	wallClock(at, zone).toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-');

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const LONGEST_NAME = 60;

/** A folder name that every system accepts: letters, digits, spaces, hyphens and underscores of any language. */
function safeName(name: string): string {
	const safe = [
		...normalised(name, 'NFC')
			.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, ' ')
			.trim(),
	]
		.slice(0, LONGEST_NAME)
		.join('')
		.trim();
	return safe === '' || RESERVED.test(safe) ? 'Automation' : safe;
}
