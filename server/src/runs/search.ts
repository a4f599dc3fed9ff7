import { type SQL, sql } from 'drizzle-orm';
import { writeCursor } from '../base/cursor.ts';
import type { Db } from '../ports.ts';
import { automationRuns } from './tables.ts';
import { containing, placedQuery, placedWords, weekOf } from './words.ts';

/** How many runs are looked at one after the other, before the index is asked for the rest. */
const LOOKED_AT = 200;
/** A word in more than this part of them is no help in the index: it would name most of the runs there are. */
const FREQUENT = 1 / 20;

interface Search {
	uid: string;
	/** Each begins a word of a run. */
	words: string[];
	/** True of the runs that were asked for; more may be asked for than words. */
	found: SQL;
	isOldestFirst: boolean;
	/** How many runs make a page. */
	size: number;
	/** These columns of the first runs, whatever words they have. */
	first(size: number, columns: SQL): SQL;
	/** True of the runs that come after this place, whatever words they have. */
	after(cursor: string): SQL;
}

interface Looked {
	id: string;
	ms: number;
	fits: boolean;
	/** Which of the words it has. */
	has: boolean[];
}

/**
 * The ids of a page of runs with some words. What most runs have is found by looking at a few. For what is rare the index is
 * asked week by week, and only until the page is full: so it costs the same however many runs there are.
 */
export async function searchPage(db: Db, search: Search): Promise<SQL> {
	const { looked, beginnings, oldest, newest } = await lookAtFirst(db, search);
	const fitting = looked.filter(({ fits }) => fits).map(({ id }) => id);
	const last = looked.at(-1);
	if (fitting.length >= search.size || looked.length < LOOKED_AT || !last) return idsOf(fitting);

	const often = search.words.map((_, n) => looked.filter(({ has }) => has[n]).length);
	const rare = beginnings.filter((_, n) => (often[n] ?? 0) < looked.length * FREQUENT);
	const [from, to] = [weekOf(last.ms), weekOf(search.isOldestFirst ? newest : oldest)];
	const queries = spans(from, to).map((weeks) =>
		placedQuery(search.uid, weeks, (rare.length > 0 ? rare : beginnings).flat()),
	);
	const order = search.isOldestFirst ? sql`_timestamp, id` : sql`_timestamp desc, id desc`;
	// "offset 0": PostgreSQL guesses badly how rare words are, and would rather go through all runs in order.
	return sql`
		with recursive span(n, ids, found) as (
			select 0, ${listOf(fitting)}, ${fitting.length}::int
			union all
			select n + 1, more.ids, found + cardinality(more.ids) from span cross join lateral (
				select coalesce(array_agg(id), '{}') as ids from (
					select id from (
						select * from ${automationRuns}
						where ${placedWords} @@ (${listOf(queries)}::tsquery[])[n + 1] offset 0
					) fit where ${search.found} and ${search.after(writeCursor([last.ms, last.id]))}
					order by ${order} limit ${search.size} - found
				) page
			) more where found < ${search.size} and n < ${queries.length}
		) select unnest(ids) as id from span`;
}

async function lookAtFirst(db: Db, { uid, words, found, isOldestFirst, first }: Search) {
	const each = sql.join(
		words.map((word) => containing(word, uid) ?? sql`true`),
		sql`, `,
	);
	const columns = sql`id, _timestamp, (${found}) as fits, json_build_array(${each}) as has`;
	const place = sql.raw(isOldestFirst ? '_timestamp, id' : '_timestamp desc, id desc');
	const timeOf = (which: SQL) =>
		sql`(select extract(epoch from ${which})::float8 * 1000 from ${automationRuns} where _owner = ${uid})`;
	const { rows } = await db.execute(sql`
		select (select json_agg(tsvector_to_array(to_tsvector('simple', word)) order by n)
				from unnest(${listOf(words)}) with ordinality word(word, n)) as beginnings,
			${timeOf(sql`min(_timestamp)`)} as oldest, ${timeOf(sql`max(_timestamp)`)} as newest,
			(select json_agg(json_build_object('id', id, 'fits', fits, 'has', has,
				'ms', round(extract(epoch from _timestamp)::float8 * 1000)) order by ${place})
				from (${first(LOOKED_AT, columns)}) one) as looked`);
	const { looked, ...rest } = rows[0] as unknown as {
		looked: Looked[] | null;
		beginnings: string[][];
		oldest: number;
		newest: number;
	};
	return { ...rest, looked: looked ?? [] };
}

const listOf = (texts: readonly string[]) =>
	sql`array[${sql.join(
		texts.map((text) => sql`${text}`),
		sql`, `,
	)}]::text[]`;

const idsOf = (ids: string[]) => sql`select unnest(${listOf(ids)}) as id`;

/** The weeks from one to another, each time four times as many at once. */
function spans(from: number, to: number): number[][] {
	const weeks = Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => from + Math.sign(to - from) * n);
	const found: number[][] = [];
	for (let size = 1; weeks.length > 0; size *= 4) found.push(weeks.splice(0, size));
	return found;
}
