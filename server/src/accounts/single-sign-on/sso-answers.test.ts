import { createSecretKey, randomUUID } from 'node:crypto';
import { like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { rateLimits } from '../../base/limits.ts';
import {
	type IdentityProvider,
	newKey,
	ssoSettings,
	startIdentityProvider,
} from '../../testing/identity-provider.ts';
import { logTo } from '../../testing/quiet.ts';
import { type Browser, refusal, startServer, type TestServer } from '../../testing/server.ts';
import { credentials, users } from '../tables.ts';

const logged: string[] = [];
const entries = () =>
	logged.map((line) => JSON.parse(line) as { msg: string; outcome: string; reason: string[] });

let idp: IdentityProvider;
let server: TestServer;
let person: string;
beforeAll(async () => {
	idp = await startIdentityProvider();
	server = await startServer({ env: ssoSettings(idp.issuer), log: logTo(logged) });
	idp.open(server.url);
	const { email } = await server.customer();
	person = randomUUID();
	idp.know(person, { email, email_verified: true });
});
afterEach(() => {
	idp.idToken = null;
});
afterAll(async () => {
	await server.stop();
	await idp.stop();
});

const everything = async () => {
	const { db } = server.services.database;
	return [await db.select().from(credentials), await db.select().from(users)];
};

/** Where a sign-in leads that must change nothing, and why, as the log says. */
async function refused(browser: Browser, signIn: () => Promise<string | null>) {
	const before = await everything();
	const location = await signIn();
	expect(await refusal(await browser.get('/api/users/me'))).toBe('401 unauthenticated');
	expect(await everything()).toEqual(before);
	const last = entries().findLast(({ msg }) => msg === 'sign-in');
	expect(location).toBe(`/signin?problem=${last?.outcome}`);
	return { problem: last?.outcome, reason: last?.reason.join('; ') };
}

const back = async (browser: Browser, url: URL) => {
	const answer = await browser.fetch(url.pathname + url.search, { redirect: 'manual' });
	return answer.headers.get('location');
};

const CHANGED: [string, RegExp, (back: URL) => void][] = [
	['another state', /state/, (url) => url.searchParams.set('state', 'another')],
	['no state', /state/, (url) => url.searchParams.delete('state')],
	['another issuer (RFC 9207)', /iss/, (url) => url.searchParams.set('iss', 'https://evil.example')],
	['no issuer, although the provider promises one', /iss/, (url) => url.searchParams.delete('iss')],
	['another code', /response body/, (url) => url.searchParams.set('code', 'another')],
	['no code', /code/, (url) => url.searchParams.delete('code')],
];

test.each(CHANGED)('an answer with %s is refused', async (_what, why, change) => {
	const browser = server.visitor();
	const { problem, reason } = await refused(browser, () => idp.signIn(browser, person, { change }));
	expect(problem).toBe('refused');
	expect(reason).toMatch(why);
});

const now = () => Math.floor(Date.now() / 1000);
const FORGED: [string, RegExp, NonNullable<IdentityProvider['idToken']>][] = [
	['of another issuer', /"iss"/, { claims: (said) => ({ ...said, iss: 'https://evil.example' }) }],
	['for another client', /"aud"/, { claims: (said) => ({ ...said, aud: 'another' }) }],
	['authorised for another', /"azp"/, { claims: (said) => ({ ...said, aud: ['watchword', 'x'], azp: 'x' }) }],
	['with another nonce', /"nonce"/, { claims: (said) => ({ ...said, nonce: 'another' }) }],
	['without a nonce', /"nonce"/, { claims: ({ nonce: _nonce, ...said }) => said }],
	['that has expired', /"exp"/, { claims: (said) => ({ ...said, exp: now() - 600 }) }],
	['without an end', /"exp"/, { claims: ({ exp: _exp, ...said }) => said }],
	['without a person', /"sub"/, { claims: ({ sub: _sub, ...said }) => said }],
	['about an empty person', /"sub"/, { claims: (said) => ({ ...said, sub: '' }) }],
	['about another than the provider says on request', /"sub"/, { claims: (said) => ({ ...said, sub: 'x' }) }],
	['signed with another key', /signature/, { claims: (said) => said, key: newKey() }],
	['without a signature', /"alg"/, { claims: (said) => said, key: null }],
	[
		'signed with the secret of the client',
		/"alg"/,
		{ claims: (said) => said, key: createSecretKey(ssoSettings('').OIDC_CLIENT_SECRET, 'utf8') },
	],
];

test.each(FORGED)('an ID token %s is refused', async (_what, why, forged) => {
	idp.idToken = forged;
	const browser = server.visitor();
	const { problem, reason } = await refused(browser, () => idp.signIn(browser, person));
	expect(problem).toBe('refused');
	expect(reason).toMatch(why);
});

test('an answer works once, and only in the browser that asked', async () => {
	const owner = server.visitor();
	let url = new URL(server.url);
	let cookies = new Map<string, string>();
	const change = (answer: URL) => {
		url = new URL(answer);
		cookies = new Map(owner.cookies);
	};
	const thief = server.visitor();
	expect(await idp.signIn(owner, person, { change })).toBe('/app/dashboard');
	expect((await refused(thief, () => back(thief, url))).problem).toBe('expired');
	for (const [name, value] of cookies) thief.cookies.set(name, value);
	expect((await refused(thief, () => back(thief, url))).problem).toBe('expired');
	// An answer planted in a browser that is in the middle of a sign-in of its own.
	const victim = server.visitor();
	const begun = await thief.fetch('/api/auth/sso', { redirect: 'manual' });
	const planted = await idp.walk(begun.headers.get('location'));
	await victim.fetch('/api/auth/sso', { redirect: 'manual' });
	expect(await refused(victim, () => back(victim, planted))).toMatchObject({ problem: 'refused' });
});

test('a cancelled sign-in says so, and repeats nothing that the provider wrote', async () => {
	const browser = server.visitor();
	const change = (url: URL) => {
		url.searchParams.delete('code');
		url.searchParams.set('error', 'access_denied');
		url.searchParams.set('error_description', 'Call 0900 and say your password');
	};
	const { problem } = await refused(browser, () => idp.signIn(browser, person, { change }));
	expect(problem).toBe('cancelled');
	expect(logged.join()).not.toContain('0900');
});

test('one address cannot begin without end', async () => {
	const { db } = server.services.database;
	const browser = server.visitor();
	const begin = () => browser.fetch('/api/auth/sso', { redirect: 'manual' });
	const ofSso = like(rateLimits.key, 'sso:address:%');
	await begin();
	await db.update(rateLimits).set({ count: 100 }).where(ofSso);
	expect((await begin()).headers.get('location')).toBe('/signin?problem=too-many');
	await db.delete(rateLimits).where(ofSso);
});

test('the same answers, unchanged, are good', async () => {
	idp.idToken = { claims: (said) => said };
	const browser = server.visitor();
	expect(await idp.signIn(browser, person)).toBe('/app/dashboard');
	expect((await browser.get('/api/users/me')).ok).toBe(true);
});
