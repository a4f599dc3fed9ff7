import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '@watchword/contract/account';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publish } from '../../base/events.ts';
import { hashToken } from '../../base/ids.ts';
import { logTo } from '../../testing/quiet.ts';
import { type Browser, refusal, startServer, type TestServer } from '../../testing/server.ts';
import { waitFor } from '../../testing/wait.ts';
import { passwords } from '../passwords/hashing.ts';
import { sessions } from '../tables.ts';
import { shortenSessions } from './session-use.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const ME = '/api/users/me';
const SESSIONS = `${ME}/sessions`;
const tokenOf = (browser: Browser) =>
	decodeURIComponent(browser.cookies.get('watchword.session_token') ?? '').split('.')[0] ?? '';
const bearer = (token: string) =>
	server.visitor().fetch(ME, { headers: { authorization: `Bearer ${token}` } });

test('only a hash of the token is kept, and it opens nothing', async () => {
	const customer = await server.customer();
	const { db } = server.services.database;
	const [kept] = await db.select().from(sessions).where(eq(sessions.userId, customer.uid));
	const token = tokenOf(customer);
	expect(token.length).toBeGreaterThan(20);
	expect(kept?.token).toBe(hashToken(token));
	expect((await bearer(token)).status).toBe(200);
	expect(await refusal(await bearer(String(kept?.token)))).toBe('401 unauthenticated');
	const { rows } = await db.execute(
		sql`select s::text as row from sessions s where s::text like ${`%${token}%`}`,
	);
	expect(rows).toEqual([]);
});

test('a cookie with another signature, or without one, opens nothing', async () => {
	const customer = await server.customer();
	const cookie = (value: string) =>
		server
			.visitor()
			.fetch(ME, { headers: { cookie: `watchword.session_token=${encodeURIComponent(value)}` } });
	const signed = decodeURIComponent(customer.cookies.get('watchword.session_token') ?? '');
	const [token = '', signature = ''] = signed.split('.');
	const another = signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
	expect((await cookie(signed)).status).toBe(200);
	for (const made of [token, `${token}.`, `${token}.${another}`])
		expect(await refusal(await cookie(made))).toBe('401 unauthenticated');
});

test('a session from before tokens were hashed goes on', async () => {
	const { uid } = await server.customer();
	const { db } = server.services.database;
	// What the migration does to the tokens it finds.
	await db.execute(sql`insert into sessions (id, token, "userId", "expiresAt")
		values ('old', encode(sha256(convert_to('a token of old', 'UTF8')), 'hex'), ${uid}, now() + interval '1 day')`);
	expect(hashToken('a token of old')).toMatch(/^[0-9a-f]{64}$/);
	const [kept] = await db.select().from(sessions).where(eq(sessions.id, 'old'));
	expect(kept?.token).toBe(hashToken('a token of old'));
});

test('a session in use is prolonged and its cookie follows', async () => {
	const customer = await server.customer();
	await server.services.database.db
		.update(sessions)
		.set({ expiresAt: sql`now() + interval '1 day'`, updatedAt: sql`now() - interval '29 days'` })
		.where(eq(sessions.userId, customer.uid));
	const answer = await customer.get(ME);
	expect(answer.headers.getSetCookie().join()).toContain('watchword.session_token=');
	expect((await customer.get(ME)).status).toBe(200);
});

/** Resolves when the server ends the stream; everything it said until then. */
async function listen(browser: Browser) {
	const { body } = await browser.get('/api/events');
	const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
	let text = (await reader.read()).value ?? '';
	const ended = (async () => {
		for (;;) {
			const { value, done } = await reader.read();
			if (done) return text;
			text += value;
		}
	})();
	return { ended, said: () => text, close: () => reader.cancel() };
}

test('the live stream of a revoked session ends at once, that of another goes on', async () => {
	const customer = await server.customer();
	const other = server.visitor();
	await other.post('/api/auth/sign-in/email', { email: customer.email, password: customer.password });
	const [mine, revoked] = [await listen(customer), await listen(other)];
	await customer.send('DELETE', '/api/users/me/sessions', {});
	const heard = await revoked.ended;
	expect(heard).toContain('"topic":"session"');
	await publish(server.services.database.db, customer.uid, { topic: 'billing' });
	await waitFor('the event in the other stream', () => mine.said().includes('billing'), { seen: mine.said });
	expect(heard).not.toContain('billing');
	await customer.post('/api/auth/sign-out');
	await mine.ended;
});

