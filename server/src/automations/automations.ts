import type { AutomationSummary } from '@watchword/contract/automation';
import { and, eq, getTableColumns, inArray, not, sql } from 'drizzle-orm';
import { Refusal } from '../base/failures.ts';
import { isoTime } from '../base/sql.ts';
import type { Db } from '../ports/database.ts';
import { knownCondition } from './known-condition.ts';
import { automations } from './tables.ts';

/** What a customer sees of an automation. Its runs belong to another slice; the route adds them. */
const { created_at, attached_at, times_since, next_fire_at, _snoozedUntil, ...others } =
	getTableColumns(automations);
const { failures_told_at, feed_hash, feed_made_at, feed_read_at, ...COLUMNS } = others;
const FIELDS = {
	...COLUMNS,
	_snoozedUntil: sql<string | null>`case when ${_snoozedUntil} > now()
		then ${isoTime(_snoozedUntil)} end`,
};

/** What is stored of an automation, for its customer. */
export type StoredAutomation = Omit<AutomationSummary, '_undecidable'>;

const known = (row: StoredAutomation): StoredAutomation => ({
	...row,
	_condition: knownCondition(row._condition, row.action_prompt),
});

/** Without their runs: the list of a thousand automations would contain a hundred thousand ids. */
export async function listAutomations(db: Db, uid: string): Promise<StoredAutomation[]> {
	const rows = await db
		.select(FIELDS)
		.from(automations)
		.where(and(eq(automations._owner, uid), not(automations._deleted)))
		.orderBy(created_at, automations.id);
	return rows.map(known);
}

/** An automation of this user. Throws if there is none with this id. */
export async function readAutomation(db: Db, uid: string, id: string): Promise<StoredAutomation> {
	const [found] = await one(db, uid, id);
	return found ? known(found) : notFound();
}

/** Reads an automation and locks it until the transaction ends. */
export async function holdAutomation(tx: Db, uid: string, id: string): Promise<StoredAutomation> {
	const [found] = await one(tx, uid, id).for('no key update');
	return found ? known(found) : notFound();
}

function one(db: Db, uid: string, id: string) {
	return db
		.select(FIELDS)
		.from(automations)
		.where(and(eq(automations.id, id), eq(automations._owner, uid), not(automations._deleted)));
}

function notFound(): never {
	throw new Refusal('not-found', 'There is no such automation.');
}

/** The automations of a customer, oldest first. */
export async function automationIds(db: Db, uid: string): Promise<string[]> {
	const found = await db
		.select({ id: automations.id })
		.from(automations)
		.where(and(eq(automations._owner, uid), not(automations._deleted)))
		.orderBy(created_at, automations.id);
	return found.map(({ id }) => id);
}

/** The automations that watch each of these devices, in the order in which they were attached. */
export async function automationsWatching(db: Db, deviceIds: string[]): Promise<Map<string, string[]>> {
	const watching = new Map<string, string[]>(deviceIds.map((id) => [id, []]));
	if (deviceIds.length === 0) return watching;
	const found = await db
		.select({ id: automations.id, device: automations.trigger_device_deviceID })
		.from(automations)
		.where(and(inArray(automations.trigger_device_deviceID, deviceIds), not(automations._deleted)))
		.orderBy(attached_at, automations.id);
	for (const { id, device } of found) if (device) watching.get(device)?.push(id);
	return watching;
}
