import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAutomation, addCamera } from '../testing/automation.ts';
import { startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ env: { ROLES: 'api' } });
});
afterAll(() => server.stop());

test('what a customer does waits for no row that refers to the account, a camera or an automation', async () => {
	const customer = await server.customer();
	const { deviceId } = await addCamera(server, customer.uid);
	const automation = await addAutomation(server, customer.uid);
	await customer.confirm();
	const { db } = server.services.database;
	// As storing a capture or a run does. Who waits for that while it waits itself for the account is in a deadlock with it.
	await db.transaction(async (tx) => {
		await tx.execute(sql`select from users where id = ${customer.uid} for key share`);
		await tx.execute(sql`select from devices where id = ${deviceId} for key share`);
		await tx.execute(sql`select from automations where id = ${automation} for key share`);
		const deeds = {
			export: customer.post('/api/exports'),
			token: customer.post('/api/tokens', { name: 'x', scopes: ['read'], days: null }),
			zones: customer.send('PUT', `/api/devices/${deviceId}/zones`, { zones: [] }),
			name: customer.send('PUT', `/api/automations/${automation}/name`, { _name: 'Another' }),
			passkey: customer.post('/api/users/me/passkeys/start'),
		};
		for (const [deed, answer] of Object.entries(deeds)) {
			const late = new Promise((resolve) => setTimeout(resolve, 60_000, 'it waits'));
			expect(await Promise.race([answer.then(({ status }) => status), late]), deed).not.toBe('it waits');
		}
	});
});
