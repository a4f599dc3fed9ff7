import type { Me } from '@watchword/contract/account';
import type { SecondFactor } from '@watchword/contract/second-factor';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appOf, startFactor, turnOnFactor } from '../../testing/authenticator.ts';
import { logTo } from '../../testing/quiet.ts';
import { type Browser, refusal, startServer, type TestServer } from '../../testing/server.ts';
import { makeToken } from '../../testing/token.ts';
import { waitFor } from '../../testing/wait.ts';
import {
	accountEvents,
	knownBrowsers,
	recoveryCodes,
	secondFactors,
	sessions,
	verifications,
} from '../tables.ts';

const SIGN_IN = '/api/auth/sign-in/email';
const CODE = '/api/auth/sign-in/code';
const FACTOR = '/api/users/me/second-factor';
const WANTED = '401 auth/multi-factor-auth-required';
const WRONG = '401 auth/invalid-verification-code';

let server: TestServer;
const logged: string[] = [];
beforeAll(async () => {
	server = await startServer({ log: logTo(logged) });
});
afterAll(() => server.stop());

const db = () => server.services.database.db;

type Customer = Awaited<ReturnType<TestServer['customer']>>;

const stateOf = async (browser: Browser) => (await (await browser.get(FACTOR)).json()) as SecondFactor;

const confirm = ({ password }: Customer, browser: Browser) =>
	browser.post('/api/users/me/confirmation', { password });

/** A browser in which the password was entered and a code is waited for. */
async function atCodeStep({ email, password }: Customer, browser = server.visitor()): Promise<Browser> {
	expect(await refusal(await browser.post(SIGN_IN, { email, password }))).toBe(WANTED);
	return browser;
}

const isStrong = async (uid: string) =>
	(await db().select({ strong: sessions.strong }).from(sessions).where(eq(sessions.userId, uid))).map(
		({ strong }) => strong,
	);

const historyOf = async (uid: string) =>
	(
		await db().select().from(accountEvents).where(eq(accountEvents._owner, uid)).orderBy(accountEvents.at)
	).map(({ what, details: { how } }) => (how ? `${what}: ${how}` : what));

const message = async (answer: Response) =>
	((await answer.json()) as { error: { message: string } }).error.message;

describe('setting it up', () => {
	test('needs the password again, and counts only after a right code', async () => {
		const customer = await server.customer();
		expect(await refusal(await customer.post(FACTOR))).toBe('403 auth/requires-recent-login');
		const first = await startFactor(customer);
		expect(first.qrSvg).toContain('<svg');
		expect(first.uri).toContain(first.secret);
		expect(first.secret).toMatch(/^[A-Z2-7]{32}$/);
		const second = await startFactor(customer);
		const app = appOf(second.uri);
		for (const code of [appOf(first.uri).code(), app.code(-2), app.code(5)]) {
			expect(await refusal(await customer.post(`${FACTOR}/code`, { code }))).toBe(WRONG);
		}
		expect(await refusal(await customer.post(`${FACTOR}/code`, { code: '12 34' }))).toBe(
			'400 invalid-argument',
		);
		expect((await stateOf(customer)).since).toBeNull();
		expect((await server.visitor().post(SIGN_IN, who(customer))).status).toBe(200);

		const turnedOn = await customer.post(`${FACTOR}/code`, { code: app.code() });
		const { recoveryCodes: codes } = (await turnedOn.json()) as { recoveryCodes: string[] };
		expect(new Set(codes).size).toBe(10);
		expect(await stateOf(customer)).toMatchObject({
			required: false,
			recoveryCodesLeft: 10,
			trustedBrowsers: 0,
		});
		expect(await refusal(await customer.post(FACTOR))).toBe('409 conflict');
		expect(await refusal(await customer.post(`${FACTOR}/code`, { code: app.code(1) }))).toBe('409 conflict');
		await atCodeStep(customer);
	});

	test('ends the other sessions, tells the owner, and stores no secret that can be read', async () => {
		const customer = await server.customer();
		const other = server.visitor();
		await other.post(SIGN_IN, who(customer));
		const { uri, secret } = await startFactor(customer);
		const turnedOn = await customer.post(`${FACTOR}/code`, { code: appOf(uri).code() });
		const { recoveryCodes: codes } = (await turnedOn.json()) as { recoveryCodes: string[] };
		expect(await refusal(await other.get('/api/users/me'))).toBe('401 unauthenticated');
		expect(await isStrong(customer.uid)).toEqual([true]);
		expect((await server.mails(customer.email, 2)).join()).toContain('Two-step sign-in was turned on');
		const rows = [
			...(await db().select().from(secondFactors).where(eq(secondFactors._owner, customer.uid))),
			...(await db().select().from(recoveryCodes).where(eq(recoveryCodes._owner, customer.uid))),
		];
		const kept = JSON.stringify(rows) + logged.join('');
		for (const word of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
			expect(kept).not.toContain(word);
		}
	});

	test('is not for programs, and another customer sees nothing of it', async () => {
		const customer = await server.customer();
		await confirm(customer, customer);
		const { headers } = await makeToken(customer, ['read', 'automations', 'billing', 'captures']);
		await turnOnFactor(server, customer);
		for (const [method, path] of [
			['GET', FACTOR],
			['POST', FACTOR],
			['DELETE', FACTOR],
			['POST', '/api/users/me/recovery-codes'],
		] as const) {
			const answer = await server.visitor().fetch(path, { method, headers });
			expect(await refusal(answer), `${method} ${path}`).toBe('403 token/scope');
		}
		expect((await stateOf(await server.customer())).since).toBeNull();
	});
});

