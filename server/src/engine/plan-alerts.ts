import type { Verdict } from '@watchword/contract/mark';
import { eq, sql } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import { rowReader, statement } from '../base/sql.ts';
import type { Db } from '../ports/database.ts';
import { isRunAgain } from '../runs/again.ts';
import { storedNotification } from '../runs/notifications.ts';
import { automationRuns, episodes } from '../runs/tables.ts';
import { shouldAct } from './act.ts';
import { rememberLate } from './alerts/late.ts';
import {
	CHANGED,
	emptyState,
	hasMemory,
	type Known,
	type Remembered,
	remember,
	type StateRow,
	unchanged,
	watchOf,
} from './alerts/memory.ts';
import type { Alert } from './alerts/store.ts';
import { alertStates } from './alerts/tables.ts';
import { type AccountQuiet, accountQuietHours, type Timing, whenToNotify } from './alerts/timing.ts';
import { toldAt } from './alerts/told.ts';
import { needsApproval } from './approval/ask.ts';
import type { LeasedRun } from './lease.ts';
import { type Step, type Stored, storeSteps } from './step.ts';
import { hasWebhook, type Links, queueEpisodeEvents, readEpisodes } from './webhook-events.ts';

/** Whether a decision of this run can notify somebody or change the memory. */
export const concernsAlerts = (run: LeasedRun) => hasMemory(run) || run._actionType === 'sendEmail';

/**
 * Works out what decisions change in the memory of their automations, and who is notified. Runs in the transaction that stores
 * the decisions: it locks the automations, so that two decisions of one automation come one after the other.
 */
export async function planAlerts(
	tx: Db,
	steps: Step[],
	{ now, lateAfterMs }: { now: Date; lateAfterMs: number },
): Promise<Map<string, Alert>> {
	const runs = steps.filter(({ run }) => concernsAlerts(run));
	const planned = new Map<string, Alert>();
	if (runs.length === 0) return planned;
	const known = await readKnown(tx, [...new Set(runs.map(({ run }) => run._automationId))]);
	for (const { run, change } of runs) {
		const of = known.get(run._automationId);
		const verdict = change.action_verdict;
		if (!of || !verdict) continue;
		const remembered = hasMemory(run)
			? await rememberRun(tx, of, run, verdict)
			: {
					...unchanged(of.state),
					tells: shouldAct({ ...run, action_verdict: verdict }) ? ('every' as const) : null,
				};
		const alert = alertOf(of, run, remembered, verdict, now, lateAfterMs);
		planned.set(run.id, alert.state === of.state ? { ...alert, state: null } : alert);
		// One batch may contain several runs of an automation, unless they are captures.
		known.set(run._automationId, { ...of, state: alert.state });
	}
	return planned;
}

/**
 * Stores steps with their changes for alerts, and queues webhooks for episodes that begin or end, which follow from the rows
 * before the change.
 */
export async function storeWithAlerts(tx: Db, links: Links, steps: Step[]): Promise<(Stored | null)[]> {
	const wanted = steps.flatMap(({ alert }) => (alert?.hasEpisodeWebhook ? alert.episodes : []));
	const before = await readEpisodes(tx, wanted);
	const stored = await storeSteps(tx, steps);
	const alerts = steps.flatMap(({ alert }, index) =>
		alert && stored[index]?.outcome === 'stored' ? [alert] : [],
	);
	for (const { joins, change } of alerts) {
		if (joins === null) continue;
		await tx
			.update(automationRuns)
			.set({ _episodeId: change._episodeId ?? null })
			.where(eq(automationRuns.id, joins));
	}
	const changed = alerts.flatMap(({ hasEpisodeWebhook, episodes }) => (hasEpisodeWebhook ? episodes : []));
	await queueEpisodeEvents(tx, links, before, changed);
	return stored;
}

function rememberRun(
	tx: Db,
	known: Known,
	run: LeasedRun,
	verdict: Verdict,
): Remembered | Promise<Remembered> {
	const watch = watchOf(run.action_prompt, run.deviceId);
	const { state } = known;
	// The automation has been changed and already watches for something else.
	if (state.watch !== null && state.watch !== watch && known.watch !== watch)
		return { ...unchanged(state), whyNotTold: verdict === 'met' ? CHANGED : null };
	const isLate = state.watch === watch && state.last_at !== null && run._timestamp < state.last_at;
	return isLate ? rememberLate(tx, known, run, watch, verdict) : remember(known, run, watch, verdict);
}

