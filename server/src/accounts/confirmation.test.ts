import { routes } from '@watchword/contract/routes/all';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { sessions } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const guarded = routes.filter((route) => 'confirmed' in route);

test('what hands out secrets or all data wants the password again', async () => {
	const customer = await server.customer();
	expect(guarded.map(({ method, path }) => `${method.toUpperCase()} ${path}`)).toEqual(
		expect.arrayContaining([
			'POST /api/exports',
			'POST /api/tokens',
			'POST /api/devices/{id}/key',
			'POST /api/webhook-endpoints/{id}/secret',
			'POST /api/webhook-endpoints/{id}/show-secret',
		]),
	);
	for (const { method, path } of guarded) {
		const answer = await customer.send(method.toUpperCase(), path.replace(/\{\w+\}/g, newId()), {});
		expect(await refusal(answer), path).toBe('403 auth/requires-recent-login');
	}
});

test('the password confirms this session alone, for ten minutes', async () => {
	const customer = await server.customer();
	const { email, password, uid } = customer;
	const ask = () => customer.post('/api/exports');
	const wrong = await customer.post('/api/users/me/confirmation', { password: 'not the password' });
	expect(await refusal(wrong)).toBe('401 auth/invalid-credential');
	expect(await refusal(await ask())).toBe('403 auth/requires-recent-login');

	await customer.confirm();
	expect((await ask()).status).toBe(200);
	const other = server.visitor();
	await other.post('/api/auth/sign-in/email', { email, password });
	expect(await refusal(await other.post('/api/exports'))).toBe('403 auth/requires-recent-login');

	await server.services.database.db
		.update(sessions)
		.set({ confirmed_at: sql`now() - interval '601 seconds'` })
		.where(eq(sessions.userId, uid));
	expect(await refusal(await ask())).toBe('403 auth/requires-recent-login');
});

test('guesses at the password are limited', async () => {
	const customer = await server.customer();
	const guess = (password: string) => customer.post('/api/users/me/confirmation', { password });
	for (let n = 0; n < 10; n++) {
		expect(await refusal(await guess(`guess number ${n}`))).toBe('401 auth/invalid-credential');
	}
	expect(await refusal(await guess(customer.password))).toBe('429 resource-exhausted');
});
