import type { SavedFilter, SavedFolder, SavedResult } from '@watchword/contract/saved';
import { type SQL, sql } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import { cutPage, placeOfCursor } from '../base/cursor.ts';
import type { SignedIn } from '../base/route.ts';
import { files, isSaved } from '../files/tables.ts';
import type { Db } from '../ports/database.ts';
import { searchPage } from '../runs/search.ts';
import { automationRuns, hasSaved } from '../runs/tables.ts';
import { wordsAndNames } from './search.ts';

const PAGE = 50;
const FIRST_WORDS = 240;

/** One folder for each automation that has saved results, the one that saved last first. */
export async function listFolders(db: Db, uid: string): Promise<SavedFolder[]> {
	const { rows } = await db.execute(sql`
		with saved as (
			select "_automationId" as id, count(*)::int as results, max(_timestamp) as newest
			from ${automationRuns} where _owner = ${uid} and ${hasSaved} group by 1
		), stored as (
			select split_part(path, '/', 4) as id, sum(size)::float8 as bytes
			from ${files} where _owner = ${uid} and ${isSaved} group by 1
		)
		select a.id, a._name as name, a._deleted as deleted, saved.results, coalesce(stored.bytes, 0) as bytes,
			extract(epoch from saved.newest)::float8 as newest
		from saved join ${automations} a on a.id = saved.id left join stored on stored.id = saved.id
		order by saved.newest desc, a.id`);
	return rows as unknown as SavedFolder[];
}

/** The customer's runs with saved files, of one automation or of all. An index has each in time order. */
export const savedBy = (uid: string, automation: string | undefined): SQL =>
	automation
		? sql`${hasSaved} and "_automationId" = ${automation} and exists (
			select from ${automations} a where a.id = ${automation} and a._owner = ${uid})`
		: sql`${hasSaved} and _owner = ${uid}`;

/** Newest first. Indexes alone decide which runs are on a page, so its cost does not depend on their number. */
export async function listSaved(
	db: Db,
	bucket: string,
	{ uid, scopes }: SignedIn,
	filter: SavedFilter,
): Promise<{ items: SavedResult[]; next: string | null }> {
	const { rows } = await db.execute(sql`
		select r.id, r."_automationId", extract(epoch from r._timestamp)::float8 as _timestamp, r.action_verdict,
			left(coalesce(nullif(r.action_information, ''), r.action_evidence, ''), ${FIRST_WORDS}) as words,
			r.trigger_subject, r."trigger_captureId",
			(select coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'size', f.size, 'contentType', f."contentType",
				'token', f."downloadToken") order by array_position(r.action_files, f.path)), '[]')
				from ${files} f where f.path = any(r.action_files)) as files
		from (${await pageOf(db, uid, filter)}) page join ${automationRuns} r on r.id = page.id
		order by r._timestamp desc, r.id desc limit ${PAGE + 1}`);
	const page = cutPage(rows, PAGE, ({ _timestamp, id }) => [
		Math.round(Number(_timestamp) * 1000),
		String(id),
	]);
	return {
		...page,
		items: page.items.map((row) => withAddresses(bucket, row as unknown as Row, scopes === null)),
	};
}

async function pageOf(db: Db, uid: string, { search = '', ...filter }: SavedFilter): Promise<SQL> {
	const asked = wordsAndNames(search, uid);
	const first = (size: number, columns: SQL, found = sql`true`) => sql`
		select ${columns} from ${automationRuns} where ${conditionsOf(uid, filter)} and ${found}
		order by _timestamp desc, id desc limit ${size}`;
	if (!asked || asked.words.length === 0) return first(PAGE + 1, sql`id`, asked?.found);
	const after = (cursor: string) => conditionsOf(uid, { ...filter, cursor });
	return searchPage(db, { ...asked, uid, isOldestFirst: false, size: PAGE + 1, first, after });
}

function conditionsOf(uid: string, { automation, run, cursor }: SavedFilter): SQL {
	const conditions = [savedBy(uid, automation)];
	if (run) conditions.push(sql`id = ${run}`);
	if (cursor !== undefined) conditions.push(sql`(_timestamp, id) < ${placeOfCursor(cursor)}`);
	return sql.join(conditions, sql` and `);
}

interface Row extends Omit<SavedResult, 'files'> {
	files: { path: string; size: number; contentType: string; token: string }[];
}

/** Whoever knows a download token can read the file forever. An API token opens the address without one. */
const withAddresses = (bucket: string, { files: stored, ...row }: Row, withTokens: boolean): SavedResult => ({
	...row,
	files: stored.map(({ token, ...file }) => ({
		...file,
		name: file.path.split('/').at(-1) ?? file.path,
		url: `/v0/b/${bucket}/o/${encodeURIComponent(file.path)}?alt=media${withTokens ? `&token=${token}` : ''}`,
	})),
});
