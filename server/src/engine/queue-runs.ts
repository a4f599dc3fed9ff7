import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { automations } from '../automations/tables.ts';
import { EVENT_CHANNEL, envelope } from '../base/events.ts';
import { newId } from '../base/ids.ts';
import { asRows, insertSelect, recordset, rowsCalled, statement } from '../base/sql.ts';
import type { Db } from '../ports/database.ts';
import { automationRuns, isForWorkers } from '../runs/tables.ts';
import { leaseEnd } from './lease.ts';

/** Workers listen on this channel. A message carries no data: it only says that there are runs to take. */
export const RUNS_CHANNEL = 'watchword_runs';

type Automation = Pick<typeof automations.$inferSelect, 'id' | '_owner'>;

type Signal = Pick<
	typeof automationRuns.$inferInsert,
	'_triggerKey' | '_timestamp' | 'trigger_capture' | 'trigger_captureId' | 'trigger_mailId' | 'trigger_from'
>;

export interface NewRun {
	automation: Automation;
	/** What came from outside. A key makes one run, even if the signal comes several times. */
	signal: Signal;
}

const SIGNAL = {
	id: automationRuns.id,
	automation: automationRuns._automationId,
	_triggerKey: automationRuns._triggerKey,
	_timestamp: automationRuns._timestamp,
	trigger_capture: automationRuns.trigger_capture,
	trigger_captureId: automationRuns.trigger_captureId,
	trigger_mailId: automationRuns.trigger_mailId,
	trigger_from: automationRuns.trigger_from,
	lease: automationRuns.lease,
	event: 'text',
} as const;

/** Everything that is given, and the new runs: names of a statement that queues runs. */
const signals = rowsCalled('signals', SIGNAL);
export const queued = rowsCalled('queued', getTableColumns(automationRuns));
const [s, q] = [rowsCalled('s', SIGNAL), alias(automationRuns, 'q')];
const a = alias(automations, 'a');
const u = alias(users, 'u');
const t = rowsCalled('t', { lease: automationRuns.lease });

/** A signal and its automation meet it. */
type Condition = (signal: typeof s, automation: typeof a) => SQL;

/** Whether an automation is active now: not paused, and meant for the customer's presence (home, away or always). */
export const isWorking: Condition = (_, { _paused, _works, _owner }) => sql`not ${_paused} and (
	${_works} = 'always' or ${_works} = (select ${u.presence} from ${users} ${u} where ${u.id} = ${_owner}))`;

const RUN = insertSelect(automationRuns, {
	id: s.id,
	_owner: a._owner,
	_automationId: a.id,
	_triggerKey: s._triggerKey,
	_timestamp: sql`coalesce(${s._timestamp}, now())`,
	_triggerType: a._triggerType,
	_actionType: a._actionType,
	action_prompt: a.action_prompt,
	action_toAddress: a.action_toAddress,
	action_moreAddresses: a.action_moreAddresses,
	action_notify: a._notify,
	action_channels: a._channels,
	action_approve: a._approve,
	trigger_device_type: a.trigger_device_type,
	trigger_capture: s.trigger_capture,
	trigger_captureId: s.trigger_captureId,
	trigger_mailId: s.trigger_mailId,
	trigger_from: s.trigger_from,
	lease: t.lease,
	lease_until: sql`case when ${t.lease} is not null then ${leaseEnd} end`,
	attempts: sql`case when ${t.lease} is null then 0 else 1 end`,
});

/**
 * A worker of this process may have offered its lease. A capture waits for earlier ones of the same automation, so it is leased
 * only if there are none.
 */
const LEASE = sql`select case when ${s.lease} is not null and (${a._triggerType} <> 'capture' or not exists (
	select from automation_runs where "_automationId" = ${a.id} and ${isForWorkers}
)) then ${s.lease} end as lease`;

/**
 * Queues runs in the same statement that stores their signals, so that either both are stored or neither: the parts `signals`
 * (the parameter of this name) and `queued` of a `with`. A run is new if its key is, its automation is not deleted, and the condition
 * holds. A run takes its settings from the automation as it is at that moment.
 */
export const queueing = (condition: Condition = () => sql`true`) => sql`
	${signals} as (
		${recordset(SIGNAL, sql.placeholder('signals'))}
	), ${queued} as (
		${RUN} from ${signals} ${s} join ${automations} ${a} on ${a.id} = ${s.automation} cross join lateral (${LEASE}) ${t}
		where not ${a._deleted} and ${condition(s, a)}
		on conflict ("_triggerKey") do nothing
		returning *
	)`;

/** The offer of a worker in this process: to start this many runs at once. */
export interface Offer {
	lease: string;
	most: number;
}

/** The value of the parameter `signals`. */
export function signalsOf(runs: NewRun[], { lease, most }: Offer = NO_OFFER): string {
	const offered = new Set<string>();
	const given = runs.map(({ automation, signal }) => {
		const id = newId();
		const event = envelope(automation._owner, { topic: 'runs', id });
		const isOffered = offered.size < most && !offered.has(automation.id);
		if (isOffered) offered.add(automation.id);
		return { ...signal, id, automation: automation.id, event, lease: isOffered ? lease : null };
	});
	return asRows(SIGNAL, given);
}

const NO_OFFER: Offer = { lease: '', most: 0 };

const NEW = sql`${queued} ${q} join ${signals} ${s} on ${s.id} = ${q.id}`;

/**
 * Selects columns of the new runs and their signals at the end of such a statement. On commit, it notifies open tabs of each run,
 * and workers of each that waits.
 */
export const selectQueued = (columns: (run: typeof q, signal: typeof s) => SQL) => sql`
	select ${columns(q, s)},
		case when ${q.lease} is null then pg_notify(${RUNS_CHANNEL}, '')::text end || pg_notify(${EVENT_CHANNEL}, ${s.event})::text as notified
	from ${NEW}`;

/** Joins these rows to the new runs. */
export const joinQueued = (rows: SQL, condition: (run: typeof q, signal: typeof s) => SQL) =>
	sql`${NEW} join ${rows} on ${condition(q, s)}`;

const queueingOne = (condition?: Condition) =>
	statement<'signals'>(sql`with ${queueing(condition)} ${selectQueued(({ id }) => sql`${id}`)}`);
const [queueOne, queueOneIfWorking] = [queueingOne(), queueingOne(isWorking)];

/** The id of the new run; null if this signal already made one, or if its automation is inactive and must be active. */
export async function queueRun(
	tx: Db,
	automation: Automation,
	signal: NewRun['signal'],
	{ ifWorking = false } = {},
): Promise<string | null> {
	const queue = ifWorking ? queueOneIfWorking : queueOne;
	const { rows } = await queue(tx, { signals: signalsOf([{ automation, signal }]) });
	return (rows[0]?.id as string | undefined) ?? null;
}
