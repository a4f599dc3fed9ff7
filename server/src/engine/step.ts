import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { inBatches } from '../base/batch.ts';
import { EVENT_CHANNEL, envelope } from '../base/events.ts';
import { newId } from '../base/ids.ts';
import { asRows, recordset, rowsCalled, statement } from '../base/sql.ts';
import { ledgerEntries } from '../billing/tables.ts';
import type { Db } from '../ports/database.ts';
import { automationRuns } from '../runs/tables.ts';
import { type Alert, alertParameters, storingAlerts } from './alerts/store.ts';
import type { LeasedRun } from './lease.ts';
import { queueingRunEnded } from './webhook-events.ts';

/** The columns that a step may change. */
const CHANGES = [
	...([
		'_status',
		'_reason',
		'credits',
		'attempts',
		'next_try_at',
		'lease',
		'lease_until',
		'ended_at',
	] as const),
	...(['trigger_capture', 'trigger_frames', 'trigger_from', 'trigger_subject'] as const),
	...(['trigger_html', 'trigger_text'] as const),
	...(['trigger_attachments', 'trigger_unread', 'trigger_checks', 'trigger_reply'] as const),
	...([
		'_episodeId',
		'action_tells',
		'action_condition_met',
		'action_verdict',
		'action_evidence',
		'action_information',
	] as const),
	...([
		'action_email_subject',
		'action_email_html',
		'action_boxes',
		'action_zones',
		'action_examples',
		'action_value',
		'action_firstLook',
		'action_fields',
		'action_asked_at',
		'action_approval',
		'action_files',
		'action_sentTo',
		'action_notification',
	] as const),
	...(['model', 'tokensIn', 'tokensOut', 'decide_ms'] as const),
];

export type Change = Partial<Pick<typeof automationRuns.$inferInsert, (typeof CHANGES)[number]>>;

export interface Step {
	run: LeasedRun;
	change: Change;
	/** Charged to the customer in the same statement. If the balance is too low, the step is not stored. */
	credits?: number;
	/** What it changes for alerts and adds to the run, stored in the same statement. */
	alert?: Alert | undefined;
	/** Whether to notify the customer's open tabs. */
	notify?: boolean;
}

/** The run was leased again, here or by another worker, so this attempt can store nothing more. */
export class LeaseLost extends Error {}

export interface Stored {
	run: LeasedRun;
	outcome: 'stored' | 'short';
	/** The balance after the charge; null if nothing was charged now. */
	left: number | null;
}

const columns = sql.join(
	CHANGES.map((name) => sql.identifier(automationRuns[name].name)),
	sql`, `,
);

const GIVEN = {
	id: automationRuns.id,
	lease: automationRuns.lease,
	attempts: automationRuns.attempts,
	uid: automationRuns._owner,
	automation: automationRuns._automationId,
	change: 'jsonb',
	credits: ledgerEntries.credits,
	entry: ledgerEntries.id,
	events: 'jsonb',
} as const;

const [given, g] = [rowsCalled('given', GIVEN), rowsCalled('g', GIVEN)];
const h = rowsCalled('h', GIVEN);
const c = rowsCalled('c', { ...GIVEN, charge: 'jsonb' });
const r = alias(automationRuns, 'r');
const RUN = { id: r.id, _owner: r._owner, ended_at: r.ended_at };
const [stored, ended, s] = [rowsCalled('stored', RUN), rowsCalled('ended', RUN), rowsCalled('s', RUN)];

/** Each run is looked up only by its id: with a condition on open runs, PostgreSQL would read all of them, and there may be thousands. */
const storing = statement<'given' | 'episodes' | 'states' | 'held'>(sql`
	with ${given} as (
		${recordset(GIVEN, sql.placeholder('given'))}
	), held as (
		select ${g}.* from (select * from ${given} order by ${given.uid}, ${given.id}) ${g} cross join lateral (
			select ${r.lease}, ${r.attempts} from ${automationRuns} ${r} where ${r.id} = ${g.id} for no key update
		) run where run.lease = ${g.lease} and run.attempts = ${g.attempts}
	), charged as materialized (
		select ${h}.*, case when ${h.credits} > 0 then (
			select to_jsonb(e) from enter_ledger(${h.entry}, ${h.uid}, 'charge', -${h.credits}, ${h.id}, '', ${h.automation}) e
		) end as charge from held ${h}
	), ${stored} as (
		update ${automationRuns} ${r} set (${columns}) = (select ${columns} from jsonb_populate_record(${r}, ${c.change}))
		from charged ${c} where ${r.id} = ${c.id} and ${c.charge} ->> 'outcome' is distinct from 'short'
		returning ${sql.join(Object.values(RUN), sql`, `)}
	), ${ended} as (
		select * from ${stored} where ${stored.ended_at} is not null
	), webhooks as (
		${queueingRunEnded(ended)}
	), ${storingAlerts(stored)}
	select ${c.id}, ${s.id} is not null as stored,
		case when ${c.charge} ->> 'outcome' = 'entered' then (${c.charge} ->> 'balance')::int end as left,
		(select count(pg_notify(${EVENT_CHANNEL}, event)) from jsonb_array_elements_text(${c.events}) event
			where ${s.id} is not null) as events, (select count(*) from webhooks) as webhooks
	from charged ${c} left join ${stored} ${s} on ${s.id} = ${c.id}`);

/**
 * Stores steps of many runs and their alerts, charges for them, notifies the open tabs and queues webhooks about runs that
 * end, in one statement. A step is stored only under the lease and the attempt that it was made in; otherwise its result is null. Customers are charged in the same
 * order everywhere, which prevents deadlocks.
 */
export async function storeSteps(db: Db, asked: Step[]): Promise<(Stored | null)[]> {
	const steps = asked.map((step) => ({ ...step, change: { ...step.change, ...step.alert?.change } }));
	const changes = steps.map(({ run, change, credits = 0, notify = false }) => ({
		id: run.id,
		lease: run.lease,
		attempts: run.attempts,
		uid: run._owner,
		automation: run._automationId,
		change,
		credits,
		entry: newId(),
		events: [
			...(notify ? [envelope(run._owner, { topic: 'runs', id: run.id })] : []),
			...(change.action_files ? [envelope(run._owner, { topic: 'saved' })] : []),
			...(credits > 0 ? [envelope(run._owner, { topic: 'billing' })] : []),
		],
	}));
	const alerts = steps.flatMap(({ run, alert }) => (alert ? [{ run: run.id, alert }] : []));
	const { rows } = await storing(db, { given: asRows(GIVEN, changes), ...alertParameters(alerts) });
	const found = new Map(rows.map((row) => [row.id, row]));
	return steps.map(({ run, change }) => {
		const row = found.get(run.id);
		if (!row) return null;
		return {
			run: { ...run, ...change } as LeasedRun,
			outcome: row.stored ? 'stored' : 'short',
			left: row.left as number | null,
		};
	});
}

const storeStepInBatch = inBatches(storeSteps);

/** Stores a step, in one batch with steps of other runs that come at the same moment. */
export async function storeStep(
	db: Db,
	run: LeasedRun,
	change: Change,
	{ notify = false } = {},
): Promise<LeasedRun> {
	const stored = await storeStepInBatch(db, { run, change, notify });
	return requireLease(run, stored).run;
}

/** The stored step. Throws LeaseLost if the run was leased again. */
export function requireLease(run: LeasedRun, stored: Stored | null | undefined): Stored {
	if (!stored) throw new LeaseLost(`run ${run.id} was leased again`);
	return stored;
}
