import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MailServerFailure } from '../base/failures.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { disableAccount, enableAccount } from './standing.ts';
import { sessions, users, verifications } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const SIGN_IN = '/api/auth/sign-in/email';
const ASK = '/api/auth/request-password-reset';
const SET = '/api/auth/reset-password';

async function resetToken(email: string, mailNumber = 1): Promise<string> {
	const text = (await server.mails(email, mailNumber)).at(-1) ?? '';
	return new URL(/http\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? '';
}

describe('signing in', () => {
	test('gives a session that knows the account and its user document', async () => {
		const customer = await server.customer();
		const response = await customer.get('/api/users/me');
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({
			account: { uid: customer.uid, email: customer.email, providers: ['password'] },
			details: {
				name: 'Robin Example',
				devices: [],
				automations: [],
				tours: [],
				zone: null,
				mail_failures: true,
				mail_credits: true,
				mail_silent: true,
				mail_waiting: true,
				quiet_start: null,
				quiet_end: null,
				brief_at: null,
				alert_zone: 'UTC',
				presence: 'home',
				presence_key: null,
				home_assistant: false,
				leaves_at: null,
			},
		});
	});

	test('takes the address in any case', async () => {
		const { email, password } = await server.customer();
		const answer = await server.visitor().post(SIGN_IN, { email: email.toUpperCase(), password });
		expect(answer.status).toBe(200);
	});

	test('refuses a wrong password and an unknown address with the same words', async () => {
		const { email } = await server.customer();
		const wrong = await server.visitor().post(SIGN_IN, { email, password: 'not the password' });
		const unknown = await server.visitor().post(SIGN_IN, { email: 'nobody@example.com', password: 'x' });
		expect(wrong.status).toBe(401);
		const body = await wrong.json();
		expect(body).toMatchObject({ error: { code: 'auth/invalid-credential' } });
		expect(await unknown.json()).toEqual(body);
		expect(unknown.headers.getSetCookie()).toEqual([]);
	});

	test.each([
		[{ email: 'not an address', password: 'x' }],
		[{ email: 'a@example.com', password: '' }],
		[{ email: 'a@example.com' }],
		[{ email: 7, password: ['x'] }],
		[{ email: 'a@example.com', password: 'x', admin: true }],
		[{ email: 'a@example.com\u0000', password: 'x' }],
		[null],
		['text'],
	])('answers bad input %j with a reason', async (body) => {
		const answer = await server.visitor().post(SIGN_IN, body);
		expect(await refusal(answer)).toBe('400 invalid-argument');
	});

	test('keeps the cookie from scripts and other sites', async () => {
		const { email, password } = await server.customer();
		const answer = await server.visitor().post(SIGN_IN, { email, password });
		const [cookie = ''] = answer.headers.getSetCookie();
		expect(cookie).toMatch(/HttpOnly/i);
		expect(cookie).toMatch(/SameSite=Lax/i);
		expect(cookie).not.toMatch(/Secure/i);
	});

	test('marks the cookie Secure where the portal is reached over https', async () => {
		const secure = await startServer({ env: { PUBLIC_URL: 'https://portal.example.com' } });
		const { cookies } = await secure.customer();
		expect([...cookies.keys()].sort()).toEqual([
			'__Host-watchword.browser',
			'__Host-watchword.session_token',
		]);
		await secure.stop();
	});
});

describe('a session', () => {
	test('ends when signing out, and signing out twice does no harm', async () => {
		const customer = await server.customer();
		const stolen = new Map(customer.cookies);
		expect((await customer.post('/api/auth/sign-out')).status).toBe(200);
		expect([...customer.cookies.keys()]).toEqual(['watchword.browser']);
		expect((await customer.post('/api/auth/sign-out')).status).toBe(200);
		const thief = server.visitor();
		for (const [name, value] of stolen) thief.cookies.set(name, value);
		expect(await refusal(await thief.get('/api/users/me'))).toBe('401 unauthenticated');
	});

	test('that has expired or was made up identifies nobody', async () => {
		const customer = await server.customer();
		await server.services.database.db
			.update(sessions)
			.set({ expiresAt: sql`now() - interval '1 second'` })
			.where(eq(sessions.userId, customer.uid));
		expect(await refusal(await customer.get('/api/users/me'))).toBe('401 unauthenticated');
		for (const forged of ['x', 'a.b', '%00', 'x'.repeat(4000), customer.uid]) {
			const visitor = server.visitor();
			visitor.cookies.set('watchword.session_token', forged);
			expect(await refusal(await visitor.get('/api/users/me'))).toBe('401 unauthenticated');
		}
	});
});

describe('a password reset', () => {
	test('sends one mail whose link sets the password once and ends every session', async () => {
		const customer = await server.customer();
		expect((await server.visitor().post(ASK, { email: customer.email })).status).toBe(200);
		const token = await resetToken(customer.email);
		const newPassword = 'a new and better one';
		expect((await server.visitor().post(SET, { token, newPassword })).status).toBe(200);
		const mails = await server.mails(customer.email, 2);
		expect(mails.filter((mail) => mail.includes('token='))).toHaveLength(1);
		expect(mails.filter((mail) => mail.includes('account was changed'))).toHaveLength(1);
		expect(await refusal(await customer.get('/api/users/me'))).toBe('401 unauthenticated');
		expect(await refusal(await server.visitor().post(SET, { token, newPassword }))).toBe(
			'400 auth/invalid-token',
		);
		const { email, password } = customer;
		expect(await refusal(await server.visitor().post(SIGN_IN, { email, password }))).toBe(
			'401 auth/invalid-credential',
		);
		expect((await server.visitor().post(SIGN_IN, { email, password: newPassword })).status).toBe(200);
	});

	test('is mailed again when the mail server was away', async () => {
		const { email } = await server.customer();
		const send = vi.spyOn(server.services.mailer, 'send');
		send.mockRejectedValueOnce(new MailServerFailure('away'));
		await server.visitor().post(ASK, { email });
		const token = await resetToken(email);
		expect(send.mock.calls.filter(([{ to }]) => to === email)).toHaveLength(2);
		send.mockRestore();
		expect((await server.visitor().post(SET, { token, newPassword: 'a new and better one' })).status).toBe(
			200,
		);
	});

	test('link works once even when it is used many times at the same moment', async () => {
		const { email } = await server.customer();
		await server.visitor().post(ASK, { email });
		const token = await resetToken(email);
		const tries = await Promise.all(
			Array.from({ length: 5 }, (_, n) =>
				server.visitor().post(SET, { token, newPassword: `password no. ${n}` }),
			),
		);
		expect(tries.filter((answer) => answer.status === 200)).toHaveLength(1);
	});

	test('that fails midway changes nothing', async () => {
		const customer = await server.customer();
		const { email, password } = customer;
		await server.visitor().post(ASK, { email });
		const token = await resetToken(email);
		const set = () => server.visitor().post(SET, { token, newPassword: 'a new and better one' });
		const send = vi.spyOn(server.services.queue, 'send').mockRejectedValueOnce(new Error('no queue'));
		expect((await set()).status).toBe(500);
		send.mockRestore();
		expect((await customer.get('/api/users/me')).status).toBe(200);
		expect((await server.visitor().post(SIGN_IN, { email, password })).status).toBe(200);
		expect((await set()).status).toBe(200);
		expect(await refusal(await customer.get('/api/users/me'))).toBe('401 unauthenticated');
	});

	test('changes nothing while the account is disabled', async () => {
		const { email, uid, password } = await server.customer();
		await server.visitor().post(ASK, { email });
		const token = await resetToken(email);
		const { db } = server.services.database;
		await db.transaction((tx) => disableAccount(tx, uid));
		const set = await server.visitor().post(SET, { token, newPassword: 'a new and better one' });
		expect(await refusal(set)).toBe('400 auth/invalid-token');
		await enableAccount(db, uid);
		expect((await server.visitor().post(SIGN_IN, { email, password })).status).toBe(200);
	});

	test('makes earlier links useless', async () => {
		const { email } = await server.customer();
		await server.visitor().post(ASK, { email });
		const first = await resetToken(email);
		await server.visitor().post(ASK, { email });
		const second = await resetToken(email, 2);
		expect((await server.visitor().post(SET, { token: second, newPassword: 'a new password' })).status).toBe(
			200,
		);
		const answer = await server.visitor().post(SET, { token: first, newPassword: 'an older wish' });
		expect(await refusal(answer)).toBe('400 auth/invalid-token');
	});

	test('link runs out after an hour', async () => {
		const { email, uid } = await server.customer();
		await server.visitor().post(ASK, { email });
		const token = await resetToken(email);
		const db = server.services.database.db;
		const [link] = await db.select().from(verifications).where(eq(verifications.value, uid));
		const lasts = Number(link?.expiresAt) - Number(link?.createdAt);
		expect(Math.round(lasts / 60_000)).toBe(60);
		await db
			.update(verifications)
			.set({ expiresAt: new Date(Date.now() - 1000) })
			.where(eq(verifications.value, uid));
		const answer = await server.visitor().post(SET, { token, newPassword: 'a new password' });
		expect(await refusal(answer)).toBe('400 auth/invalid-token');
	});

	test('answers an unknown address like a known one, and mails nobody', async () => {
		const { email } = await server.customer();
		const known = await server.visitor().post(ASK, { email });
		const unknown = await server.visitor().post(ASK, { email: 'stranger@example.com' });
		expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
		await server.mails(email, 1);
		expect(await server.mails('stranger@example.com', 0)).toEqual([]);
	});

	test('mails one address three times an hour at most, and answers the same beyond that', async () => {
		const { email } = await server.customer();
		const heard: string[] = [];
		for (const to of [email, 'nobody-at-all@example.com']) {
			for (let n = 0; n < 5; n++) {
				const answer = await server.visitor().post(ASK, { email: to });
				heard.push(`${answer.status} ${await answer.text()}`);
			}
		}
		expect(new Set(heard)).toEqual(new Set(['200 {}']));
		// Jobs are done in the order they were asked for: once another's mail is there, no fourth can follow.
		const later = await server.customer();
		await server.visitor().post(ASK, { email: later.email });
		await server.mails(later.email, 1);
		expect(await server.mails(email, 3)).toHaveLength(3);
	});

	test.each([
		'',
		'not an address',
		'a@b',
		'a@example.com, b@example.com',
		'a@example.com\nbcc: b@example.com',
	])('says that %j is no address', async (email) => {
		expect(await refusal(await server.visitor().post(ASK, { email }))).toBe('400 auth/invalid-email');
	});

	test.each(['short', 'x'.repeat(129)])(
		'names what is wrong with the new password %j',
		async (newPassword) => {
			const answer = await server.visitor().post(SET, { token: 'x', newPassword });
			expect(answer.status).toBe(400);
			expect(await answer.json()).toMatchObject({
				error: {
					code: 'invalid-argument',
					message: expect.stringMatching(/^newPassword: must have at (least 12|most 128)/),
				},
			});
		},
	);
});

describe('guessing', () => {
	test('is limited per account, by any process, and a right password after that is refused too', async () => {
		const { email, password } = await server.customer();
		const guess = () => server.visitor().post(SIGN_IN, { email, password: 'wrong' });
		for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(401);
		const refused = await guess();
		expect(await refusal(refused)).toBe('429 resource-exhausted');
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
		expect((await server.visitor().post(SIGN_IN, { email, password })).status).toBe(429);
	});

	test('starts counting again after a success', async () => {
		const { email, password } = await server.customer();
		for (let round = 0; round < 3; round++) {
			for (let n = 0; n < 5; n++) {
				expect((await server.visitor().post(SIGN_IN, { email, password: 'wrong' })).status).toBe(401);
			}
			expect((await server.visitor().post(SIGN_IN, { email, password })).status).toBe(200);
		}
	});

	test('is limited per address it comes from, as a trusted proxy tells it', async () => {
		const proxied = await startServer({ env: { TRUST_PROXY: 'yes' } });
		const guess = (from: string, n: number) =>
			proxied.visitor().fetch(SIGN_IN, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.9.9, ${from}` },
				body: JSON.stringify({ email: `user${n}@example.com`, password: 'wrong' }),
			});
		for (let n = 0; n < 50; n++) expect((await guess('192.0.2.1', n)).status).toBe(401);
		expect((await guess('192.0.2.1', 50)).status).toBe(429);
		expect((await guess('192.0.2.2', 51)).status).toBe(401);
		// Ten guesses lock out whoever guessed, not the owner at another place.
		const { email, password } = await proxied.customer();
		const signIn = (from: string, word: string) =>
			proxied.visitor().fetch(SIGN_IN, {
				method: 'POST',
				body: JSON.stringify({ email, password: word }),
				headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
			});
		for (let n = 0; n < 10; n++) expect((await signIn('192.0.2.3', 'a guess')).status).toBe(401);
		expect((await signIn('192.0.2.3', password)).status).toBe(429);
		expect((await signIn('192.0.2.4', password)).status).toBe(200);
		// One IPv6 network is one place, however many addresses it has.
		for (let n = 0; n < 50; n++) expect((await guess(`2001:db8:0:1::${n + 1}`, 100 + n)).status).toBe(401);
		expect((await guess('2001:db8:0:1:ffff::1', 151)).status).toBe(429);
		expect((await guess('2001:db8:0:2::1', 152)).status).toBe(401);
		const claim = (from: string) =>
			proxied.visitor().fetch('/api/devices/claim', {
				method: 'POST',
				body: JSON.stringify({ code: 'ABCD2345' }),
				headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
			});
		for (let n = 0; n < 20; n++) expect((await claim(`2001:db8:0:3::${n + 1}`)).status).toBe(400);
		expect((await claim('2001:db8:0:3:1::')).status).toBe(429);
		const ask = (from: string, n: number) =>
			proxied.visitor().fetch(ASK, {
				method: 'POST',
				body: JSON.stringify({ email: `user${n}@example.com` }),
				headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
			});
		for (let n = 0; n < 50; n++) expect((await ask(`2001:db8:0:4::${n + 1}`, n)).status).toBe(200);
		expect((await ask('2001:db8:0:4:1::', 50)).status).toBe(429);
		await proxied.stop();
	});
});

describe('tours', () => {
	test('are remembered once', async () => {
		const customer = await server.customer();
		for (const tour of ['mainTour', 'mainTour', 'automationsTour']) {
			expect((await customer.post('/api/users/me/tours', { tour })).status).toBe(200);
		}
		const me = (await (await customer.get('/api/users/me')).json()) as { details: { tours: string[] } };
		expect(me.details.tours.sort()).toEqual(['automationsTour', 'mainTour']);
		expect(await refusal(await customer.post('/api/users/me/tours', { tour: 'other' }))).toBe(
			'400 invalid-argument',
		);
	});
});

test('an account that is gone is signed out', async () => {
	const customer = await server.customer();
	await server.services.database.db.delete(users).where(eq(users.id, customer.uid));
	expect(await refusal(await customer.get('/api/users/me'))).toBe('401 unauthenticated');
});

describe('the account page', () => {
	const ME = { name: 'Robin', zone: 'Europe/Berlin', mail_failures: false, mail_credits: true };

	test('changes name, zone and mails, and refuses what cannot be', async () => {
		const customer = await server.customer();
		expect(await (await customer.send('PUT', '/api/users/me', ME)).json()).toMatchObject({ details: ME });
		expect(await (await customer.get('/api/users/me')).json()).toMatchObject({ details: ME });
		// What is left out stays as it is.
		for (const part of [{ mail_failures: true }, { name: 'Sasha' }, { zone: null }]) {
			const { status } = await customer.send('PUT', '/api/users/me', part);
			expect([part, status]).toEqual([part, 200]);
		}
		expect(await (await customer.get('/api/users/me')).json()).toMatchObject({
			details: { name: 'Sasha', zone: null, mail_failures: true, mail_credits: true },
		});
		for (const bad of [
			{ ...ME, name: '  ' },
			{ ...ME, name: 'x'.repeat(201) },
			{ ...ME, name: 'Robin\u001b[31m\nroot' },
			{ ...ME, zone: 'Mars/Olympus' },
			{ ...ME, zone: '+02:00' },
			{ ...ME, email: 'other@example.com' },
			{},
		]) {
			expect(await refusal(await customer.send('PUT', '/api/users/me', bad))).toBe('400 invalid-argument');
		}
	});

	test('changes the password if the present one is known, and signs out everywhere else', async () => {
		const customer = await server.customer();
		const { email, password } = customer;
		const elsewhere = server.visitor();
		await elsewhere.post(SIGN_IN, { email, password });
		const change = (currentPassword: string, newPassword = 'a new and better one') =>
			customer.send('PUT', '/api/users/me/password', { currentPassword, newPassword });

		expect(await refusal(await change('not the password'))).toBe('401 auth/invalid-credential');
		expect(await refusal(await change(password, 'short'))).toBe('400 invalid-argument');
		expect((await elsewhere.get('/api/users/me')).status).toBe(200);
		expect((await change(password)).status).toBe(200);
		expect((await customer.get('/api/users/me')).status).toBe(200);
		expect(await refusal(await elsewhere.get('/api/users/me'))).toBe('401 unauthenticated');
		expect((await server.visitor().post(SIGN_IN, { email, password })).status).toBe(401);
		const again = await server.visitor().post(SIGN_IN, { email, password: 'a new and better one' });
		expect(again.status).toBe(200);
		for (let n = 0; n < 10; n++) await change('a guess');
		expect(await refusal(await change('a guess'))).toBe('429 resource-exhausted');
	});

	test('does not change the password if it cannot tell the owner', async () => {
		const customer = await server.customer();
		const { email, password } = customer;
		const elsewhere = server.visitor();
		await elsewhere.post(SIGN_IN, { email, password });
		const send = vi.spyOn(server.services.queue, 'send').mockRejectedValueOnce(new Error('no queue'));
		const edit = { currentPassword: password, newPassword: 'a new and better one' };
		expect((await customer.send('PUT', '/api/users/me/password', edit)).status).toBe(500);
		send.mockRestore();
		expect((await elsewhere.get('/api/users/me')).status).toBe(200);
		expect((await server.visitor().post(SIGN_IN, { email, password })).status).toBe(200);
	});

	test('lists where one is signed in and ends the others', async () => {
		const customer = await server.customer();
		const { email, password } = customer;
		const elsewhere = server.visitor();
		await elsewhere.fetch(SIGN_IN, {
			method: 'POST',
			body: JSON.stringify({ email, password }),
			headers: { 'content-type': 'application/json', 'user-agent': 'Elsewhere/1.0' },
		});
		const listed = async () =>
			((await (await customer.get('/api/users/me/sessions')).json()) as { items: Record<string, unknown>[] })
				.items;
		expect(await listed()).toMatchObject([
			{ current: true, ipAddress: '127.0.0.1' },
			{ current: false, userAgent: 'Elsewhere/1.0' },
		]);
		// An hour without use: whoever asks is in use again, the other is not.
		const hourAgo = new Date(Date.now() - 3600_000);
		await server.services.database.db
			.update(sessions)
			.set({ updatedAt: hourAgo, expiresAt: sql`${sessions.expiresAt} - interval '1 hour'` })
			.where(eq(sessions.userId, customer.uid));
		const [own, other] = await listed();
		expect(Date.parse(String(own?.lastUsedAt))).toBeGreaterThan(Number(hourAgo));
		expect(other?.lastUsedAt).toBe(hourAgo.toISOString());
		expect((await customer.send('DELETE', '/api/users/me/sessions', {})).status).toBe(200);
		expect(await listed()).toHaveLength(1);
		expect(await refusal(await elsewhere.get('/api/users/me'))).toBe('401 unauthenticated');
	});
});

test('quiet hours need two times that differ, and an older client leaves them as they are', async () => {
	const customer = await server.customer();
	const old = { name: 'Robin', zone: null, mail_failures: true, mail_credits: true };
	const save = (part: object) => customer.send('PUT', '/api/users/me', { ...old, ...part });
	for (const wrong of [
		{ quiet_start: '22:00', quiet_end: '22:00' },
		{ quiet_start: '22:00', quiet_end: null },
		{ quiet_end: '06:00' },
		{ quiet_start: '22:00', quiet_end: '' },
	]) {
		const answer = await save({ ...wrong, alert_zone: 'Europe/Berlin' });
		expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('quiet_end: ')]);
	}
	const set = { quiet_start: '22:00', quiet_end: '06:00', brief_at: '07:30', mail_silent: false };
	expect((await save({ ...set, alert_zone: 'Europe/Berlin' })).status).toBe(200);
	const kept = await (await save({})).json();
	expect(kept).toMatchObject({ details: { ...set, alert_zone: 'Europe/Berlin' } });
	const off = await (await save({ quiet_start: null, quiet_end: null, brief_at: null })).json();
	expect(off).toMatchObject({ details: { quiet_start: null, quiet_end: null, brief_at: null } });
});
