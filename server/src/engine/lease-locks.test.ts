import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAutomation } from '../testing/automation.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { leaseRuns, renewLeases } from './lease.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ env: { ROLES: 'api' } });
});
afterAll(() => server.stop());

test('a worker waits for no run that is locked when it leases, and locks in the order of ids when it renews', async () => {
	const { uid } = await server.customer();
	const id = await addAutomation(server, uid, { _triggerType: 'schedule' });
	const { db } = server.services.database;
	const [first, second] = [`${id}1`, `${id}2`];
	// Where they lie in the table is the other order.
	for (const run of [second, first])
		await db.execute(sql`
			insert into automation_runs (id, _owner, "_automationId", "_triggerKey", "_triggerType", "_actionType")
			values (${run}, ${uid}, ${id}, ${run}, 'schedule', 'save')`);
	const lock = (run: string) => sql`select from automation_runs where id = ${run} for no key update nowait`;
	const lease = async () => (await leaseRuns(db, 'worker', 10)).runs.map((run) => run.id);
	await db.transaction(async (tx) => {
		await tx.execute(lock(first));
		expect(await lease()).toEqual([second]);
	});
	expect(await lease()).toEqual([first]);
	let renewing: Promise<void> | undefined;
	await db.transaction(async (tx) => {
		await tx.execute(lock(first));
		renewing = renewLeases(db, 'worker', [second, first]);
		await waitFor('the renewal to wait', async () => {
			const { rows } = await db.execute(sql`select from pg_locks where not granted`);
			return rows.length > 0;
		});
		await tx.execute(lock(second));
	});
	await renewing;
});
