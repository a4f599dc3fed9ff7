import { TRIGGER_TYPES } from '@watchword/contract/automation';
import type { RunFilter } from '@watchword/contract/run';
import { type SQL, sql } from 'drizzle-orm';
import { placeOfCursor } from '../base/cursor.ts';
import { firstRun } from './episodes.ts';
import { automationRuns, episodes } from './tables.ts';

/** A search for an outcome, words, marks or waiting runs shows single runs. Only captures have episodes. */
export const isGrouped = ({
	grouped,
	trigger,
	episode,
	outcome,
	marked,
	waiting,
	search,
}: RunFilter): boolean =>
	grouped !== undefined &&
	(trigger ?? 'capture') === 'capture' &&
	!episode &&
	!outcome &&
	!marked &&
	!waiting &&
	!search?.trim();

/**
 * The runs and episodes of one page, newest first: for each the time and id that order it, and the run to show. Runs without an
 * episode and episodes are read separately, so that a long episode costs no more than one run.
 */
export const groupedPage = (uid: string, filter: RunFilter, size: number): SQL => sql`
	(${runsAlone(uid, filter, size)}) union all (
		select e.first_at, e.id, ${firstRun}, e.id from ${episodes} e
		where ${sql.join(ofEpisodes(uid, filter), sql` and `)}
		order by e.first_at desc, e.id desc limit ${size}
	) order by at desc, key desc limit ${size}`;

function runsAlone(uid: string, filter: RunFilter, size: number): SQL {
	const { automation, trigger, cursor, from, to, ids } = filter;
	const all = [sql`r._owner = ${uid}`, sql`r."_episodeId" is null`];
	if (automation) all.push(sql`r."_automationId" = ${automation}`);
	if (ids) all.push(sql`r.id in ${ids.split(',')}`);
	if (cursor !== undefined) all.push(sql`(r._timestamp, r.id) < ${placeOfCursor(cursor)}`);
	if (from !== undefined) all.push(sql`r._timestamp >= to_timestamp(${from})`);
	if (to !== undefined) all.push(sql`r._timestamp < to_timestamp(${to})`);
	const newest = (more: SQL) => sql`
		select r._timestamp as at, r.id as key, r.id, null as "episodeId" from ${automationRuns} r
		where ${sql.join([...all, more], sql` and `)} order by r._timestamp desc, r.id desc limit ${size}`;
	if (trigger) return newest(sql`r."_triggerType" = ${trigger}`);
	if (automation || ids) return newest(sql`true`);
	// The index has each trigger's runs in time order.
	return sql.join(
		TRIGGER_TYPES.map((kind) => sql`(${newest(sql`r."_triggerType" = ${kind}`)})`),
		sql` union all `,
	);
}

function ofEpisodes(uid: string, { automation, cursor, from, to, ids }: RunFilter): SQL[] {
	const all = [
		sql`e._owner = ${uid}`,
		// An episode without runs is about to be removed.
		sql`exists (select from ${automationRuns} b where b."_episodeId" = e.id)`,
	];
	if (automation) all.push(sql`e."_automationId" = ${automation}`);
	if (ids) {
		all.push(sql`e.id in (select b."_episodeId" from ${automationRuns} b where b.id in ${ids.split(',')})`);
	}
	if (cursor !== undefined) all.push(sql`(e.first_at, e.id) < ${placeOfCursor(cursor)}`);
	// Episodes that lasted at some moment of the requested time.
	if (from !== undefined) all.push(sql`e.last_at >= to_timestamp(${from})`);
	if (to !== undefined) all.push(sql`e.first_at < to_timestamp(${to})`);
	return all;
}
