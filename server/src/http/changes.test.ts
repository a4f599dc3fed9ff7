import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { turnOnFactor } from '../testing/authenticator.ts';
import { addAutomation, addCamera, askForRun, grant } from '../testing/automation.ts';
import { endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { addWebhook } from '../testing/webhook.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

test('what leaves a row, a note or a mail behind cannot be done without end', async () => {
	const customer = await server.customer();
	await turnOnFactor(server, customer);
	const { deviceId } = await addCamera(server, customer.uid);
	const automation = await addAutomation(server, customer.uid, { _triggerType: 'schedule' });
	await grant(server, customer.uid, 10);
	await askForRun(server, automation);
	const [run] = await endedRuns(server, automation, 1);
	const webhook = await addWebhook(server, customer.uid);
	const rename = () => customer.send('PUT', `/api/automations/${automation}/name`, { _name: 'Another name' });
	const changes: Record<string, () => Promise<Response>> = {
		'a new automation': () => customer.post('/api/automations', {}),
		'a copy': () => customer.post(`/api/automations/${automation}/copy`),
		'a new name': rename,
		'a run again': () => customer.post(`/api/runs/${run?.id}/again`),
		'a link for presence': () => customer.post('/api/users/me/presence-link'),
		'a deletion of the account': () => customer.post('/api/users/me/leaving'),
		'a key of a device': () => customer.post(`/api/devices/${deviceId}/key`),
		'a secret of a webhook': () => customer.post(`/api/webhook-endpoints/${webhook}/secret`),
		'recovery codes': () => customer.post('/api/users/me/recovery-codes'),
	};
	const { db } = server.services.database;
	const useUp = () =>
		db.execute(sql`update rate_limits set count = 1000000 where key like ${`%:${customer.uid}`}`);
	for (const [what, change] of Object.entries(changes)) {
		await db.execute(sql`delete from rate_limits`);
		expect((await change()).status, what).toBe(200);
		await useUp();
		expect(await refusal(await change()), what).toBe('429 resource-exhausted');
	}
});

test('signing out everywhere else is noted where somebody was signed in', async () => {
	const customer = await server.customer();
	const noted = async () => {
		await customer.send('DELETE', '/api/users/me/sessions', {});
		const { items } = (await (await customer.get('/api/users/me/events')).json()) as {
			items: { what: string }[];
		};
		return items.filter(({ what }) => what === 'session-ended').length;
	};
	expect(await noted()).toBe(0);
	const { email, password } = customer;
	await server.visitor().post('/api/auth/sign-in/email', { email, password });
	expect(await noted()).toBe(1);
	expect(await noted()).toBe(1);
});