test('one session is ended, with its live stream; another customer cannot', async () => {
	const customer = await server.customer();
	const other = server.visitor();
	const { email, password } = customer;
	await other.post('/api/auth/sign-in/email', { email, password });
	const list = async () => ((await (await customer.get(SESSIONS)).json()) as { items: Session[] }).items;
	const [mine, theirs] = await list();
	expect([mine, theirs]).toMatchObject([
		{ current: true, how: 'password', ipAddress: '127.0.0.1' },
		{ current: false, how: 'password', ipAddress: '127.0.0.1' },
	]);
	const stranger = await server.customer();
	const end = (browser: Browser) => browser.send('DELETE', `${SESSIONS}/${theirs?.id}`, {});
	expect(await refusal(await end(stranger))).toBe('404 not-found');
	expect((await other.get(ME)).status).toBe(200);
	const live = await listen(other);
	expect((await end(customer)).status).toBe(200);
	expect(await live.ended).toContain('"topic":"session"');
	expect(await refusal(await other.get(ME))).toBe('401 unauthenticated');
	expect(await list()).toHaveLength(1);
	expect(await refusal(await end(customer))).toBe('404 not-found');
});

const age = (uid: string, hours: number) =>
	server.services.database.db.execute(sql`
		update sessions set "updatedAt" = "updatedAt" - make_interval(hours => ${hours}),
			"expiresAt" = "expiresAt" - make_interval(hours => ${hours}) where "userId" = ${uid}`);

test('a session that was not used for 30 days ends, as a cookie and as a token; use prolongs both', async () => {
	const customer = await server.customer();
	const token = tokenOf(customer);
	await age(customer.uid, 719);
	expect((await bearer(token)).status).toBe(200);
	await age(customer.uid, 719);
	expect((await customer.get(ME)).status).toBe(200);
	await age(customer.uid, 721);
	expect(await refusal(await bearer(token))).toBe('401 unauthenticated');
	expect(await refusal(await customer.get(ME))).toBe('401 unauthenticated');
});

test('the operator sets how long, also for sessions that began before', async () => {
	const customer = await server.customer();
	await shortenSessions(server.services.database.db, 3 * 3600);
	await age(customer.uid, 2);
	expect((await bearer(tokenOf(customer))).status).toBe(200);
	await shortenSessions(server.services.database.db, 3 * 3600);
	await age(customer.uid, 4);
	expect(await refusal(await customer.get(ME))).toBe('401 unauthenticated');
});

/** Whoever signs in with the password gets no further than this until it is opened. */
function gateAfterFirstCheck() {
	const { verify } = passwords;
	const { promise: opened, resolve: open } = Promise.withResolvers<void>();
	const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
	passwords.verify = async (given) => {
		passwords.verify = verify;
		const isRight = await verify(given);
		reach();
		await opened;
		return isRight;
	};
	return { reached, open };
}
const NEW_PASSWORD = 'another staple wagon 9';

test('a sign-in with the old password that is under way when it is changed ends in no session', async () => {
	const customer = await server.customer();
	const { reached, open } = gateAfterFirstCheck();
	const { email, password } = customer;
	const late = server.visitor().post('/api/auth/sign-in/email', { email, password });
	await reached;
	const changed = await customer.send('PUT', `${ME}/password`, {
		currentPassword: password,
		newPassword: NEW_PASSWORD,
	});
	expect(changed.status).toBe(200);
	open();
	expect(await refusal(await late)).toBe('401 auth/invalid-credential');
	const { items } = (await (await customer.get(SESSIONS)).json()) as { items: Session[] };
	expect(items).toHaveLength(1);
});

test('a changed password cannot be changed again with the old one', async () => {
	const customer = await server.customer();
	const { email, password } = customer;
	const other = server.visitor();
	await other.post('/api/auth/sign-in/email', { email, password });
	const { reached, open } = gateAfterFirstCheck();
	const change = (browser: Browser, newPassword: string) =>
		browser.send('PUT', `${ME}/password`, { currentPassword: password, newPassword });
	const late = change(other, 'a third wagon of staples');
	await reached;
	expect((await change(customer, NEW_PASSWORD)).status).toBe(200);
	open();
	expect(await refusal(await late)).toBe('401 auth/invalid-credential');
	const again = await server.visitor().post('/api/auth/sign-in/email', { email, password: NEW_PASSWORD });
	expect(again.status).toBe(200);
});

test('a read whose reader has left is dropped, without a word in the log', async () => {
	const lines: string[] = [];
	const logged = await startServer({ log: logTo(lines, 'debug'), env: { ROLES: 'api' } });
	const customer = await logged.customer();
	const leaving = new AbortController();
	const READS = 10;
	const requests = () => lines.filter((line) => line.includes('"path":"/api/runs"'));
	await logged.services.database.db.transaction(async (tx) => {
		await tx.execute(sql`lock table sessions`);
		const reads = Array.from({ length: READS }, () =>
			customer.fetch('/api/runs', { signal: leaving.signal }).catch(() => undefined),
		);
		await sleep(300);
		leaving.abort();
		await Promise.all(reads);
		await sleep(300);
	});
	await waitFor('the requests to end', async () => requests().length === READS);
	expect(
		requests().filter((line) => !line.includes('"status":503') || !line.includes('"msg":"request"')),
	).toEqual([]);
	expect((await customer.get('/api/runs')).status).toBe(200);
	await logged.stop();
});
