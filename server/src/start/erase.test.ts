import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { webhookEndpoints } from '../deliveries/tables.ts';
import { addAutomation, grant } from '../testing/automation.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { HOOK } from '../testing/webhook.ts';
import { eraseAccount } from './erase.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

test('an account is erased at once while hundreds of its runs end and webhooks are sent', async () => {
	const { uid } = await server.customer();
	const { database, objects, queue } = server.services;
	const { db } = database;
	await grant(server, uid, 10_000);
	await db.insert(webhookEndpoints).values({ id: newId(), _owner: uid, ...HOOK, events: ['run.ended'] });
	for (let n = 0; n < 4; n++) {
		const id = await addAutomation(server, uid, { _triggerType: 'schedule', _actionType: 'save' });
		await db.execute(sql`
			insert into automation_runs (id, _owner, "_automationId", "_triggerKey", "_triggerType", "_actionType")
			select ${id} || n, ${uid}, ${id}, ${id} || n, 'schedule', 'save' from generate_series(1, 300) n`);
	}
	const runs = async (which: string) => {
		const { rows } = await db.execute(
			sql`select count(*) from automation_runs where _owner = ${uid} and ${sql.raw(which)}`,
		);
		return Number(rows[0]?.count);
	};
	await waitFor('the first runs to end', async () => (await runs('ended_at is not null')) > 20);
	expect(await runs('ended_at is null')).toBeGreaterThan(0);
	await eraseAccount({ db, objects, queue }, uid);
	expect(await runs('true')).toBe(0);
});
