import { randomUUID } from 'node:crypto';
import type { Me, Session } from '@watchword/contract/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
	type IdentityProvider,
	ssoSettings,
	startIdentityProvider,
} from '../../testing/identity-provider.ts';
import { type Browser, refusal, startServer, type TestServer } from '../../testing/server.ts';
import { disableAccount } from '../standing.ts';
import { accountEvents, credentials, users } from '../tables.ts';

let idp: IdentityProvider;
let server: TestServer;
beforeAll(async () => {
	idp = await startIdentityProvider();
	server = await startServer({ env: ssoSettings(idp.issuer) });
	idp.open(server.url);
});
afterAll(async () => {
	await server.stop();
	await idp.stop();
});

const db = () => server.services.database.db;

async function signIn(person: string, to = '/app/runs') {
	const browser = server.visitor();
	return { browser, location: await idp.signIn(browser, person, { to }) };
}

/** A customer, and a person of the provider with the same address. */
async function customer({ verified = true } = {}) {
	const { uid, email } = await server.customer();
	const person = randomUUID();
	idp.know(person, { email, email_verified: verified, name: 'Robin at the provider' });
	return { uid, email, person };
}

const me = async (browser: Browser) => (await (await browser.get('/api/users/me')).json()) as Me;

async function history(uid: string): Promise<string[]> {
	const { _owner, at } = accountEvents;
	const events = await db().select().from(accountEvents).where(eq(_owner, uid)).orderBy(at);
	return events.map(({ what, details }) => `${what} ${details.how ?? details.name}`);
}

test('an account is found by its verified address and linked, and its owner is notified', async () => {
	const { uid, email, person } = await customer();
	const { browser, location } = await signIn(person, '/app/runs?run=1#top');
	expect(location).toBe('/app/runs?run=1#top');
	expect((await me(browser)).account).toEqual({ uid, email, providers: ['password', 'sso'] });
	const { items } = (await (await browser.get('/api/users/me/sessions')).json()) as { items: Session[] };
	expect(items[0]).toMatchObject({ current: true, how: 'sso' });
	expect(await history(uid)).toEqual(['signed-in password', 'sso-linked Example ID', 'signed-in sso']);
	const mails = await server.mails(email, 2);
	const told = mails.find((text) => text.includes('Example ID'));
	expect(told).toContain('now opens your Watchword account');
	expect(told).toContain(`If it was not, write to ${server.services.settings.portal.supportEmail} at once`);
	expect(told).not.toContain('set a new password');
});

test('a linked person signs in even if the address at the provider is another by now', async () => {
	const { uid, person } = await customer();
	await signIn(person);
	idp.know(person, { email: 'moved@example.com', email_verified: false });
	const { browser, location } = await signIn(person);
	expect(location).toBe('/app/runs');
	expect((await me(browser)).account.uid).toBe(uid);
});

test('afterwards one lands on a path of the portal, and nowhere else', async () => {
	const { person } = await customer();
	const elsewhere = [
		'https://evil.example/app/runs',
		'//evil.example',
		'/\\evil.example',
		'/app/..//evil.example',
	];
	for (const to of [...elsewhere, '/app/nowhere', '/signin', 'app', '']) {
		expect((await signIn(person, to)).location, to).toBe('/app/dashboard');
	}
});

/** A sign-in that must change nothing. Returns the problem that the sign-in screen is told. */
async function refused(person: string): Promise<string> {
	const everything = async () => [await db().select().from(credentials), await db().select().from(users)];
	const before = await everything();
	const { browser, location } = await signIn(person);
	expect(await refusal(await browser.get('/api/users/me'))).toBe('401 unauthenticated');
	expect(await everything()).toEqual(before);
	return location ?? '';
}

test('an address that is not verified, is missing or has no account opens nothing', async () => {
	const { uid, person } = await customer({ verified: false });
	expect(await refused(person)).toBe('/signin?problem=unverified');
	expect(await history(uid)).toEqual(['signed-in password', 'sign-in-failed sso']);
	for (const about of [{}, { email: 'not an address', email_verified: true }]) {
		idp.know('without-address', about);
		expect(await refused('without-address')).toBe('/signin?problem=no-address');
	}
	idp.know('stranger', { email: `${randomUUID()}@example.com`, email_verified: true });
	expect(await refused('stranger')).toBe('/signin?problem=no-account');
});