const who = ({ email, password }: Customer) => ({ email, password });

describe('signing in', () => {
	test('asks for a code after the right password, and nobody else learns that there is one', async () => {
		const customer = await server.customer();
		const plain = await server.customer();
		const app = await turnOnFactor(server, customer);
		const wrong = ({ email }: Customer) =>
			server.visitor().post(SIGN_IN, { email, password: 'guessed wrongly' });
		expect(await (await wrong(customer)).text()).toBe(await (await wrong(plain)).text());

		const browser = await atCodeStep(customer);
		expect(await refusal(await browser.get('/api/users/me'))).toBe('401 unauthenticated');
		const code = app.code(1);
		expect((await browser.post(CODE, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200);
		expect((await browser.get('/api/users/me')).status).toBe(200);
		expect(await isStrong(customer.uid)).toEqual([true, true]);
		// A job notes a wrong password, so that the answer does not tell by its time whether there is an account.
		const events = await waitFor('4 events of the account', async () => {
			const noted = await historyOf(customer.uid);
			return noted.length >= 4 && noted;
		});
		expect(events).toEqual([
			'signed-in: password',
			'factor-added',
			'sign-in-failed: password',
			'signed-in: password',
		]);
	});

	test('accepts a code once, also when two browsers send it at the same time', async () => {
		const customer = await server.customer();
		const app = await turnOnFactor(server, customer);
		const browsers = [await atCodeStep(customer), await atCodeStep(customer), await atCodeStep(customer)];
		const code = app.code(1);
		const answers = await Promise.all(browsers.map((browser) => browser.post(CODE, { code })));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
		const late = await (await atCodeStep(customer)).post(CODE, { code });
		expect(await message(late)).toContain('was used before');
		// Neither does an older one, such as the one that turned it on.
		expect(await refusal(await (await atCodeStep(customer)).post(CODE, { code: app.code(-1) }))).toBe(WRONG);
	});

	test('refuses old and future codes and those of another account, and changes nothing', async () => {
		const [customer, other] = [await server.customer(), await server.customer()];
		const app = await turnOnFactor(server, customer);
		const foreign = await turnOnFactor(server, other);
		const browser = await atCodeStep(customer);
		const bad = [app.code(-2), app.code(5), foreign.code(1)];
		for (const code of bad) expect(await refusal(await browser.post(CODE, { code }))).toBe(WRONG);
		const [recoveryCode = ''] = foreign.recoveryCodes;
		expect(await refusal(await browser.post(CODE, { recoveryCode }))).toBe(WRONG);
		expect(await isStrong(customer.uid)).toEqual([true]);
		expect((await historyOf(customer.uid)).slice(2)).toEqual([
			// Those in a row are one row.
			'sign-in-failed: code',
			'sign-in-failed: recovery code',
		]);
		const outcomes = logged.map((line) => JSON.parse(line)).filter(({ uid }) => uid === customer.uid);
		expect(outcomes.map(({ outcome }) => outcome)).toContain('code wrong');
		expect(logged.join('')).not.toContain(bad[0]);
		// The waiting sign-in is still there, and the other account's codes still work there.
		expect((await browser.post(CODE, { code: app.code(1) })).status).toBe(200);
		expect((await (await atCodeStep(other)).post(CODE, { recoveryCode })).status).toBe(200);
	});

	test('says what is wrong with an answer that cannot be one', async () => {
		const customer = await server.customer();
		const browser = server.visitor();
		await turnOnFactor(server, customer);
		for (const body of [
			{},
			{ code: '12345' },
			{ code: 'abcdef' },
			{ code: '123456', recoveryCode: 'x' },
			{ recoveryCode: '' },
		]) {
			expect(await refusal(await browser.post(CODE, body))).toBe('400 invalid-argument');
		}
	});

	test('waits in one browser, for ten minutes, once, and not beyond a new password', async () => {
		const customer = await server.customer();
		const app = await turnOnFactor(server, customer);
		const ended = '401 auth/code-expired';
		expect(await refusal(await server.visitor().post(CODE, { code: app.code(1) }))).toBe(ended);

		const slow = await atCodeStep(customer);
		await db()
			.update(verifications)
			.set({ expiresAt: sql`now()` })
			.where(eq(verifications.value, customer.uid));
		expect(await refusal(await slow.post(CODE, { code: app.code(1) }))).toBe(ended);

		const replayed = await atCodeStep(customer);
		const cookies = new Map(replayed.cookies);
		expect((await replayed.post(CODE, { code: app.code(1) })).status).toBe(200);
		for (const [name, value] of cookies) replayed.cookies.set(name, value);
		expect(await refusal(await replayed.post(CODE, { code: await app.freshCode() }))).toBe(ended);

		const waiting = await atCodeStep(customer);
		const newPassword = 'another horse battery';
		const changed = { currentPassword: customer.password, newPassword };
		expect((await customer.send('PUT', '/api/users/me/password', changed)).status).toBe(200);
		expect(await refusal(await waiting.post(CODE, { code: await app.freshCode() }))).toBe(ended);
	});

	test('ends after five wrong codes; the owner gets a mail, and the limit holds for every browser there', async () => {
		const customer = await server.customer();
		const app = await turnOnFactor(server, customer);
		const browser = await atCodeStep(customer);
		for (let guesses = 0; guesses < 5; guesses++) {
			expect(await refusal(await browser.post(CODE, { code: app.code(-10) }))).toBe(WRONG);
		}
		expect(await refusal(await browser.post(CODE, { code: app.code(1) }))).toBe('401 auth/code-expired');
		const again = await (await atCodeStep(customer)).post(CODE, { code: app.code(1) });
		expect(await refusal(again)).toBe('429 resource-exhausted');
		expect((await server.mails(customer.email, 2)).join()).toContain('several wrong codes, from the address');
		expect(await isStrong(customer.uid)).toEqual([true]);
	});
});

describe('recovery codes', () => {
	test('replace a code once each, however they are typed, until there are new ones', async () => {
		const customer = await server.customer();
		const app = await turnOnFactor(server, customer);
		const [first = '', second = ''] = app.recoveryCodes;
		const browser = await atCodeStep(customer);
		expect(
			(await browser.post(CODE, { recoveryCode: ` ${first.toUpperCase().replaceAll('-', ' ')}` })).status,
		).toBe(200);
		expect((await stateOf(browser)).recoveryCodesLeft).toBe(9);
		expect((await server.mails(customer.email, 3)).join()).toContain('You have 9 left.');
		expect(await refusal(await (await atCodeStep(customer)).post(CODE, { recoveryCode: first }))).toBe(WRONG);

		expect(await refusal(await browser.post('/api/users/me/recovery-codes'))).toBe(
			'403 auth/requires-recent-login',
		);
		await confirm(customer, browser);
		const renewed = await browser.post('/api/users/me/recovery-codes');
		const { recoveryCodes: codes } = (await renewed.json()) as { recoveryCodes: string[] };
		expect((await stateOf(browser)).recoveryCodesLeft).toBe(10);
		expect(await refusal(await (await atCodeStep(customer)).post(CODE, { recoveryCode: second }))).toBe(
			WRONG,
		);
		expect((await (await atCodeStep(customer)).post(CODE, { recoveryCode: codes[9] })).status).toBe(200);
		expect(await historyOf(customer.uid)).toEqual(
			expect.arrayContaining(['recovery-code-used', 'recovery-codes-renewed']),
		);
	});

	test('exist only with an app', async () => {
		const customer = await server.customer();
		await confirm(customer, customer);
		expect(await refusal(await customer.post('/api/users/me/recovery-codes'))).toBe('409 conflict');
	});
});

/** Whoever enters a code gets no further than this until it is opened. */
function gateAtFirstCode() {
	const { identity } = server.services;
	const { decrypt } = identity;
	const { promise: opened, resolve: open } = Promise.withResolvers<void>();
	const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
	identity.decrypt = async (text) => {
		identity.decrypt = decrypt;
		reach();
		await opened;
		return decrypt(text);
	};
	return { reached, open };
}

describe('a sign-in with the old password whose code is checked while the password is changed', () => {
	test.each(['right', 'wrong'])('ends when the code is %s', async (kind) => {
		const customer = await server.customer();
		const app = await turnOnFactor(server, customer);
		const late = await atCodeStep(customer);
		const code = await app.freshCode();
		const { reached, open } = gateAtFirstCode();
		const answer = late.post(CODE, { code: kind === 'right' ? code : '000000', trust: true });
		await reached;
		const changed = await customer.send('PUT', '/api/users/me/password', {
			currentPassword: customer.password,
			newPassword: 'another staple wagon 9',
		});
		expect(changed.status).toBe(200);
		open();
		expect(await refusal(await answer)).toBe('401 auth/invalid-credential');
		expect(await isStrong(customer.uid)).toHaveLength(1);
		expect(await refusal(await late.post(CODE, { code: await app.freshCode() }))).toBe(
			'401 auth/code-expired',
		);
	});
});

describe('a trusted browser', () => {
	/** Signs in with a code and trusts this browser. */
	async function trusting(customer: Customer, app: Awaited<ReturnType<typeof turnOnFactor>>) {
		const browser = await atCodeStep(customer);
		expect((await browser.post(CODE, { code: await app.freshCode(), trust: true })).status).toBe(200);
		await browser.post('/api/auth/sign-out');
		return browser;
	}

	test('needs only the password for 30 days, for this account alone', async () => {
		const [customer, other] = [await server.customer(), await server.customer()];
		const app = await turnOnFactor(server, customer);
		await turnOnFactor(server, other);
		const browser = await trusting(customer, app);
		expect((await browser.post(SIGN_IN, who(customer))).status).toBe(200);
		expect(await isStrong(customer.uid)).toEqual([true, true]);
		expect((await stateOf(browser)).trustedBrowsers).toBe(1);
		await atCodeStep(other, browser);
		await atCodeStep(customer);
		const days = sql<number>`round(extract(epoch from ${knownBrowsers.trusted_until} - now()) / 86400)::int`;
		const [known] = await db()
			.select({ days })
			.from(knownBrowsers)
			.where(sql`${knownBrowsers.userId} = ${customer.uid} and ${knownBrowsers.trusted_until} is not null`);
		expect(known?.days).toBe(30);
		await db().update(knownBrowsers).set({ trusted_until: sql`now()` });
		await atCodeStep(customer, browser);
	});

	test('is not the copy that somebody made of its cookie before', async () => {
		const [customer, earlier] = [await server.customer(), await server.customer()];
		const app = await turnOnFactor(server, customer);
		const shared = server.visitor();
		await shared.post(SIGN_IN, who(earlier));
		const elsewhere = server.visitor();
		const name = 'watchword.browser';
		elsewhere.cookies.set(name, shared.cookies.get(name) ?? expect.fail());
		await shared.post('/api/auth/sign-out');
		await atCodeStep(customer, shared);
		expect((await shared.post(CODE, { code: await app.freshCode(), trust: true })).status).toBe(200);
		expect(await refusal(await elsewhere.post(SIGN_IN, who(customer)))).toBe(WANTED);
		await shared.post('/api/auth/sign-out');
		expect((await shared.post(SIGN_IN, who(customer))).status).toBe(200);
		// To the other account the browser is no new one.
		const known = () => db().$count(knownBrowsers, eq(knownBrowsers.userId, earlier.uid));
		const before = await known();
		expect((await shared.post(SIGN_IN, who(earlier))).status).toBe(200);
		expect(await known()).toBe(before);
	});

	test('is asked again after trust was ended, after a new password, and after the app was set up anew', async () => {
		const customer = await server.customer();
		let app = await turnOnFactor(server, customer);
		const browser = await trusting(customer, app);
		expect((await customer.send('DELETE', '/api/users/me/trusted-browsers', {})).status).toBe(200);
		await atCodeStep(customer, browser);

		const second = await trusting(customer, app);
		await confirm(customer, customer);
		expect((await customer.send('DELETE', FACTOR, {})).status).toBe(200);
		app = await turnOnFactor(server, customer);
		await atCodeStep(customer, second);

		const third = await trusting(customer, app);
		const newPassword = 'another horse battery';
		await customer.send('PUT', '/api/users/me/password', { currentPassword: customer.password, newPassword });
		customer.password = newPassword;
		await atCodeStep(customer, third);
	});
});

test('turning it off needs the password again, and then the password alone signs in', async () => {
	const customer = await server.customer();
	const app = await turnOnFactor(server, customer);
	const browser = await atCodeStep(customer);
	await browser.post(CODE, { code: app.code(1) });
	expect(await refusal(await browser.send('DELETE', FACTOR, {}))).toBe('403 auth/requires-recent-login');
	await confirm(customer, browser);
	expect((await browser.send('DELETE', FACTOR, {})).status).toBe(200);
	expect(await stateOf(browser)).toMatchObject({ since: null, recoveryCodesLeft: 0 });
	expect((await server.visitor().post(SIGN_IN, who(customer))).status).toBe(200);
	expect((await historyOf(customer.uid)).filter((what) => what === 'factor-removed')).toHaveLength(1);
	expect((await server.mails(customer.email, 4)).join()).toContain('Two-step sign-in was turned off');
});

test('a password that was reset by mail does not turn it off', async () => {
	const customer = await server.customer();
	await turnOnFactor(server, customer);
	await server.mails(customer.email, 1);
	await server.visitor().post('/api/auth/request-password-reset', { email: customer.email });
	const token = /token=([\w-]+)/.exec((await server.mails(customer.email, 2)).join())?.[1];
	customer.password = 'another horse battery';
	const reset = await server
		.visitor()
		.post('/api/auth/reset-password', { token, newPassword: customer.password });
	expect(reset.status).toBe(200);
	await atCodeStep(customer);
});

test('where the installation has another secret, codes are not called wrong, and recovery codes still work', async () => {
	const customer = await server.customer();
	const app = await turnOnFactor(server, customer);
	await db().update(secondFactors).set({ secret: 'deadbeef' }).where(eq(secondFactors._owner, customer.uid));
	const browser = await atCodeStep(customer);
	const answer = await browser.post(CODE, { code: app.code(1) });
	expect([answer.status, await message(answer)]).toEqual([
		503,
		expect.stringContaining('Use a recovery code'),
	]);
	const [recoveryCode] = app.recoveryCodes;
	expect((await browser.post(CODE, { recoveryCode })).status).toBe(200);
});

describe('where the operator requires it', () => {
	let strict: TestServer;
	beforeAll(async () => {
		strict = await startServer({ env: { SECOND_FACTOR: 'required' } });
	});
	afterAll(() => strict.stop());

	test('a session without it can only set it up, and is a full one afterwards', async () => {
		const customer = await strict.customer();
		const needed = '403 auth/second-factor-needed';
		const me = async () => (await (await customer.get('/api/users/me')).json()) as Me;
		await strict.services.database.db.execute(
			sql`update users set presence_key = id where id = ${customer.uid}`,
		);
		expect(await me()).toMatchObject({ secondFactorNeeded: true, details: { presence_key: null } });
		expect((await stateOf(customer)).required).toBe(true);
		for (const path of [
			'/api/devices',
			'/api/runs',
			'/api/tokens',
			'/api/users/me/sessions',
			'/api/events',
			'/v0/b/watchword/o/users%2Fx',
		]) {
			expect(await refusal(await customer.get(path)), path).toBe(needed);
		}
		expect(await refusal(await customer.send('DELETE', FACTOR, {}))).toBe(needed);
		expect(await refusal(await customer.post('/api/tokens', {}))).toBe(needed);

		await turnOnFactor(strict, customer);
		expect((await me()).secondFactorNeeded).toBeUndefined();
		expect((await customer.get('/api/devices')).status).toBe(200);
		const { headers } = await makeToken(customer, ['read']);
		expect((await strict.visitor().fetch('/api/devices', { headers })).status).toBe(200);

		// Turning it off leaves nothing but setting it up again.
		expect((await customer.send('DELETE', FACTOR, {})).status).toBe(200);
		expect(await refusal(await customer.get('/api/devices'))).toBe(needed);
		expect((await customer.post('/api/auth/sign-out')).status).toBe(200);
	});
});
