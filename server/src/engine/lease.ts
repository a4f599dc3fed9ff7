import { randomUUID } from 'node:crypto';
import type { Condition } from '@watchword/contract/condition';
import { FREE_AUTOMATIONS_PER_DEVICE } from '@watchword/contract/constants';
import type { ResultField } from '@watchword/contract/field';
import { and, eq, inArray, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { zoneOfReader } from '../automations/account-zone.ts';
import { knownCondition } from '../automations/known-condition.ts';
import { automations, examples } from '../automations/tables.ts';
import { among, rowReader, statement } from '../base/sql.ts';
import { ledgerEntries } from '../billing/tables.ts';
import { captures, devices } from '../devices/tables.ts';
import type { Db } from '../ports/database.ts';
import type { Surroundings } from '../ports/model.ts';
import { automationRuns, isForWorkers } from '../runs/tables.ts';

/** How long a worker may go without renewing its leases before others take its runs. */
const LEASE_SECONDS = 45;
export const leaseEnd = sql.raw(`now() + interval '${LEASE_SECONDS} seconds'`);
export const RENEW_MS = 15_000;
/** How many open runs of one automation are considered. Those after them must wait anyway. */
const DEPTH = sql.raw('100');
/** The same if the first is a capture's: the others wait for it, and the second one shows that there are others. */
const CAPTURES_DEPTH = sql.raw('2');

/** A run with everything needed to carry it out, read in the same statement. */
export type LeasedRun = typeof automationRuns.$inferSelect & { lease: string } & Terms & {
		/** The capture, once the model has seen it. */
		picture?: Buffer;
		/** The same in a few grey pixels, if it is compared with the last judged one. */
		sketch?: Buffer;
	};

export interface Terms {
	name: string;
	/** The most runs in a day of `zone`; null if there is no limit. */
	dailyCap: number | null;
	zone: string;
	/** The zone in which people read times. */
	accountZone: string;
	/** The senders whose mail it accepts; if the list is empty, every sender. */
	allowedSenders: string[];
	/** The customer's balance when the run was leased. */
	balance: number;
	/** The first automations attached to a device run free of charge on its captures. */
	free: boolean;
	/** Why its automation is not active: deleted, paused, or because the customer is at home or away. */
	inactive: 'deleted' | 'paused' | 'home' | 'away' | null;
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
	/** If it is sure, people are told at once. */
	atOnce: boolean;
	/** What decides instead of the reading of the prompt, if the customer changed it. */
	condition: Condition | null;
	/** What the model should find for the table of results. */
	fields: ResultField[];
	/** Facts about the device that sent the capture, or that the automation watches. */
	surroundings: Surroundings | null;
	/** There are examples of its automation. */
	taught: boolean;
	/** The device that sent the capture; null if there is none, or it is deleted. */
	deviceId: string | null;
}

export const newLease = () => randomUUID();

/**
 * Takes up to `most` runs that may start, and says whether others wait. Customers take turns, counting the runs that this worker
 * already has of them, and none gets more than `share` of its places, so that one busy account does not starve the others; the captures of one automation are taken one after the other, in their order. The cost grows with the
 * automations that have something to do, not with the number of queued, waiting or ended runs.
 */
export async function leaseRuns(
	db: Db,
	lease: string,
	most: number,
	share = most,
): Promise<{ runs: LeasedRun[]; othersWait: boolean }> {
	const { rows } = await leasing(db, { lease, most, share });
	return { runs: leasedRuns(rows), othersWait: rows[0]?.others === true };
}

/** The runs in the rows of `selectLeased`. */
export function leasedRuns(rows: Record<string, unknown>[]): LeasedRun[] {
	const runs = rows.flatMap(({ run, terms }) => (run ? [withTerms(readRun(run), terms as Terms)] : []));
	return runs.sort((a, b) => a.seq - b.seq);
}

const readRun = rowReader(automationRuns);

/** A condition may have been stored by a later version. */
function withTerms(run: Record<string, unknown>, terms: Terms): LeasedRun {
	const leased = { ...run, ...terms } as LeasedRun;
	return { ...leased, condition: knownCondition(terms.condition, leased.action_prompt) };
}

const [r, a, u] = [alias(automationRuns, 'r'), alias(automations, 'a'), alias(users, 'u')];
const [c, d, e] = [alias(captures, 'c'), alias(devices, 'd'), alias(examples, 'e')];
const [l, o] = [alias(ledgerEntries, 'l'), alias(automations, 'o')];

/** What the same statement stores of a capture, which it does not see otherwise. */
interface Known {
	image: SQL;
	deviceId: SQL;
	/** Joins it to the run. */
	join: SQL;
}

const STORED: Known = {
	image: sql`(select ${c.image_path} from ${captures} ${c} where ${c.id} = ${r.trigger_captureId})`,
	deviceId: sql`(select ${c.deviceId} from ${captures} ${c} where ${c.id} = ${r.trigger_captureId})`,
	join: sql``,
};

/**
 * Selects the runs among these rows that are leased, as a worker needs them. What comes before is selected first. If the same
 * statement stores their captures, it says what it knows of them.
 */
export function selectLeased(
	rows: SQLWrapper,
	before: (run: typeof r) => SQL = () => sql``,
	known: (run: typeof r) => Known = () => STORED,
): SQL {
	const { image, deviceId, join } = known(r);
	return sql`select ${before(r)} to_jsonb(${r}) - 'words' as run, jsonb_build_object(
		'name', ${a._name}, 'zone', ${a._zone}, 'accountZone', ${zoneOfReader(u, a)}, 'dailyCap', ${a._dailyCap},
		'allowedSenders', ${a._allowedSenders}, 'skipSame', ${a._skipSame}, 'burst', ${a._burst}, 'firstLook', ${a._firstLook},
		'atOnce', ${a._atOnce}, 'fields', ${a._fields}, 'condition', case when ${a._conditionChanged} then ${a._condition} end,
		'balance', coalesce((
			select ${l.balance} from ${ledgerEntries} ${l} where ${l.uid} = ${r._owner} order by ${l.seq} desc limit 1
		), 0),
		'free', ${r._triggerType} = 'capture' and ${a.id} in (
			select ${o.id} from ${automations} ${o} where ${o.trigger_device_deviceID} = ${a.trigger_device_deviceID}
				and not ${o._deleted} and ${o._triggerType} = 'capture'
			order by ${o.attached_at}, ${o.id} limit ${sql.raw(String(FREE_AUTOMATIONS_PER_DEVICE))}
		),
		'disabled', ${u.disabled_at} is not null,
		'inactive', case when ${a._deleted} then 'deleted' when ${a._paused} then 'paused' when ${a._works} = 'always' then null
			when ${u.presence} <> ${a._works} then ${u.presence} end,
		'image', ${image},
		'deviceId', ${deviceId},
		'taught', exists (select from ${examples} ${e} where ${e._automationId} = ${a.id}),
		'surroundings', (
			select jsonb_build_object('device', ${d.desc}, 'zones', ${d.zones}, 'removedZones', ${d.removed_zones})
			from ${devices} ${d} where ${d.id} = coalesce(${deviceId}, ${a.trigger_device_deviceID})
		)
	) as terms
	from ${rows} ${r} join ${automations} ${a} on ${a.id} = ${r._automationId} join ${users} ${u} on ${u.id} = ${r._owner} ${join}
	where ${r.lease} is not null`;
}

/**
 * A run that changed after it was chosen, as `xmin` shows, belongs to another worker. Checking again whether it is open would
 * read all open runs. One that is locked is left out: who waits for runs must lock them in the order of their ids.
 */
const leasing = statement<'lease' | 'most' | 'share'>(sql`
	with recursive busy as (
		(select "_automationId" as id, "_triggerType" as trigger from automation_runs where ${isForWorkers}
			order by "_automationId", seq limit 1)
		union all
		select r.* from busy b cross join lateral (
			select "_automationId", "_triggerType" from automation_runs
			where ${isForWorkers} and "_automationId" > b.id order by "_automationId", seq limit 1
		) r
	), waiting as (
		select c.*, row_number() over (partition by b.id order by c.seq) as place
		from busy b cross join lateral (
			select r.id, r.xmin, r.seq, r._owner, r."_triggerType", r.next_try_at, r.lease_until, r.lease
			from automation_runs r
			where r."_automationId" = b.id and ${isForWorkers}
			order by r.seq limit case b.trigger when 'capture' then ${CAPTURES_DEPTH} else ${DEPTH} end
		) c
	), under_way as (
		select _owner, count(*) as runs from waiting
		where lease = ${sql.placeholder('lease')} and lease_until >= now() group by _owner
	), due as (
		select * from waiting w
		where w.next_try_at <= now() and (w.lease_until is null or w.lease_until < now())
	), chosen as (
		select id, xmin from (
			select w.id, w.xmin, w.seq,
				row_number() over (partition by w._owner order by w.seq) + coalesce(u.runs, 0) as turn
			from due w left join under_way u on u._owner = w._owner
			where w."_triggerType" <> 'capture' or w.place = 1
		) ready where turn <= ${sql.placeholder('share')} order by turn, seq limit ${sql.placeholder('most')}
	), leased as (
		update automation_runs r set lease = ${sql.placeholder('lease')}, lease_until = ${leaseEnd}, attempts = r.attempts + 1
		from (
			select r.id from chosen c join automation_runs r on r.id = c.id and r.xmin = c.xmin
			for no key update of r skip locked
		) free where r.id = free.id
		returning r.*
	)
	select (select count(*) from due) > (select count(*) from chosen) as others, l.*
	from (values (1)) one left join (${selectLeased(sql`leased`)}) l on true`);

/** Runs that change together are locked in the order of their ids first, or two statements could wait for each other. */
const locked = (db: Db, which: SQL | undefined) =>
	db
		.select({ id: automationRuns.id })
		.from(automationRuns)
		.where(and(which, isNull(automationRuns.ended_at)))
		.orderBy(automationRuns.id)
		.for('no key update');

const heldBy = (lease: string) => eq(automationRuns.lease, lease);

/** Renews only the runs it carries out: a run that it leased without knowing must go to another worker. */
export async function renewLeases(db: Db, lease: string, ids: string[]): Promise<void> {
	await db
		.update(automationRuns)
		.set({ lease_until: leaseEnd })
		.where(inArray(automationRuns.id, locked(db, and(heldBy(lease), among(automationRuns.id, ids)))));
}

/** A stopping worker returns its unfinished runs, so that others need not wait for the lease to expire. */
export async function releaseLeases(db: Db, lease: string): Promise<void> {
	const attempts = sql`${automationRuns.attempts} - 1`;
	await db
		.update(automationRuns)
		.set({ lease: null, lease_until: null, attempts })
		.where(inArray(automationRuns.id, locked(db, heldBy(lease))));
}

const AGAIN_SECONDS = 5;

/** Returns runs that this worker has leased but no longer carries out. It would otherwise renew their lease forever. */
export async function handBack(db: Db, lease: string, ids: string[]): Promise<void> {
	await db
		.update(automationRuns)
		.set({
			lease: null,
			lease_until: null,
			next_try_at: sql`now() + make_interval(secs => ${AGAIN_SECONDS})`,
		})
		.where(inArray(automationRuns.id, locked(db, and(heldBy(lease), among(automationRuns.id, ids)))));
}

/**
 * The open runs of a customer are locked in the same order as where steps are stored, and before the customer's row: a
 * transaction that has locked that row must not call this.
 */
const lockedRuns = (db: Db, uid: string) => locked(db, eq(automationRuns._owner, uid));

/** Ends the leases of a customer's open runs. Their workers can store nothing more, and others take them. */
export async function recallRuns(db: Db, uid: string): Promise<void> {
	await db
		.update(automationRuns)
		.set({ lease: null, lease_until: null, next_try_at: sql`now()` })
		.where(inArray(automationRuns.id, lockedRuns(db, uid)));
}

/** Ends the open runs without notifying anyone, for an account that is erased: no worker takes them any more. */
export async function dropRuns(db: Db, uid: string, _reason: string): Promise<void> {
	await db
		.update(automationRuns)
		.set({ _status: 'skipped', _reason, ended_at: sql`now()`, lease: null, lease_until: null })
		.where(inArray(automationRuns.id, lockedRuns(db, uid)));
}

/** Ends the leases of a process that is known to be dead. Attempts still count, so that a run that kills workers ends. */
export async function forgetLeases(db: Db): Promise<void> {
	await db
		.update(automationRuns)
		.set({ lease: null, lease_until: null })
		.where(and(isNotNull(automationRuns.lease), isNull(automationRuns.ended_at)));
}