test('an address with letters that only look like those of an account does not open it', async () => {
	const { uid: kim } = await server.customer();
	await db().update(users).set({ email: 'kim@example.com' }).where(eq(users.id, kim));
	idp.know('look-alike', { email: '\u212aim@example.com', email_verified: true });
	expect(await refused('look-alike')).toBe('/signin?problem=no-address');
	const { person, uid, email: own } = await customer();
	idp.know(person, { email: own.toUpperCase(), email_verified: true });
	expect((await me((await signIn(person)).browser)).account.uid).toBe(uid);
});

test('an account that is linked to one person does not open for another with its address', async () => {
	const { uid, email, person } = await customer();
	await signIn(person);
	idp.know('impostor', { email, email_verified: true });
	expect(await refused('impostor')).toBe('/signin?problem=other-person');
	expect((await history(uid)).at(-1)).toBe('sign-in-failed sso');
});

test('a disabled account stays closed, linked or not', async () => {
	const linked = await customer();
	await signIn(linked.person);
	for (const { uid, person } of [linked, await customer()]) {
		await disableAccount(db(), uid);
		expect(await refused(person)).toBe('/signin?problem=disabled');
		expect((await history(uid)).at(-1)).toBe('sign-in-failed sso');
	}
});

test('a provider that does not answer affects only single sign-on', async () => {
	const { person, email } = await customer();
	const browser = server.visitor();
	expect(await idp.signIn(browser, person, { change: () => idp.close() })).toBe(
		'/signin?problem=unavailable',
	);
	const signedIn = await browser.post('/api/auth/sign-in/email', {
		email,
		password: 'correct horse battery',
	});
	expect(signedIn.status).toBe(200);
	idp.open(server.url);
	expect((await signIn(person)).location).toBe('/app/runs');
});

test('a first sign-in makes an account if the operator wants it, and its owner can set a password', async () => {
	const provider = await startIdentityProvider();
	const open = await startServer({ env: { ...ssoSettings(provider.issuer), OIDC_NEW_ACCOUNTS: 'yes' } });
	try {
		const early = await open.visitor().fetch('/api/auth/sso', { redirect: 'manual' });
		expect(early.headers.get('location')).toBe('/signin?problem=unavailable');
		provider.open(open.url, { conformIdTokenClaims: false });
		const email = `${randomUUID()}@example.com`;
		provider.know('sam', { email: email.toUpperCase(), email_verified: true, name: 'Sam Example' });
		const browser = open.visitor();
		expect(await provider.signIn(browser, 'sam')).toBe('/app/dashboard');
		const made = await me(browser);
		expect(made).toMatchObject({ account: { email, providers: ['sso'] }, details: { name: 'Sam Example' } });
		await provider.signIn(open.visitor(), 'sam');
		await open.visitor().post('/api/auth/request-password-reset', { email });
		const [link] = await open
			.mails(email, 2)
			.then((mails) => mails.flatMap((text) => /\S+token=\S+/.exec(text) ?? []));
		const token = new URL(String(link)).searchParams.get('token');
		await open.visitor().post('/api/auth/reset-password', { token, newPassword: 'correct horse battery' });
		const after = open.visitor();
		await after.post('/api/auth/sign-in/email', { email, password: 'correct horse battery' });
		expect((await me(after)).account).toEqual({ ...made.account, providers: ['password', 'sso'] });
		provider.know('too long', {
			email: `${randomUUID()}@example.com`,
			email_verified: true,
			name: `\0${'x'.repeat(5000)}`,
		});
		expect(await provider.signIn(open.visitor(), 'too long')).toBe('/app/dashboard');
	} finally {
		await open.stop();
		await provider.stop();
	}
});

test('where a second factor is required, the password alone adds nothing beside single sign-on', async () => {
	const strict = await startServer({ env: { ...ssoSettings(idp.issuer), SECOND_FACTOR: 'required' } });
	try {
		const { email, password, uid } = await strict.customer();
		const other = strict.visitor();
		await other.post('/api/auth/sign-in/email', { email, password });
		const add = () => other.post('/api/users/me/second-factor');
		expect(await refusal(await add())).toBe('403 auth/requires-recent-login');
		const link = { id: uid, userId: uid, providerId: 'sso', accountId: `${idp.issuer} ${uid}` };
		await strict.services.database.db.insert(credentials).values(link);
		expect(await refusal(await add())).toBe('403 auth/second-factor-needed');
	} finally {
		await strict.stop();
	}
});
