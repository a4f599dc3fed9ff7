import { randomUUID } from 'node:crypto';
import { FREE_AUTOMATIONS_PER_DEVICE } from '@watchword/contract/constants';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import type { Db } from '../ports.ts';
import { automationRuns } from '../runs/tables.ts';

/** How long a worker may be silent before its runs go to another. */
const LEASE_SECONDS = 45;
const leaseEnd = sql.raw(`now() + interval '${LEASE_SECONDS} seconds'`);
export const RENEW_MS = 15_000;
/** How far into one automation's open runs a look goes; beyond stands what must wait anyway. */
const DEPTH = 100;

/** A run together with all that is needed to carry it, read in the same breath. */
export type LeasedRun = typeof automationRuns.$inferSelect & { lease: string } & Terms & {
		/** The capture, once the model has been shown it. */
		picture?: Buffer;
	};

export interface Terms {
	name: string;
	/** The most runs in a day of `zone`; null for any number. */
	dailyCap: number | null;
	zone: string;
	/** What the customer had when the run was taken up. */
	balance: number;
	/** The first automations attached to a device run free on its captures. */
	free: boolean;
	/** Where the capture is that a model may see, once there is one. */
	image: string | null;
}

export const newLease = () => randomUUID();

/**
 * Takes up to `most` runs that may start. Customers take turns, so that one busy camera does not starve the others; the
 * captures of one automation are taken one after the other, in the order they came. The cost grows with the automations
 * that have something to do, not with what is queued or what ever ran.
 */
export async function leaseRuns(db: Db, lease: string, most: number): Promise<LeasedRun[]> {
	const runs = await leasing(db).execute({ lease, most });
	return runs.map((run) => ({ ...run, lease })).sort((a, b) => a.seq - b.seq);
}

const chosen = sql`(
	with recursive busy as (
		(select "_automationId" as id from automation_runs where ended_at is null order by 1 limit 1)
		union all
		select (
			select r."_automationId" from automation_runs r
			where r.ended_at is null and r."_automationId" > b.id order by 1 limit 1
		) from busy b where b.id is not null
	), waiting as (
		select c.*, row_number() over (partition by b.id order by c.seq) as place
		from busy b cross join lateral (
			select r.id, r.seq, r._owner, r."_triggerType", r.next_try_at, r.lease_until
			from automation_runs r
			where r."_automationId" = b.id and r.ended_at is null
			order by r.seq limit ${sql.raw(String(DEPTH))}
		) c
		where b.id is not null
	), ready as (
		select w.id, w.seq, row_number() over (partition by w._owner order by w.seq) as turn
		from waiting w
		where w.next_try_at <= now() and (w.lease_until is null or w.lease_until < now())
			and (w."_triggerType" <> 'capture' or w.place = 1)
	)
	select id from ready order by turn, seq limit ${sql.placeholder('most')}
)`;

const balance = sql<number>`coalesce((
	select l.balance from ledger_entries l where l.uid = ${automationRuns._owner} order by l.seq desc limit 1
), 0)`;

const free = sql<boolean>`${automationRuns._triggerType} = 'capture' and ${automations.id} in (
	select o.id from automations o
	where o."trigger_device_deviceID" = ${automations.trigger_device_deviceID}
		and not o._deleted and o."_triggerType" = 'capture'
	order by o.created_at, o.id limit ${sql.raw(String(FREE_AUTOMATIONS_PER_DEVICE))}
)`;

const image = sql<string | null>`(
	select c.image_path from captures c where c.id = ${automationRuns.trigger_captureId}
)`;

/** Asked after every run: put together once for each database. */
const leasing = perDatabase((db) =>
	db
		.update(automationRuns)
		.set({
			lease: sql`${sql.placeholder('lease')}`,
			lease_until: leaseEnd,
			attempts: sql`${automationRuns.attempts} + 1`,
		})
		.from(automations)
		.where(
			sql`${automationRuns.id} in ${chosen} and ${eq(automations.id, automationRuns._automationId)}
				and ended_at is null and (lease_until is null or lease_until < now())`,
		)
		.returning({
			...getTableColumns(automationRuns),
			name: automations._name,
			zone: automations._zone,
			dailyCap: automations._dailyCap,
			balance,
			free,
			image,
		})
		.prepare('lease_runs'),
);

function perDatabase<T>(make: (db: Db) => T): (db: Db) => T {
	const made = new WeakMap<Db, T>();
	return (db) => {
		const known = made.get(db);
		if (known !== undefined) return known;
		const fresh = make(db);
		made.set(db, fresh);
		return fresh;
	};
}

export async function renewLeases(db: Db, lease: string): Promise<void> {
	await db.execute(sql`
		update automation_runs set lease_until = ${leaseEnd}
		where lease = ${lease} and ended_at is null`);
}

/** A worker that stops hands back what it did not finish, so that nobody has to wait for the lease to run out. */
export async function releaseLeases(db: Db, lease: string): Promise<void> {
	await db.execute(sql`
		update automation_runs set lease = null, lease_until = null, attempts = attempts - 1
		where lease = ${lease} and ended_at is null`);
}

const AGAIN_SECONDS = 5;

/** Runs this worker holds but does not carry: without a word they would be its own for as long as it lives. */
export async function handBack(db: Db, lease: string, ids: string[]): Promise<void> {
	await db
		.update(automationRuns)
		.set({
			lease: null,
			lease_until: null,
			next_try_at: sql`now() + make_interval(secs => ${AGAIN_SECONDS})`,
		})
		.where(sql`${automationRuns.id} in ${ids} and ${automationRuns.lease} = ${lease} and ended_at is null`);
}

/** The leases of a process that is known to be dead. Its attempts count: a run that kills workers must end too. */
export async function forgetLeases(db: Db): Promise<void> {
	await db.execute(sql`
		update automation_runs set lease = null, lease_until = null where lease is not null and ended_at is null`);
}
