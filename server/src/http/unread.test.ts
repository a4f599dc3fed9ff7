import { get, type IncomingMessage } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAutomation } from '../testing/automation.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

test('documents that a customer asks for and does not read are few at once, and others are answered', async () => {
	const customer = await server.customer();
	for (let n = 0; n < 50; n++) await addAutomation(server, customer.uid);
	const { db } = server.services.database;
	// More than fits between two programs on one machine.
	await db.execute(
		sql`update automations set action_prompt = repeat('x', 400000) where _owner = ${customer.uid}`,
	);
	const cookie = [...customer.cookies].map((pair) => pair.join('=')).join('; ');
	const answers: IncomingMessage[] = [];
	const requests = Array.from({ length: 6 }, () =>
		get(`${server.url}/api/automations`, { agent: false, headers: { cookie } }, (answer) =>
			answers.push(answer),
		).on('error', () => undefined),
	);

	await waitFor('four answers', async () => answers.length === 4);
	const other = await server.customer();
	expect((await other.get('/api/automations')).status).toBe(200);
	expect(answers).toHaveLength(4);

	answers[0]?.resume();
	await waitFor('the fifth answer, after one was read', async () => answers.length === 5);
	answers[1]?.destroy();
	await waitFor('the sixth answer, after one was given up', async () => answers.length === 6);
	for (const request of requests) request.destroy();
	expect((await customer.get('/api/users/me')).status).toBe(200);
});
