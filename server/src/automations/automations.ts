import type { Automation, AutomationSummary } from '@watchword/contract/automation';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';

const FIELDS = sql`a.id, a._owner, a._name, a."_triggerType", a._schedule, a."_actionType", a._limited, a."_limitSchedule",
	a."trigger_device_deviceID", a.trigger_device_type, a.action_prompt, a."action_toAddress", a._zone, a."_utcOffset",
	a."_dailyCap", a._deleted, a._version`;

/** Without the runs: a thousand automations would bring a hundred thousand ids. */
export async function listAutomations(db: Db, uid: string): Promise<AutomationSummary[]> {
	const { rows } = await db.execute(sql`
		select ${FIELDS} from automations a where a._owner = ${uid} and not a._deleted order by a.created_at, a.id`);
	return rows as unknown as AutomationSummary[];
}

export async function readAutomation(db: Db, uid: string, id: string): Promise<Automation> {
	const runs = sql`array(
		select r.id from automation_runs r where r."_automationId" = a.id order by r._timestamp desc limit 100
	) as runs`;
	return one(db, uid, id, sql`${FIELDS}, ${runs}`);
}

/** For what hangs on an automation: it must be there, and the user's own. */
export async function requireAutomation(db: Db, uid: string, id: string): Promise<void> {
	await one(db, uid, id, sql`a.id`);
}

/** Reads an automation for a change: until the transaction ends, nobody else changes it. */
export async function holdAutomation(tx: Db, uid: string, id: string): Promise<AutomationSummary> {
	return one(tx, uid, id, FIELDS, sql`for update`);
}

async function one<T>(db: Db, uid: string, id: string, fields: SQL, lock: SQL = sql``): Promise<T> {
	const { rows } = await db.execute(sql`
		select ${fields} from automations a where a.id = ${id} and a._owner = ${uid} and not a._deleted ${lock}`);
	if (!rows[0]) throw new Refusal('not-found', 'There is no such automation.');
	return rows[0] as T;
}