function alertOf(
	known: Known,
	run: LeasedRun,
	{ state, episodes, episode, tells, whyNotTold, joins }: Remembered,
	verdict: Verdict,
	now: Date,
	lateAfterMs: number,
): Alert & { state: StateRow } {
	const joined = episode && { _episodeId: episode.id };
	const alert: Alert & { state: StateRow } = {
		change: { ...joined },
		joins,
		state,
		episodes,
		held: null,
		hasEpisodeWebhook: known.hasEpisodeWebhook,
	};
	if (run._actionType !== 'sendEmail') return alert;
	const told_at = toldAt(run);
	const sent_at = told_at === null ? now : new Date(told_at);
	const sent = { sent_at, sent_runId: run.id, sent_before: state.sent_at };
	if (tells === null) {
		if (told_at !== null) return { ...alert, state: { ...state, ...sent } };
		if (verdict !== 'met') return alert;
		const runId = episode?.told_runId;
		if (whyNotTold === null && !runId) return alert;
		const change = storedNotification(
			whyNotTold !== null
				? { state: 'not-sent', problem: whyNotTold }
				: { state: 'known', runId: String(runId) },
		);
		return { ...alert, change: { ...joined, ...change } };
	}
	// A mail that needs approval is not held. The request for approval follows the quiet hours.
	const canWait = !isRunAgain(run) && !needsApproval(run);
	const timing: Timing =
		told_at !== null
			? { when: 'now' }
			: whenToNotify(
					{ ...known, state },
					{
						now,
						at: run._timestamp,
						lateAfterMs: canWait && run._triggerType === 'capture' ? lateAfterMs : null,
						keepsQuiet: canWait && run._triggerType !== 'schedule',
					},
				);
	if (timing.when === 'never')
		return { ...alert, change: { ...joined, ...storedNotification(timing.notification) } };
	const told = episode && { ...episode, told_at: run._timestamp, told_runId: run.id };
	const change = { ...joined, action_tells: tells };
	const withTold = episodes.map((one) => (told && one.id === told.id ? told : one));
	if (timing.when === 'held') {
		const { _owner, _automationId } = run;
		const { why, until } = timing;
		const held = { id: run.id, _owner, _automationId, why, due_at: until };
		const notification = storedNotification({ state: 'held', why, at: until.toISOString() });
		return { ...alert, change: { ...change, ...notification }, episodes: withTold, held };
	}
	return { ...alert, change, episodes: withTold, state: { ...state, ...sent } };
}

/**
 * Ids are given as JSON, for which PostgreSQL keeps one plan. Locked rows are read after the wait for the lock, because two
 * processes may decide at the same moment.
 */
const knowing = statement<'ids'>(sql`
	with locked as materialized (
		select * from automations where id in (select jsonb_array_elements_text(${sql.placeholder('ids')}::jsonb))
		order by id for no key update
	), state as materialized (
		select * from alert_states where "_automationId" in (select id from locked)
		order by "_automationId" for no key update
	), episode as materialized (
		select * from episodes where id in (select "episodeId" from state) order by id for no key update
	)
	select to_jsonb(a) as automation, to_jsonb(s) as state, to_jsonb(e) as episode,
		u.quiet_start, u.quiet_end, u.alert_zone,
		${hasWebhook(sql`a._owner`, 'episode.began', 'episode.ended')} as has_webhook
	from locked a join users u on u.id = a._owner
	left join state s on s."_automationId" = a.id left join episode e on e.id = s."episodeId"`);

const readAutomation = rowReader(automations);
const readState = rowReader(alertStates);
const readEpisode = rowReader(episodes);

/** Reads and locks automations and their memory. */
export async function readKnown(tx: Db, ids: string[]): Promise<Map<string, Known>> {
	const given = { ids: JSON.stringify(ids) };
	const found = () =>
		knowing(tx, given).then(({ rows }) =>
			rows.map((row) => ({
				row,
				automation: readAutomation(row.automation),
				state: row.state ? readState(row.state) : null,
				episode: row.episode ? readEpisode(row.episode) : null,
			})),
		);
	let all = await found();
	// Rows that another process inserted while this one waited are only visible to a second read.
	if (all.some(({ state, episode }) => !state || (state.episodeId && !episode))) all = await found();
	return new Map(
		all.map(({ row, automation, state, episode }) => [
			automation.id,
			{
				settings: automation,
				snoozedUntil: automation._snoozedUntil,
				accountQuiet: accountQuietHours(row as unknown as AccountQuiet),
				watch: watchOf(automation.action_prompt, automation.trigger_device_deviceID),
				state: state ?? emptyState(automation.id),
				episode,
				hasEpisodeWebhook: row.has_webhook === true,
			},
		]),
	);
}
