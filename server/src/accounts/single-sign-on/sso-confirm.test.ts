import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
	type IdentityProvider,
	ssoSettings,
	startIdentityProvider,
} from '../../testing/identity-provider.ts';
import { type Browser, refusal, startServer, type TestServer } from '../../testing/server.ts';
import { sessions } from '../tables.ts';

let idp: IdentityProvider;
let server: TestServer;
/** What was answered before the provider answered anyone. */
let whileClosed: Response;
beforeAll(async () => {
	idp = await startIdentityProvider();
	server = await startServer({ env: ssoSettings(idp.issuer) });
	whileClosed = await start(await server.customer());
	idp.open(server.url);
});
afterEach(() => {
	idp.idToken = null;
});
afterAll(async () => {
	await server.stop();
	await idp.stop();
});

/** A customer who is signed in as a person of the provider. */
async function customer() {
	const { uid, email } = await server.customer();
	const person = randomUUID();
	idp.know(person, { email, email_verified: true });
	const browser = server.visitor();
	await idp.signIn(browser, person);
	return { uid, person, browser };
}

const start = (browser: Browser, to = '/app/account?part=data') =>
	browser.post('/api/users/me/confirmation/sso', { to });

/** Where the browser is after its owner has proved, at the provider, to be this person. */
async function confirm(browser: Browser, person: string): Promise<string | null> {
	idp.person = person;
	const { url } = (await (await start(browser)).json()) as { url: string };
	const back = await idp.walk(url);
	const answer = await browser.fetch(back.pathname + back.search, { redirect: 'manual' });
	return answer.headers.get('location');
}

async function confirmed(uid: string): Promise<number> {
	const { db } = server.services.database;
	const rows = await db.select().from(sessions).where(eq(sessions.userId, uid));
	return rows.filter(({ confirmed_at }) => confirmed_at !== null).length;
}

test('a customer proves again who they are by signing in at the provider once more', async () => {
	const { uid, person, browser } = await customer();
	expect(await confirmed(uid)).toBe(0);
	expect(await confirm(browser, person)).toBe('/app/account?part=data&confirmed=yes');
	// Of the two sessions of the account, the one that asked.
	expect(await confirmed(uid)).toBe(1);
});

test('another person of the provider, and a sign-in from before, prove nothing', async () => {
	const { uid, person, browser } = await customer();
	const other = await customer();
	const back = '/app/account?part=data&confirmed=';
	expect(await confirm(browser, other.person)).toBe(`${back}other-person`);
	const minute = Math.floor(Date.now() / 1000) - 60;
	for (const claims of [
		(said: object) => ({ ...said, auth_time: minute }),
		(said: object) => ({ ...said, auth_time: undefined }),
	]) {
		idp.idToken = { claims };
		expect(await confirm(browser, person)).toBe(`${back}refused`);
	}
	expect([await confirmed(uid), await confirmed(other.uid)]).toEqual([0, 0]);
});

test('nobody is sent to the provider without a session, nor to one that does not answer', async () => {
	expect(await refusal(await start(server.visitor()))).toBe('401 unauthenticated');
	expect(await refusal(whileClosed)).toBe('503 unavailable');
});
