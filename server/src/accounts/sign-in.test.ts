import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCamera } from '../testing/automation.ts';
import { logTo } from '../testing/quiet.ts';
import { startServer, type TestServer } from '../testing/server.ts';

const SIGN_IN = '/api/auth/sign-in/email';
const PASSWORD = '/api/users/me/password';

let server: TestServer;
const logged: string[] = [];
beforeAll(async () => {
	server = await startServer({ log: logTo(logged) });
});
afterAll(() => server.stop());

const signIns = () => logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in');

describe('the log', () => {
	test('names the account and the outcome of every sign-in, and never an address or a password', async () => {
		const { email, password, uid } = await server.customer();
		await server.visitor().post(SIGN_IN, { email, password: 'guessed wrongly' });
		await server.visitor().post(SIGN_IN, { email: 'nobody@example.com', password: 'guessed wrongly' });
		expect(signIns().map(({ uid, outcome }) => ({ uid, outcome }))).toEqual([
			{ uid, outcome: 'signed in' },
			{ uid, outcome: 'wrong password' },
			{ uid: undefined, outcome: 'unknown account' },
		]);
		const text = logged.join('');
		for (const secret of [email, password, 'nobody@example.com', 'guessed wrongly']) {
			expect(text).not.toContain(secret);
		}
	});
});

test('guesses of strangers do not lock out a browser that was signed in before', async () => {
	const customer = await server.customer();
	const { email, password } = customer;
	await customer.post('/api/auth/sign-out');
	const guess = () => server.visitor().post(SIGN_IN, { email, password: 'guessed wrongly' });
	for (let guesses = 0; guesses < 10; guesses++) await guess();
	expect((await guess()).status).toBe(429);
	expect((await server.visitor().post(SIGN_IN, { email, password })).status).toBe(429);
	expect((await customer.post(SIGN_IN, { email, password })).status).toBe(200);
	// The cookie opens nothing else: for another account the browser is like any other, and it has a limit of its own.
	for (let guesses = 0; guesses < 10; guesses++) {
		expect((await customer.post(SIGN_IN, { email, password: 'guessed wrongly' })).status).toBe(401);
	}
	expect((await customer.post(SIGN_IN, { email, password })).status).toBe(429);
});

describe('the owner gets a mail', () => {
	test('about a browser the account was not used with before, not about one it knows', async () => {
		const customer = await server.customer();
		const { email, password } = customer;
		// The first browser and a sign-in from the same one again surprise nobody.
		await customer.post('/api/auth/sign-out');
		await customer.post(SIGN_IN, { email, password });
		const other = server.visitor();
		await other.fetch(SIGN_IN, {
			method: 'POST',
			body: JSON.stringify({ email, password }),
			headers: { 'content-type': 'application/json', 'user-agent': 'Strange <b>Browser</b> 1.0' },
		});
		const [mail = ''] = await server.mails(email, 1);
		expect(mail).toContain('A browser that was not used before signed in');
		expect(mail).toContain('Strange <b>Browser</b> 1.0');
		await other.post(SIGN_IN, { email, password });
		await customer.send('PUT', PASSWORD, { currentPassword: password, newPassword: 'another horse battery' });
		const mails = await server.mails(email, 2);
		expect(mails).toHaveLength(2);
		expect(mails[1]).toContain('password of your Watchword account was changed');
	});

	test('after a password was set with a link', async () => {
		const { email } = await server.customer();
		await server.visitor().post('/api/auth/request-password-reset', { email });
		const [link = ''] = await server.mails(email, 1);
		const token = /token=(\S+)/.exec(link)?.[1] ?? '';
		await server.visitor().post('/api/auth/reset-password', { token, newPassword: 'another horse battery' });
		expect((await server.mails(email, 2))[1]).toContain('password of your Watchword account was changed');
	});

	test('about a camera that was added, and about a new key', async () => {
		const customer = await server.customer();
		const { code } = (await (await customer.post('/api/devices/pairings')).json()) as { code: string };
		await server.visitor().post('/api/devices/claim', { code, desc: 'Back door' });
		expect((await server.mails(customer.email, 1))[0]).toContain('The camera "Back door" was added');
		const { deviceId } = await addCamera(server, customer.uid);
		await customer.confirm();
		await customer.post(`/api/devices/${deviceId}/key`);
		expect((await server.mails(customer.email, 2))[1]).toContain('The camera "Front gate" has a new key');
	});
});
