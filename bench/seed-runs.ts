import { createHash } from 'node:crypto';
import { newId } from '../server/src/base/ids.ts';
import type { Db } from '../server/src/ports.ts';

const CHUNK = 20_000;
const AUTOMATIONS = 20;

/** The id of automation number `n` of a customer, from 1 on. */
export const automationId = (uid: string, n: number) => `${uid.slice(0, 16)}${lettered(n)}`;

const lettered = (n: number) =>
	String(n)
		.padStart(4, '0')
		.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
const letteredInSql = (n: string) => `translate(lpad((${n})::text, 4, '0'), '0123456789', 'abcdefghij')`;

/** Adds cameras to a customer; returns their keys. */
export async function seedDevices(db: Db, uid: string, count: number): Promise<string[]> {
	const keys = Array.from({ length: count }, newId);
	const hashes = keys.map((key) => `'${createHash('sha256').update(key).digest('base64url')}'`);
	await db.execute(`
		insert into devices (id, _owner, "desc", key_hash)
		select ${letteredInSql('n')} || '${uid.slice(0, 16)}', '${uid}', 'Camera ' || n, (array[${hashes}])[n]
		from generate_series(1, ${count}) n`);
	return keys;
}

/** Adds automations to a customer, the same number for each trigger; those for captures use the devices in turn. */
export async function seedAutomations(db: Db, uid: string, count = AUTOMATIONS, devices = 0): Promise<void> {
	const device =
		devices > 0
			? `case when n % 3 = 2 then ${letteredInSql(`1 + n / 3 % ${devices}`)} || '${uid.slice(0, 16)}' end`
			: 'null';
	await db.execute(`
		insert into automations (id, _name, _owner, "_triggerType", _schedule, "_actionType", _limited, "_limitSchedule",
			trigger_device_type, action_prompt, "trigger_device_deviceID")
		select '${uid.slice(0, 16)}' || ${letteredInSql('n')}, 'Automation ' || n, '${uid}', (array['email', 'schedule', 'capture'])[1 + n % 3],
			'{12:00}', 'save', false, '{12:00}', 'conditional', 'Is anyone there?', ${device}
		from generate_series(1, ${count}) n`);
}

/**
 * Runs number `from` to `to` of a customer, 40 seconds apart: mostly not met, some of every other outcome; "person" in half of
 * them, "invoice" in one of a hundred, "parcel" in one of a thousand, "umbrella" in one, and a different number in each.
 */
export async function seedRuns(
	db: Db,
	uid: string,
	from: number,
	to: number,
	automations = AUTOMATIONS,
): Promise<void> {
	// Created again at the end, which is faster than updating it with every row.
	const { rows } = await db.execute(`select indexdef from pg_indexes where indexname = 'runs_found'`);
	await db.execute(`drop index runs_found`);
	for (let n = from; n < to; n += CHUNK) {
		await db.execute(`
			insert into automation_runs (id, _owner, "_automationId", "_triggerKey", _timestamp, "_triggerType", "_actionType",
				_status, _reason, action_prompt, trigger_from, trigger_subject, action_condition_met, action_verdict, action_evidence,
				action_information, model, decide_ms, credits, ended_at)
			select left(translate(md5('${uid}' || n), '0189', 'wxyz'), 20), '${uid}', '${uid.slice(0, 16)}' || ${letteredInSql('a + 1')}, '${uid}' || n, t,
				(array['email', 'schedule', 'capture'])[1 + (a + 1) % 3], 'save',
				case when k = 0 then 'failed' when k = 1 then 'skipped' else 'succeeded' end,
				case when k = 0 then 'The mail server could not be reached.' when k = 1 then 'There were not enough credits.' end,
				'Is anyone there?', 'Mia Tan <mia' || n % 500 || '@shop.example>', 'Order ' || n,
				k > 12, case when k > 12 then 'met' when k = 2 then 'cannot tell' when k > 2 then 'not met' end,
				case when n % 2 = 0 then 'One person at the gate' else 'Nobody at the gate' end
					|| case when n % 100 = 7 then ', an invoice' else '' end || case when n % 1000 = 13 then ', a parcel' else '' end
					|| case when n = 5000 then ', an umbrella' else '' end,
				'Seen at ' || t, 'bench', 300, 1, t
			from (select n, (hashint4(n) & 65535) % 20 as k, ((hashint4(n) >> 16) & 32767) % ${automations} as a,
				now() - make_interval(secs => n * 40.0) as t from generate_series(${n}, ${Math.min(to, n + CHUNK) - 1}) n) s`);
	}
	await db.execute(String(rows[0]?.indexdef));
	await db.execute(`analyze automation_runs`);
}
