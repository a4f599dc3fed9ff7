import { sql } from 'drizzle-orm';
import { EVENT_CHANNEL, envelope } from '../events.ts';
import { newId } from '../ids.ts';
import type { Db } from '../ports.ts';
import type { automationRuns } from '../runs/tables.ts';
import { together } from '../together.ts';
import type { LeasedRun } from './lease.ts';

/** What carrying a run may change of it. */
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
	...(['trigger_capture', 'trigger_from', 'trigger_subject', 'trigger_html', 'trigger_text'] as const),
	...(['trigger_attachments', 'trigger_checks', 'trigger_reply'] as const),
	...(['action_condition_met', 'action_verdict', 'action_evidence', 'action_information'] as const),
	...(['action_email_subject', 'action_email_html', 'action_files', 'action_sentTo'] as const),
	...(['model', 'tokensIn', 'tokensOut', 'decide_ms'] as const),
];

export type Change = Partial<Pick<typeof automationRuns.$inferInsert, (typeof CHANGES)[number]>>;

export interface Step {
	run: LeasedRun;
	change: Change;
	/** Taken from the customer with it. Where there is not as much, the step is not stored. */
	credits?: number;
	/** The customer's tabs hear of it. */
	tell?: boolean;
}

/** Another worker has the run: whatever this one brings comes too late and is refused. */
export class LeaseLost extends Error {}

export interface Stored {
	run: LeasedRun;
	outcome: 'stored' | 'short';
	/** What a charge has left; null where nothing was taken, or was before. */
	left: number | null;
}

const columns = sql.raw(CHANGES.map((name) => `"${name}"`).join(', '));

/**
 * Stores steps of any number of runs, takes what they cost and tells of them, in one statement. A step counts only while
 * its run is leased: null where it is not. Customers are charged in the same order everywhere, so that no two statements
 * wait for each other.
 */
export async function storeSteps(db: Db, steps: Step[]): Promise<(Stored | null)[]> {
	const given = steps.map(({ run, change, credits = 0, tell = false }) => ({
		id: run.id,
		lease: run.lease,
		uid: run._owner,
		automation: run._automationId,
		change,
		credits,
		entry: newId(),
		tells: [
			...(tell ? [envelope(run._owner, { topic: 'runs', id: run.id })] : []),
			...(credits > 0 ? [envelope(run._owner, { topic: 'billing' })] : []),
		],
	}));
	const { rows } = await db.execute(sql`
		with given as (
			select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(
				id text, lease text, uid text, automation text, change jsonb, credits int, entry text, tells jsonb)
		), held as (
			select g.* from given g join automation_runs r on r.id = g.id and r.lease = g.lease and r.ended_at is null
			order by g.uid, g.id for no key update of r
		), charged as materialized (
			select h.*, case when h.credits > 0 then (
				select to_jsonb(e) from enter_ledger(h.entry, h.uid, 'charge', -h.credits, h.id, '', h.automation) e
			) end as charge from held h
		), stored as (
			update automation_runs r set (${columns}) = (select ${columns} from jsonb_populate_record(r, c.change))
			from charged c where r.id = c.id and c.charge ->> 'outcome' is distinct from 'short'
			returning r.id
		)
		select c.id, s.id is not null as stored,
			case when c.charge ->> 'outcome' = 'entered' then (c.charge ->> 'balance')::int end as left,
			(select count(pg_notify(${EVENT_CHANNEL}, told)) from jsonb_array_elements_text(c.tells) told
				where s.id is not null) as told
		from charged c left join stored s on s.id = c.id`);
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

const storeTogether = together(storeSteps);

/** Stores a step, with those of other runs that come at the same moment. */
export async function storeStep(
	db: Db,
	run: LeasedRun,
	change: Change,
	{ tell = false } = {},
): Promise<LeasedRun> {
	const stored = await storeTogether(db, { run, change, tell });
	return held(run, stored).run;
}

/** What was stored of a run, or that it is another worker's. */
export function held(run: LeasedRun, stored: Stored | null | undefined): Stored {
	if (!stored) throw new LeaseLost(`run ${run.id} went to another worker`);
	return stored;
}
