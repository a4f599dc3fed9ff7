import type { Automation } from '@watchword/contract/automation';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';

export async function listAutomations(db: Db, uid: string): Promise<Automation[]> {
	return select(db, sql`_owner = ${uid} and not _deleted`);
}

export async function readAutomation(db: Db, uid: string, id: string): Promise<Automation> {
	const [found] = await select(db, sql`id = ${id} and _owner = ${uid} and not _deleted`);
	if (!found) throw new Refusal('not-found', 'There is no such automation.');
	return found;
}

async function select(db: Db, where: SQL): Promise<Automation[]> {
	const { rows } = await db.execute(sql`
		select id, _name, _owner, "_triggerType", _schedule, "_actionType", _limited, "_limitSchedule",
			"trigger_device_deviceID", trigger_device_type, action_prompt, "action_toAddress", _deleted,
			array(
				select r.id from automation_runs r
				where r."_automationId" = automations.id
				order by r._timestamp desc limit 100
			) as runs
		from automations where ${where}
		order by created_at, id`);
	return rows as unknown as Automation[];
}
