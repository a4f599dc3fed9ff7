import { type SQL, sql } from 'drizzle-orm';
import { writeCursor } from '../base/cursor.ts';
import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { Job, Nothing } from '../ports/queue.ts';
import { containing, placedQuery, placedWords, weekOf } from './search-words.ts';
import { automationRuns } from './tables.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		'search-index': Nothing;
	}
}

/** How many runs are checked one by one before the index is used for the rest. */
const LOOKED_AT = 200;
/** For a word in more than this share of them the index does not help: it would return most of all runs. */
const FREQUENT = 1 / 20;

interface Search {
	uid: string;
	/** Each begins a word of a run. */
	words: string[];
	/** The condition on a run, which may contain more than the words. */
	found: SQL;
	isOldestFirst: boolean;
	/** How many runs make a page. */
	size: number;
	/** These columns of the first runs, without regard to words. */
	first(size: number, columns: SQL): SQL;
	/** The condition for runs after this place, without regard to words. */
	after(cursor: string): SQL;
}

interface Looked {
	/** How many runs were checked, which of them match, and which was the last. */
	count: number;
	fitting: string[];
	last: string;
	lastMs: number;
	/** How many of them contain each word, and the word's entries in the index. */
	often: number[];
	beginnings: string[][];
	/** The time of the last of all runs in this order. */
	endMs: number;
}

/**
 * The ids of a page of runs with some words. Frequent words are found by checking a few runs. For rare ones the index is
 * searched week by week until the page is full, so the cost does not depend on the number of runs.
 */
export async function searchPage(db: Db, search: Search): Promise<SQL> {
	const { count, fitting, last, lastMs, often, beginnings, endMs } = await lookAtFirst(db, search);
	if (fitting.length >= search.size || count < LOOKED_AT) return idsOf(fitting);

	const rare = beginnings.filter((_, n) => (often[n] ?? 0) < count * FREQUENT);
	const [from, to] = [weekOf(lastMs), weekOf(endMs)];
	const queries = spans(from, to).map((weeks) =>
		placedQuery(search.uid, weeks, (rare.length > 0 ? rare : beginnings).flat()),
	);
	const order = search.isOldestFirst ? sql`_timestamp, id` : sql`_timestamp desc, id desc`;
	// "offset 0": PostgreSQL estimates the frequency of words badly, and would read all runs in order.
	return sql`
		with recursive span(n, ids, found) as (
			select 0, ${asArray(fitting)}, ${fitting.length}::int
			union all
			select n + 1, more.ids, found + cardinality(more.ids) from span cross join lateral (
				select coalesce(array_agg(id), '{}') as ids from (
					select id from (
						select * from ${automationRuns}
						where ${placedWords} @@ (${asArray(queries)}::tsquery[])[n + 1] offset 0
					) fit where ${search.found} and ${search.after(writeCursor([lastMs, last]))}
					order by ${order} limit ${search.size} - found
				) page
			) more where found < ${search.size} and n < ${queries.length}
		) select unnest(ids) as id from span`;
}

async function lookAtFirst(db: Db, { uid, words, found, isOldestFirst, first }: Search): Promise<Looked> {
	const each = words.map((word, n) => sql`${containing(word, uid) ?? sql`true`} as ${sql.raw(`has_${n}`)}`);
	const columns = sql`id, _timestamp, ${sql.join([sql`(${found}) as fits`, ...each], sql`, `)}`;
	const counts = words.map((_, n) => sql.raw(`count(*) filter (where has_${n})`));
	const last = sql.raw(isOldestFirst ? 'max(_timestamp)' : 'min(_timestamp)');
	const { rows } = await db.execute(sql`
		select count(*)::int as count, coalesce(json_agg(id) filter (where fits), '[]') as fitting,
			(array_agg(id))[count(*)] as last, round(extract(epoch from ${last})::float8 * 1000) as "lastMs",
			json_build_array(${sql.join(counts, sql`, `)}) as often,
			(select json_agg(tsvector_to_array(to_tsvector('simple', word)) order by n)
				from unnest(${asArray(words)}) with ordinality word(word, n)) as beginnings,
			(select extract(epoch from ${last})::float8 * 1000 from ${automationRuns} where _owner = ${uid}) as "endMs"
		from (${first(LOOKED_AT, columns)}) one`);
	return rows[0] as unknown as Looked;
}

/** Any texts, each as a parameter of its own. */
export const asArray = (texts: readonly string[]) =>
	sql`array[${sql.join(
		texts.map((text) => sql`${text}`),
		sql`, `,
	)}]::text[]`;

const idsOf = (ids: string[]) => sql`select unnest(${asArray(ids)}) as id`;

/** The weeks from one to another, in spans that grow fourfold. */
function spans(from: number, to: number): number[][] {
	const weeks = Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => from + Math.sign(to - from) * n);
	const found: number[][] = [];
	for (let size = 1; weeks.length > 0; size *= 4) found.push(weeks.splice(0, size));
	return found;
}

/**
 * Rebuilds the index. PostgreSQL never removes a word from such an index, so it would grow forever. Searches and new runs
 * continue meanwhile. An interrupted rebuild leaves an extra index behind, which the next one removes.
 */
export const rebuildIndex: Job<'search-index', { db: Db; log: Log }> = {
	async handle({ db, log }) {
		await db.execute(sql`drop index concurrently if exists runs_found_ccnew`);
		await db.execute(sql`drop index concurrently if exists runs_found_ccold`);
		await db.execute(sql`reindex index concurrently runs_found`);
		log.info('search index rebuilt');
	},
	cron: '53 3 1 * *',
	alone: 'one',
	// Building it took 40 s per million runs.
	expireInSeconds: 6 * 3600,
};
