import type { Verdict } from '@watchword/contract/mark';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, notLike, or, sql } from 'drizzle-orm';
import type { Db } from '../../ports/database.ts';
import { RUNS_AGAIN } from '../../runs/again.ts';
import { automationRuns, episodes } from '../../runs/tables.ts';
import type { LeasedRun } from '../lease.ts';
import {
	begunEpisode,
	type EpisodeRow,
	type Known,
	optionsOf,
	type Remembered,
	unchanged,
	WAITING,
} from './memory.ts';

const UNTOLD = 'Nobody was told: it came after later captures that show the same.';

/**
 * What a capture changes that is older than the newest one: a camera kept it while offline, or two arrived in the wrong order.
 * The current episode stays as it is. The capture joins the episode of its time, or becomes a past episode.
 */
export async function rememberLate(
	tx: Db,
	known: Known,
	run: LeasedRun,
	watch: string,
	verdict: Verdict,
): Promise<Remembered> {
	const { state } = known;
	const options = optionsOf(known);
	const at = run._timestamp;
	const every = options._tell === 'every' ? 'every' : null;
	if (verdict === 'cannot tell') return unchanged(state);
	const around = await enclosing(tx, run, watch);
	if (verdict === 'not met') {
		// A past episode ended earlier than was known.
		const shorter = around?.ended_at && around.last_at < at ? [{ ...around, ended_at: at }] : [];
		return { ...unchanged(state), episodes: shorter };
	}
	const before = await neighbour(tx, run, 'before');
	const after = await neighbour(tx, run, 'after');
	const joined = around ?? (after?.met ? await episodeOf(tx, after.episodeId) : null);
	if (joined) {
		const grown: EpisodeRow = {
			...joined,
			captures: joined.captures + 1,
			...(at < joined.first_at && { first_at: at, first_runId: run.id }),
			last_at: joined.last_at > at ? joined.last_at : at,
		};
		const whyNotTold = joined.told_at === null ? UNTOLD : null;
		return { ...unchanged(state), episodes: [grown], episode: grown, tells: every, whyNotTold };
	}
	const pair = [before, after].find((one) => one?.met && one.episodeId === null);
	if (options._tellTwice && !pair) return { ...unchanged(state), whyNotTold: WAITING };
	const first = pair && pair.at < at ? { at: pair.at, runId: pair.id } : { at, runId: run.id };
	const last_at = pair && pair.at > at ? pair.at : at;
	const past: EpisodeRow = {
		...begunEpisode(run, watch, { ...first, captures: pair ? 2 : 1 }),
		last_at,
		ended_at: after && !after.met ? after.at : last_at,
	};
	return {
		...unchanged(state),
		episodes: [past],
		episode: past,
		tells: every ?? 'begin',
		joins: pair?.id ?? null,
	};
}

async function enclosing(tx: Db, run: LeasedRun, watch: string): Promise<EpisodeRow | null> {
	const at = run._timestamp;
	const [found] = await tx
		.select()
		.from(episodes)
		.where(
			and(
				eq(episodes._automationId, run._automationId),
				eq(episodes.watch, watch),
				lte(episodes.first_at, at),
				or(isNull(episodes.ended_at), gt(episodes.ended_at, at)),
			),
		)
		.orderBy(desc(episodes.first_at))
		.limit(1);
	return found ?? null;
}

async function episodeOf(tx: Db, id: string | null): Promise<EpisodeRow | null> {
	if (id === null) return null;
	const [found] = await tx.select().from(episodes).where(eq(episodes.id, id));
	return found ?? null;
}

interface Neighbour {
	id: string;
	at: Date;
	met: boolean;
	episodeId: string | null;
}

/** The nearest capture with a verdict on the same prompt. */
async function neighbour(tx: Db, run: LeasedRun, side: 'before' | 'after'): Promise<Neighbour | null> {
	const { _automationId, _timestamp, action_verdict, action_prompt, _triggerKey, _episodeId, id } =
		automationRuns;
	const isBefore = side === 'before';
	const [found] = await tx
		.select({ id, at: _timestamp, met: sql<boolean>`${action_verdict} = 'met'`, episodeId: _episodeId })
		.from(automationRuns)
		.where(
			and(
				eq(_automationId, run._automationId),
				isBefore ? lt(_timestamp, run._timestamp) : gt(_timestamp, run._timestamp),
				inArray(action_verdict, ['met', 'not met']),
				eq(action_prompt, run.action_prompt),
				notLike(_triggerKey, RUNS_AGAIN),
				isNotNull(automationRuns.trigger_captureId),
			),
		)
		.orderBy(isBefore ? desc(_timestamp) : asc(_timestamp))
		.limit(1);
	return found ?? null;
}
