import { randomUUID } from 'node:crypto';
import { FREE_AUTOMATIONS_PER_DEVICE } from '@watchword/contract/constants';
import type { ResultField } from '@watchword/contract/field';
import { and, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import type { Db, Surroundings } from '../ports.ts';
import { automationRuns, isForWorkers } from '../runs/tables.ts';

/** How long a worker may go without renewing its leases before others take its runs. */
const LEASE_SECONDS = 45;
const leaseEnd = sql.raw(`now() + interval '${LEASE_SECONDS} seconds'`);
export const RENEW_MS = 15_000;
/** How many open runs of one automation are considered. Those after them must wait anyway. */
const DEPTH = 100;

/** A run with everything needed to carry it out, read in the same statement. */
export type LeasedRun = typeof automationRuns.$inferSelect & { lease: string } & Terms & {
		/** The capture, once the model has been shown it. */
		picture?: Buffer;
		/** The same in a few grey pixels, where they are compared with the last one that was judged. */
		sketch?: Buffer;
	};

export interface Terms {
	name: string;
	/** The most runs in a day of `zone`; null if there is no limit. */
	dailyCap: number | null;
	zone: string;
	/** The senders whose mail it accepts; if the list is empty, every sender. */
	allowedSenders: string[];
	/** The customer's balance when the run was leased. */
	balance: number;
	/** The first automations attached to a device run free on its captures. */
	free: boolean;
	/** Its automation is paused, or is not for when the customer is at home, or away: what it would say to that. */
	resting: 'paused' | 'home' | 'away' | null;
	/** The operator has disabled the account. */
	disabled: boolean;
	/** The path of the prepared capture that a model may see; null until there is one. */
	image: string | null;
	/** Pictures that show nothing new are not judged. */
	skipSame: boolean;
	/** How many pictures of one moment are judged together. */
	burst: number;
	/** The built-in model looks first. */
	firstLook: boolean;
	/** What the model is to find for the table of results. */
	fields: ResultField[];
	/** What is known of the device that sent the capture, or that it watches. */
	surroundings: Surroundings | null;
	/** The device that sent the capture; null where there is none, or it is not kept any more. */
	deviceId: string | null;
}

export const newLease = () => randomUUID();

/**
 * Takes up to `most` runs that may start. Customers take turns, so that one busy camera does not starve the others; the
 * captures of one automation are taken one after the other, in the order they came. The cost grows with the automations
 * that have something to do, not with what is queued, what waits for its owner, or what ever ran.
 */
export async function leaseRuns(db: Db, lease: string, most: number): Promise<LeasedRun[]> {
	const runs = await leasing(db).execute({ lease, most });
	return runs.map((run) => ({ ...run, lease })).sort((a, b) => a.seq - b.seq);
}

const chosen = sql`(
	with recursive busy as (
		(select "_automationId" as id from automation_runs where ${isForWorkers} order by 1 limit 1)
		union all
		select (
			select r."_automationId" from automation_runs r
			where ${isForWorkers} and r."_automationId" > b.id order by 1 limit 1
		) from busy b where b.id is not null
	), waiting as (
		select c.*, row_number() over (partition by b.id order by c.seq) as place
		from busy b cross join lateral (
			select r.id, r.seq, r._owner, r."_triggerType", r.next_try_at, r.lease_until
			from automation_runs r
			where r."_automationId" = b.id and ${isForWorkers}
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

const disabled = sql<boolean>`exists (
	select from users u where u.id = ${automationRuns._owner} and u.disabled_at is not null
)`;

const resting = sql<Terms['resting']>`case when ${automations._paused} then 'paused'
	when ${automations._works} = 'always' then null
	else (select u.presence from users u where u.id = ${automationRuns._owner} and u.presence <> ${automations._works}) end`;

const deviceId = sql<string | null>`(
	select c."deviceId" from captures c where c.id = ${automationRuns.trigger_captureId}
)`;

const image = sql<string | null>`(
	select c.image_path from captures c where c.id = ${automationRuns.trigger_captureId}
)`;

const surroundings = sql<Surroundings | null>`(
	select jsonb_build_object('device', d."desc", 'zones', d.zones, 'removedZones', d.removed_zones) from devices d
	where d.id = coalesce(${deviceId}, ${automations.trigger_device_deviceID})
)`;

/** Needed after every run, so the statement is built once for each database. */
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
				and ${isForWorkers} and (lease_until is null or lease_until < now())`,
		)
		.returning({
			...getTableColumns(automationRuns),
			name: automations._name,
			zone: automations._zone,
			dailyCap: automations._dailyCap,
			allowedSenders: automations._allowedSenders,
			skipSame: automations._skipSame,
			burst: automations._burst,
			firstLook: automations._firstLook,
			fields: automations._fields,
			balance,
			free,
			disabled,
			resting,
			image,
			surroundings,
			deviceId,
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

const heldBy = (lease: string) => and(eq(automationRuns.lease, lease), isNull(automationRuns.ended_at));

export async function renewLeases(db: Db, lease: string): Promise<void> {
	await db.update(automationRuns).set({ lease_until: leaseEnd }).where(heldBy(lease));
}

/** A stopping worker hands back its unfinished runs, so that others need not wait for the lease to run out. */
export async function releaseLeases(db: Db, lease: string): Promise<void> {
	const attempts = sql`${automationRuns.attempts} - 1`;
	await db.update(automationRuns).set({ lease: null, lease_until: null, attempts }).where(heldBy(lease));
}

const AGAIN_SECONDS = 5;

/** Hands back runs that this worker has leased but no longer carries out. It would otherwise renew their lease forever. */
export async function handBack(db: Db, lease: string, ids: string[]): Promise<void> {
	await db
		.update(automationRuns)
		.set({
			lease: null,
			lease_until: null,
			next_try_at: sql`now() + make_interval(secs => ${AGAIN_SECONDS})`,
		})
		.where(and(inArray(automationRuns.id, ids), heldBy(lease)));
}

/** Ends the leases of a customer's open runs. Their workers can store nothing more. */
export async function recallRuns(db: Db, uid: string): Promise<void> {
	await db
		.update(automationRuns)
		.set({ lease: null, lease_until: null, next_try_at: sql`now()` })
		.where(and(eq(automationRuns._owner, uid), isNull(automationRuns.ended_at)));
}

/** Ends the leases of a process that is known to be dead. Attempts still count, so that a run that kills workers ends. */
export async function forgetLeases(db: Db): Promise<void> {
	await db
		.update(automationRuns)
		.set({ lease: null, lease_until: null })
		.where(and(isNotNull(automationRuns.lease), isNull(automationRuns.ended_at)));
}
