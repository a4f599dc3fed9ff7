import { PASSKEYS_MAX } from '@watchword/contract/constants';
import type { CreationOptions, Passkey, RequestOptions } from '@watchword/contract/passkey';
import { and, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { addPasskey, optionsFrom, signInWith, tryToAdd } from '../../testing/passkey.ts';
import { type Algorithm, type Deviation, SoftAuthenticator } from '../../testing/passkey-authenticator.ts';
import { logTo } from '../../testing/quiet.ts';
import { refusal, startServer, type TestServer } from '../../testing/server.ts';
import { disableAccount, enableAccount } from '../standing.ts';
import { accountEvents, passkeys, sessions, verifications } from '../tables.ts';

const ME = '/api/users/me';
const PASSKEYS = `${ME}/passkeys`;
const ADD_OPTIONS = `${PASSKEYS}/options`;
const CONFIRM = `${ME}/confirmation`;
const SIGN_IN_OPTIONS = '/api/auth/passkey/options';
const SIGN_IN = '/api/auth/sign-in/passkey';

let server: TestServer;
const logged: string[] = [];
beforeAll(async () => {
	server = await startServer({ log: logTo(logged) });
});
afterAll(() => server.stop());

const db = () => server.services.database.db;
const authenticator = (more?: { algorithm?: Algorithm; counts?: boolean }) =>
	new SoftAuthenticator(server.url, more);
const list = async (of: { get(path: string): Promise<Response> }) =>
	((await (await of.get(PASSKEYS)).json()) as { items: Passkey[] }).items;
/** What the owner reads of it, newest first. */
const eventsOf = (uid: string) =>
	db()
		.select({ what: accountEvents.what, details: accountEvents.details })
		.from(accountEvents)
		.where(eq(accountEvents._owner, uid))
		.orderBy(desc(accountEvents.at), desc(accountEvents.id));
const rowOf = async (id: string) => (await db().select().from(passkeys).where(eq(passkeys.id, id)))[0];
const sessionsOf = (uid: string) => db().select().from(sessions).where(eq(sessions.userId, uid));
const messageOf = async (answer: Response) =>
	((await answer.clone().json()) as { error: { message: string } }).error.message;

describe('adding a passkey', () => {
	test('asks for a passkey that finds its account by itself and checks who uses it', async () => {
		const customer = await server.customer();
		await customer.confirm();
		const options = await optionsFrom<CreationOptions>(customer, ADD_OPTIONS);
		expect(options).toMatchObject({
			rp: { id: 'localhost', name: 'Watchword' },
			user: { name: customer.email, displayName: customer.email },
			authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
			attestation: 'none',
			excludeCredentials: [],
		});
		expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
		// What an authenticator stores of the account names nobody.
		expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(customer.uid);
		expect((await optionsFrom<CreationOptions>(customer, ADD_OPTIONS)).challenge).not.toBe(options.challenge);
	});

	test('adds it, tells the owner by mail and in the history, and makes the session strong', async () => {
		const customer = await server.customer();
		const [before] = await sessionsOf(customer.uid);
		expect(before?.strong).toBe(false);
		const added = await addPasskey(customer, authenticator(), 'Laptop <b>1</b>');
		expect(added).toMatchObject({ name: 'Laptop <b>1</b>', backed_up: false, used_at: null });
		expect(await list(customer)).toEqual([added]);
		const [mail = ''] = await server.mails(customer.email, 1);
		expect(mail).toContain('The passkey "Laptop <b>1</b>" was added');
		expect(mail).toContain('A new password does not remove it');
		expect((await eventsOf(customer.uid))[0]).toEqual({
			what: 'passkey-added',
			details: { name: 'Laptop <b>1</b>' },
		});
		const [after] = await sessionsOf(customer.uid);
		expect(after?.strong).toBe(true);
		// The next authenticator is told which passkeys the account has, so that none holds two.
		const options = await optionsFrom<CreationOptions>(customer, ADD_OPTIONS);
		expect(options.excludeCredentials).toEqual([
			{ id: (await rowOf(added.id))?.credential_id, type: 'public-key', transports: ['internal'] },
		]);
	});

	test('wants the password again first', async () => {
		const customer = await server.customer();
		const unconfirmed = '403 auth/requires-recent-login';
		expect(await refusal(await customer.post(ADD_OPTIONS))).toBe(unconfirmed);
		await customer.confirm();
		const options = await optionsFrom<CreationOptions>(customer, ADD_OPTIONS);
		await db()
			.update(sessions)
			.set({ confirmed_at: sql`now() - interval '11 minutes'` })
			.where(eq(sessions.userId, customer.uid));
		const body = { name: 'Late', answer: authenticator().create(options) };
		expect(await refusal(await customer.post(PASSKEYS, body))).toBe(unconfirmed);
		// Refused before anything was read: once the password was entered again, the same answer is accepted.
		await customer.confirm();
		expect((await customer.post(PASSKEYS, body)).status).toBe(200);
	});

	const elsewhere = 'This answer of a passkey was made for another site.';
	test.each<[string, Deviation, string]>([
		['made on another site', { origin: 'https://watchword.example.org' }, elsewhere],
		['made for another site', { rpId: 'example.org' }, elsewhere],
		['made inside a page of another site', { crossOrigin: true }, elsewhere],
		['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }, 'Please try again.'],
		['that did not check who it is', { verified: false }, 'did not check that it is you'],
		['that is a sign-in', { type: 'webauthn.get' }, 'This is not an answer of a passkey.'],
	])('refuses an answer %s', async (_what, but, sentence) => {
		const customer = await server.customer();
		const answer = await tryToAdd(customer, authenticator(), but);
		expect(await messageOf(answer)).toContain(sentence);
		expect(await refusal(answer)).toBe('401 auth/invalid-credential');
		expect(await list(customer)).toEqual([]);
	});

	test('accepts each challenge once, for five minutes, from the browser and for the account it was made for', async () => {
		const customer = await server.customer();
		await customer.confirm();
		const made = authenticator();
		const refused = async (answer: Response) => {
			expect(await messageOf(answer)).toContain('This took too long, or this answer was used before.');
			return refusal(answer);
		};
		const add = async (as: typeof customer, options: CreationOptions) =>
			as.post(PASSKEYS, { name: 'One', answer: made.create(options) });

		const options = await optionsFrom<CreationOptions>(customer, ADD_OPTIONS);
		expect((await add(customer, options)).status).toBe(200);
		expect(await refused(await add(customer, options))).toBe('401 auth/invalid-credential');

		const expired = await optionsFrom<CreationOptions>(customer, ADD_OPTIONS);
		await db()
			.update(verifications)
			.set({ expiresAt: sql`now() - interval '1 second'` })
			.where(sql`${verifications.value} like ${`%${expired.challenge}%`}`);
		expect(await refused(await add(customer, expired))).toBe('401 auth/invalid-credential');

		// The challenge of another account, with its cookie.
		const other = await server.customer();
		await other.confirm();
		const foreign = await optionsFrom<CreationOptions>(other, ADD_OPTIONS);
		customer.cookies.set('watchword.passkey-add', String(other.cookies.get('watchword.passkey-add')));
		expect(await refused(await add(customer, foreign))).toBe('401 auth/invalid-credential');
		expect(await list(customer)).toHaveLength(1);
		expect(await list(other)).toEqual([]);
	});

	test('neither reads nor checks who made the authenticator', async () => {
		const customer = await server.customer();
		// {x5c: [h'00']}: no certificate. An authenticator that was not asked for one must not be able to stop anything.
		const statement = Buffer.from('a163783563814100', 'hex');
		const answer = await tryToAdd(customer, authenticator(), { attestation: { fmt: 'packed', statement } });
		expect(answer.status).toBe(200);
	});

	test('refuses what is no answer, without a fault of the server', async () => {
		const customer = await server.customer();
		await customer.confirm();
		const tries = async (change: (answer: ReturnType<SoftAuthenticator['create']>) => void) => {
			const options = await optionsFrom<CreationOptions>(customer, ADD_OPTIONS);
			const answer = authenticator().create(options);
			change(answer);
			return refusal(await customer.post(PASSKEYS, { name: 'One', answer }));
		};
		const deep = Buffer.concat([Buffer.alloc(9000, 0x81), Buffer.from([0])]).toString('base64url');
		const outcomes = [
			await tries((answer) => Object.assign(answer.response, { attestationObject: 'AAAA' })),
			await tries((answer) => Object.assign(answer.response, { attestationObject: deep })),
			await tries((answer) => Object.assign(answer.response, { clientDataJSON: 'AAAA' })),
			await tries((answer) => Object.assign(answer.response, { clientDataJSON: 'bnVsbA' })),
		];
		expect(new Set(outcomes)).toEqual(new Set(['401 auth/invalid-credential']));
		const badly = [
			await tries((answer) => Object.assign(answer.response, { attestationObject: 'A'.repeat(20_001) })),
			await tries((answer) => Object.assign(answer, { id: 'not base64url!' })),
			await tries((answer) => Object.assign(answer, { type: 'password' })),
		];
		expect(new Set(badly)).toEqual(new Set(['400 invalid-argument']));
		expect(await list(customer)).toEqual([]);
	});

	test('refuses a passkey that another account has', async () => {
		const [owner, thief] = [await server.customer(), await server.customer()];
		const added = await addPasskey(owner, authenticator());
		await thief.confirm();
		const options = await optionsFrom<CreationOptions>(thief, ADD_OPTIONS);
		const made = authenticator().create(options);
		// The other account's id in place of its own.
		const credentialId = String((await rowOf(added.id))?.credential_id);
		const object = Buffer.from(made.response.attestationObject, 'base64url');
		Buffer.from(credentialId, 'base64url').copy(object, object.indexOf(Buffer.from(made.id, 'base64url')));
		made.response.attestationObject = object.toString('base64url');
		const answer = await thief.post(PASSKEYS, { name: 'Mine', answer: { ...made, id: credentialId } });
		expect(await refusal(answer)).toBe('409 conflict');
		expect((await rowOf(added.id))?._owner).toBe(owner.uid);
	});

	test(`stops at ${PASSKEYS_MAX}`, async () => {
		const customer = await server.customer();
		await addPasskey(customer, authenticator());
		const [one] = await db().select().from(passkeys).where(eq(passkeys._owner, customer.uid));
		if (!one) throw new Error('no passkey');
		const copies = Array.from({ length: PASSKEYS_MAX - 2 }, (_, n) => ({
			...one,
			...{ id: newId(), credential_id: `${one.credential_id}${n}` },
		}));
		await db().insert(passkeys).values(copies);
		// Two that begin while there is one place left: one of them gets it.
		const second = server.visitor();
		await second.post('/api/auth/sign-in/email', { email: customer.email, password: customer.password });
		await second.post(CONFIRM, { password: customer.password });
		const [mine, theirs] = [
			await optionsFrom<CreationOptions>(customer, ADD_OPTIONS),
			await optionsFrom<CreationOptions>(second, ADD_OPTIONS),
		];
		const answers = await Promise.all([
			customer.post(PASSKEYS, { name: 'A', answer: authenticator().create(mine) }),
			second.post(PASSKEYS, { name: 'B', answer: authenticator().create(theirs) }),
		]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
		const full = await customer.post(ADD_OPTIONS);
		expect(await messageOf(full)).toContain(`at most ${PASSKEYS_MAX} passkeys. Remove one`);
		expect(await list(customer)).toHaveLength(PASSKEYS_MAX);
	});
});

test('a passkey is renamed and removed by its owner alone; removing wants the password again', async () => {
	const [owner, stranger] = [await server.customer(), await server.customer()];
	const mine = authenticator();
	const { id } = await addPasskey(owner, mine, 'Old');
	const path = `${PASSKEYS}/${id}`;
	expect(await refusal(await stranger.send('PUT', path, { name: 'Mine' }))).toBe('404 not-found');
	expect(await refusal(await owner.send('PUT', path, { name: '  ' }))).toBe('400 invalid-argument');
	const renamed = (await (await owner.send('PUT', path, { name: ' New ' })).json()) as Passkey;
	expect(renamed.name).toBe('New');

	await stranger.confirm();
	expect(await refusal(await stranger.send('DELETE', path, {}))).toBe('404 not-found');
	await db().update(sessions).set({ confirmed_at: null }).where(eq(sessions.userId, owner.uid));
	expect(await refusal(await owner.send('DELETE', path, {}))).toBe('403 auth/requires-recent-login');
	expect(await list(owner)).toEqual([renamed]);
	await owner.confirm();
	expect((await owner.send('DELETE', path, {})).status).toBe(200);
	expect(await list(owner)).toEqual([]);
	expect((await server.mails(owner.email, 2))[1]).toContain('The passkey "New" was removed');
	expect((await eventsOf(owner.uid))[0]).toEqual({ what: 'passkey-removed', details: { name: 'New' } });

	const answer = await signInWith(server.visitor(), mine);
	expect(await messageOf(answer)).toContain('This passkey opens no account here.');
	expect(await refusal(answer)).toBe('401 auth/invalid-credential');
});

describe('signing in with a passkey', () => {
	test.each<Algorithm>(['ES256', 'EdDSA', 'RS256'])(
		'works with %s, without naming an account',
		async (algorithm) => {
			const customer = await server.customer();
			const mine = authenticator({ algorithm });
			const { id } = await addPasskey(customer, mine);
			const browser = server.visitor();
			const options = await optionsFrom<RequestOptions>(browser, SIGN_IN_OPTIONS);
			expect(options).toMatchObject({
				rpId: 'localhost',
				userVerification: 'required',
				allowCredentials: [],
			});
			const answer = await browser.post(SIGN_IN, { answer: mine.get(options) });
			expect(await answer.json()).toEqual({ uid: customer.uid });
			expect((await browser.get(ME)).status).toBe(200);
			const [session] = await db()
				.select()
				.from(sessions)
				.where(and(eq(sessions.userId, customer.uid), eq(sessions.how, 'passkey')));
			// Signing in does not count as proving it again.
			expect(session).toMatchObject({ strong: true, confirmed_at: null });
			expect(await rowOf(id)).toMatchObject({ counter: 1, used_at: expect.any(Date) });
			expect((await eventsOf(customer.uid))[0]).toEqual({ what: 'signed-in', details: { how: 'passkey' } });
		},
	);

	test('works again and again with an authenticator that does not count', async () => {
		const customer = await server.customer();
		const mine = authenticator({ counts: false });
		await addPasskey(customer, mine);
		expect((await signInWith(server.visitor(), mine)).status).toBe(200);
		expect((await signInWith(server.visitor(), mine)).status).toBe(200);
	});

	const elsewhere = 'This answer of a passkey was made for another site.';
	test.each<[string, Deviation, string]>([
		['made on another site', { origin: 'https://watchword.example.org' }, elsewhere],
		['made on another port', { origin: 'http://localhost:1' }, elsewhere],
		['made for another site', { rpId: 'example.org' }, elsewhere],
		['made inside a page of another site', { crossOrigin: true }, elsewhere],
		['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }, 'Please try again.'],
		['that did not check who it is', { verified: false }, 'did not check that it is you'],
		['with another key', { forged: true }, 'The signature of this passkey is wrong.'],
		['whose counter went back', { counter: 6 }, 'it may have been copied'],
		['whose counter stood still', { counter: 7 }, 'it may have been copied'],
		['whose counter is gone', { counter: 0 }, 'it may have been copied'],
		['for another account', { userHandle: 'YW5vdGhlcg' }, 'This passkey belongs to another account.'],
		['that makes a passkey', { type: 'webauthn.create' }, 'This is not an answer of a passkey.'],
	])('refuses an answer %s, tells the owner, and changes nothing', async (_what, but, sentence) => {
		const customer = await server.customer();
		const mine = authenticator();
		const { id } = await addPasskey(customer, mine, 'Phone');
		await db().update(passkeys).set({ counter: 7 }).where(eq(passkeys.id, id));
		const before = await rowOf(id);
		const browser = server.visitor();
		const answer = await signInWith(browser, mine, { counter: 8, ...but });
		expect(await messageOf(answer)).toContain(sentence);
		expect(await refusal(answer)).toBe('401 auth/invalid-credential');
		expect((await browser.get(ME)).status).toBe(401);
		expect(await rowOf(id)).toEqual(before);
		expect(await sessionsOf(customer.uid)).toHaveLength(1);
		expect((await eventsOf(customer.uid))[0]).toEqual({
			what: 'sign-in-failed',
			details: { how: 'passkey', name: 'Phone' },
		});
		const line = logged.map((one) => JSON.parse(one)).findLast(({ msg }) => msg === 'sign-in');
		expect(line).toMatchObject({ uid: customer.uid, outcome: expect.stringContaining('passkey: ') });
		// The passkey itself is as good as before.
		expect((await signInWith(browser, mine, { counter: 8 })).status).toBe(200);
	});

	test('accepts each challenge once, for five minutes, from the browser it was made for', async () => {
		const customer = await server.customer();
		const mine = authenticator();
		await addPasskey(customer, mine);
		const browser = server.visitor();
		const options = await optionsFrom<RequestOptions>(browser, SIGN_IN_OPTIONS);
		const cookie = String(browser.cookies.get('watchword.passkey-sign-in'));
		const answer = mine.get(options);
		expect((await browser.post(SIGN_IN, { answer })).status).toBe(200);

		// The same answer again: without the cookie, with it, and with a new challenge.
		const replay = server.visitor();
		const refused = async () => {
			const said = await replay.post(SIGN_IN, { answer });
			expect(await messageOf(said)).toContain('This took too long, or this answer was used before.');
			return refusal(said);
		};
		expect(await refused()).toBe('401 auth/invalid-credential');
		replay.cookies.set('watchword.passkey-sign-in', cookie);
		expect(await refused()).toBe('401 auth/invalid-credential');
		await optionsFrom<RequestOptions>(replay, SIGN_IN_OPTIONS);
		expect(await refused()).toBe('401 auth/invalid-credential');

		const late = await optionsFrom<RequestOptions>(browser, SIGN_IN_OPTIONS);
		await db()
			.update(verifications)
			.set({ expiresAt: sql`now() - interval '1 second'` })
			.where(sql`${verifications.value} like ${`%${late.challenge}%`}`);
		expect(await refusal(await browser.post(SIGN_IN, { answer: mine.get(late) }))).toBe(
			'401 auth/invalid-credential',
		);

		// A challenge that was asked for another purpose signs nobody in.
		const confirming = await optionsFrom<RequestOptions>(customer, `${CONFIRM}/options`);
		customer.cookies.set(
			'watchword.passkey-sign-in',
			String(customer.cookies.get('watchword.passkey-confirm')),
		);
		expect(await refusal(await customer.post(SIGN_IN, { answer: mine.get(confirming) }))).toBe(
			'401 auth/invalid-credential',
		);
	});

	test('only one of two simultaneous answers with the same counter is accepted', async () => {
		const customer = await server.customer();
		const mine = authenticator();
		await addPasskey(customer, mine);
		const answers = await Promise.all(
			[server.visitor(), server.visitor()].map((browser) => signInWith(browser, mine, { counter: 3 })),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
	});

	test('refuses a disabled account, and opens it again once it is enabled', async () => {
		const customer = await server.customer();
		const mine = authenticator();
		const { id } = await addPasskey(customer, mine);
		await disableAccount(db(), customer.uid);
		const answer = await signInWith(server.visitor(), mine);
		expect(await messageOf(answer)).toBe('This account is disabled. Please contact support.');
		expect(await refusal(answer)).toBe('403 auth/user-disabled');
		expect(await rowOf(id)).toMatchObject({ counter: 0, used_at: null });
		await enableAccount(db(), customer.uid);
		expect((await signInWith(server.visitor(), mine)).status).toBe(200);
	});

	test('names no passkey and no challenge in the log', async () => {
		const customer = await server.customer();
		const mine = authenticator();
		const { id } = await addPasskey(customer, mine);
		const browser = server.visitor();
		const options = await optionsFrom<RequestOptions>(browser, SIGN_IN_OPTIONS);
		await browser.post(SIGN_IN, { answer: mine.get(options) });
		const text = logged.join('');
		expect(text).not.toContain(String((await rowOf(id))?.credential_id));
		expect(text).not.toContain(options.challenge);
	});
});

describe('proving again who one is, with a passkey', () => {
	test('confirms this session and makes it strong', async () => {
		const customer = await server.customer();
		const mine = authenticator();
		const { id } = await addPasskey(customer, mine);
		const browser = server.visitor();
		await browser.post('/api/auth/sign-in/email', { email: customer.email, password: customer.password });
		expect(await refusal(await browser.post(ADD_OPTIONS))).toBe('403 auth/requires-recent-login');
		const options = await optionsFrom<RequestOptions>(browser, `${CONFIRM}/options`);
		expect(options.allowCredentials.map((one) => one.id)).toEqual([(await rowOf(id))?.credential_id]);
		const passkey = mine.get(options);
		expect((await browser.post(CONFIRM, { passkey })).status).toBe(200);
		expect((await browser.post(ADD_OPTIONS)).status).toBe(200);
		expect((await sessionsOf(customer.uid)).every(({ strong }) => strong)).toBe(true);
		expect(await refusal(await browser.post(CONFIRM, { passkey }))).toBe('401 auth/invalid-credential');
	});

	test('refuses the passkey of another account, a wrong answer, and both ways at once', async () => {
		const [customer, other] = [await server.customer(), await server.customer()];
		const [mine, theirs] = [authenticator(), authenticator()];
		await addPasskey(customer, mine);
		await addPasskey(other, theirs);
		await db().update(sessions).set({ confirmed_at: null }).where(eq(sessions.userId, customer.uid));
		const options = () => optionsFrom<RequestOptions>(customer, `${CONFIRM}/options`);
		const foreign = theirs.get({ ...(await options()), allowCredentials: [] });
		expect(await refusal(await customer.post(CONFIRM, { passkey: foreign }))).toBe(
			'401 auth/invalid-credential',
		);
		const unverified = mine.get(await options(), { verified: false });
		expect(await refusal(await customer.post(CONFIRM, { passkey: unverified }))).toBe(
			'401 auth/invalid-credential',
		);
		const both = { passkey: mine.get(await options()), password: customer.password };
		expect(await refusal(await customer.post(CONFIRM, both))).toBe('400 invalid-argument');
		expect(await refusal(await customer.post(ADD_OPTIONS))).toBe('403 auth/requires-recent-login');
	});

	test('is not offered without a passkey', async () => {
		const customer = await server.customer();
		expect(await refusal(await customer.post(`${CONFIRM}/options`))).toBe('404 not-found');
	});
});

test('guesses are limited by address, right answers are not counted', async () => {
	const limited = await startServer();
	try {
		const customer = await limited.customer();
		const mine = new SoftAuthenticator(limited.url);
		await addPasskey(customer, mine);
		for (let times = 0; times < 3; times++)
			expect((await signInWith(limited.visitor(), mine)).status).toBe(200);
		const answer = mine.get(await optionsFrom<RequestOptions>(limited.visitor(), SIGN_IN_OPTIONS));
		for (let guesses = 0; guesses < 50; guesses++) {
			expect((await limited.visitor().post(SIGN_IN, { answer })).status).toBe(401);
		}
		const full = await limited.visitor().post(SIGN_IN, { answer });
		expect(full.headers.get('retry-after')).not.toBeNull();
		expect(await refusal(full)).toBe('429 resource-exhausted');
	} finally {
		await limited.stop();
	}
});

test('a server that is reached by an IP address has no passkeys, and says why', async () => {
	const onLan = await startServer({ env: { PUBLIC_URL: 'https://192.168.1.20:3000' } });
	try {
		const answer = await onLan.visitor().post(SIGN_IN_OPTIONS);
		expect(await messageOf(answer)).toContain('Passkeys need an address with a name.');
		expect(await refusal(answer)).toBe('403 permission-denied');
		const { passkeyOrigin } = (await (await onLan.visitor().get('/api/portal')).json()) as {
			passkeyOrigin: unknown;
		};
		expect(passkeyOrigin).toBeNull();
	} finally {
		await onLan.stop();
	}
});

test('where a second factor is required, a passkey is one, and the password alone adds nothing beside it', async () => {
	const strict = await startServer({ env: { SECOND_FACTOR: 'required' } });
	try {
		const customer = await strict.customer();
		const needed = '403 auth/second-factor-needed';
		expect(await refusal(await customer.get('/api/devices'))).toBe(needed);
		const mine = new SoftAuthenticator(strict.url);
		await addPasskey(customer, mine);
		expect((await customer.get('/api/devices')).status).toBe(200);
		// Somebody who knows the password.
		const other = strict.visitor();
		await other.post('/api/auth/sign-in/email', { email: customer.email, password: customer.password });
		await other.post(CONFIRM, { password: customer.password });
		expect(await refusal(await other.get('/api/devices'))).toBe(needed);
		const answer = await other.post(ADD_OPTIONS);
		expect(await messageOf(answer)).toContain('Your account has a passkey.');
		expect(await refusal(answer)).toBe(needed);
		expect((await signInWith(other, mine)).status).toBe(200);
		expect((await other.get('/api/devices')).status).toBe(200);
	} finally {
		await strict.stop();
	}
});
