import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snoozeLinkOf } from '../automations/snooze-links.ts';
import { mailRecipients } from '../automations/tables.ts';
import { newId } from '../base/ids.ts';
import { enter } from '../billing/billing.ts';
import { verifyLedger } from '../billing/verify.ts';
import { mailsTaken } from '../mail/tables.ts';
import { heldAlerts } from '../runs/tables.ts';
import { turnOnFactor } from '../testing/authenticator.ts';
import { addAutomation, addCamera, askForRun, grant } from '../testing/automation.ts';
import { addChannel } from '../testing/channel.ts';
import { addFactors } from '../testing/factors.ts';
import { type IdentityProvider, ssoSettings, startIdentityProvider } from '../testing/identity-provider.ts';
import { jpeg } from '../testing/images.ts';
import { deliverMail } from '../testing/mail.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { addBrowser } from '../testing/push-browser.ts';
import { addEpisode, endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { makeToken } from '../testing/token.ts';
import { waitFor } from '../testing/wait.ts';
import { addWebhook } from '../testing/webhook.ts';
import { callAdmin } from './client.ts';
import { serveAdmin } from './socket.ts';

const SIGN_IN = '/api/auth/sign-in/email';

let idp: IdentityProvider;
let server: TestServer;
let socket: { close(): void };
let asked: (() => void) | null = null;
let answer = async () => answerOf({});
beforeAll(async () => {
	const model = scriptedModel(() => {
		asked?.();
		return answer();
	});
	idp = await startIdentityProvider();
	server = await startServer({ model, env: ssoSettings(idp.issuer) });
	idp.open(server.url);
	socket = await serveAdmin(server.services);
});
afterAll(async () => {
	socket.close();
	await server.stop();
	await idp.stop();
});

/** As the operator's command reaches a server that is running. */
async function admin(...argv: string[]): Promise<string> {
	const lines: string[] = [];
	const code = await callAdmin(server.services.settings.dataDir, argv, (line) => lines.push(line));
	return `${code} ${lines.join('\n')}`;
}

const query = async (statement: ReturnType<typeof sql>) =>
	(await server.services.database.db.execute(statement)).rows;

test('user sign-out ends every session of that account and of no other', async () => {
	const [customer, other] = [await server.customer(), await server.customer()];
	expect(await admin('user', 'sign-out', '--email', customer.email)).toBe(
		`0 Signed ${customer.email} out of 1 browser.`,
	);
	expect(await refusal(await customer.get('/api/users/me'))).toBe('401 unauthenticated');
	expect((await other.get('/api/users/me')).status).toBe(200);
	expect((await customer.post(SIGN_IN, customer)).status).toBe(400);
	const { email, password } = customer;
	expect((await customer.post(SIGN_IN, { email, password })).status).toBe(200);
});

test('user reset-factor lets a customer without app and recovery codes sign in with the password', async () => {
	const customer = await server.customer();
	const { email, password, uid } = customer;
	expect(await admin('user', 'reset-factor', '--email', email)).toBe(`0 ${email} has no two-step sign-in.`);
	const app = await turnOnFactor(server, customer);
	const browser = server.visitor();
	const signIn = (as = browser) => as.post(SIGN_IN, { email, password });
	expect(await refusal(await signIn())).toBe('401 auth/multi-factor-auth-required');
	expect((await browser.post('/api/auth/sign-in/code', { code: app.code(1), trust: true })).status).toBe(200);

	expect(await admin('user', 'reset-factor', '--email', email)).toMatch(/^0 Turned off two-step sign-in/);
	expect((await signIn(server.visitor())).status).toBe(200);
	for (const table of ['second_factors', 'recovery_codes']) {
		expect(await query(sql`select from ${sql.identifier(table)} where _owner = ${uid}`)).toEqual([]);
	}
	const trusted = sql`select from known_browsers where "userId" = ${uid} and trusted_until is not null`;
	expect(await query(trusted)).toEqual([]);
	const reset = sql`select ip_address from account_events where _owner = ${uid} and what = 'factor-reset'`;
	expect(await query(reset)).toEqual([{ ip_address: null }]);
	const mails = await server.mails(email, 3);
	const [told, ...again] = mails.filter((text) => text.includes('Support has turned two-step sign-in off'));
	expect(told).toContain(
		`If you did not ask for this, write to ${server.services.settings.portal.supportEmail}`,
	);
	expect(told).toContain('/resetpassword');
	expect(again).toEqual([]);
});

test('user unlink signs an account out, and the next person with its address is linked', async () => {
	const customer = await server.customer();
	const { email, uid } = customer;
	const unlink = () => admin('user', 'unlink', '--email', email);
	const signIn = (person: string) => {
		idp.know(person, { email, email_verified: true });
		return idp.signIn(server.visitor(), person, { to: '/app/runs' });
	};
	expect(await unlink()).toBe(`0 ${email} is not linked to anyone at the provider.`);
	expect(await signIn('first')).toBe('/app/runs');
	expect(await signIn('successor')).toBe('/signin?problem=other-person');
	expect(await unlink()).toMatch(/^0 Unlinked .* signed it out of every browser/);
	expect(await refusal(await customer.get('/api/users/me'))).toBe('401 unauthenticated');
	expect(await signIn('successor')).toBe('/app/runs');
	const unlinked = sql`select ip_address from account_events where _owner = ${uid} and what = 'sso-unlinked'`;
	expect(await query(unlinked)).toEqual([{ ip_address: null }]);
	const mails = await server.mails(email, 4);
	const [told, ...again] = mails.filter((text) => text.includes('has unlinked single sign-on'));
	expect(told).toContain(
		`If you did not ask for this, write to ${server.services.settings.portal.supportEmail}`,
	);
	expect(told).not.toContain('set a new password');
	expect(again).toEqual([]);
});

test('user disable keeps an account from being used until user enable', async () => {
	const customer = await server.customer();
	const { email, password, uid } = customer;
	await grant(server, uid, 5);
	const camera = await addCamera(server, uid);
	const { code } = (await (await customer.post('/api/devices/pairings')).json()) as { code: string };
	const mailed = await addAutomation(server, uid);
	const mail = {
		from: 'ann@example.com',
		to: `${mailed}@automations.localhost`,
		subject: 'Hello',
		text: 'Hello',
	};
	const picture = await jpeg();

	expect(await admin('user', 'disable', '--email', email)).toMatch(/^0 Disabled .* user enable --email/);
	expect(await admin('user', 'list')).toMatch(new RegExp(`${email}.*\\(disabled since`));
	expect(await refusal(await customer.get('/api/users/me'))).toBe('401 unauthenticated');
	expect(await refusal(await customer.post(SIGN_IN, { email, password }))).toBe('403 auth/user-disabled');
	// Only who knows the password learns that the account is disabled.
	expect(await refusal(await customer.post(SIGN_IN, { email, password: 'wrong' }))).toBe(
		'401 auth/invalid-credential',
	);
	expect(await refusal(await camera.send(picture))).toBe('403 permission-denied');
	const claim = () => server.visitor().post('/api/devices/claim', { code });
	expect(await refusal(await claim())).toBe('403 permission-denied');
	expect(await admin('device', 'add', '--email', email)).toBe('1 This account is disabled.');
	await expect(deliverMail(server, mail)).rejects.toThrow('550 This account is disabled.');
	await askForRun(server, mailed);
	const [run] = await endedRuns(server, mailed, 1);
	expect([run?._status, run?._reason]).toEqual(['skipped', 'This account is disabled.']);

	expect(await admin('user', 'enable', '--email', email)).toMatch(/^0 Enabled/);
	expect((await customer.post(SIGN_IN, { email, password })).status).toBe(200);
	expect((await camera.send(picture)).status).toBe(202);
	expect((await claim()).status).toBe(200);
	await deliverMail(server, mail);
	// Mails to the owner that fell into that time were not sent.
	await server.visitor().post('/api/auth/request-password-reset', { email });
	for (const text of await server.mails(email, 1)) expect(text).not.toContain('failed');
});

test('user disable stops a run under way, and gives back what it cost', async () => {
	const { uid, email } = await server.customer();
	await server.services.database.db.transaction((tx) =>
		enter(tx, { uid, kind: 'grant', credits: 5, reference: newId(), why: 'Welcome' }),
	);
	const automation = await addAutomation(server, uid, { _triggerType: 'schedule' });
	let go = () => {};
	answer = () => new Promise((resolve) => (go = () => resolve(answerOf({}))));
	const underWay = new Promise<void>((tell) => (asked = tell));
	await askForRun(server, automation);
	await underWay;
	expect(await admin('user', 'disable', '--email', email)).toMatch(/^0 Disabled/);
	answer = async () => answerOf({});
	// The same worker takes it again while the model still thinks about the first question.
	const leases = sql`select from automation_runs where "_automationId" = ${automation} and attempts = 2`;
	await waitFor('the second lease', async () => (await query(leases)).length === 1);
	go();
	const [run] = await endedRuns(server, automation, 1);
	expect([run?._status, run?._reason, run?.action_sentTo]).toEqual([
		'skipped',
		'This account is disabled.',
		null,
	]);
	expect(await query(sql`select sum(credits)::int as left from ledger_entries where uid = ${uid}`)).toEqual([
		{ left: 5 },
	]);
});

test('user remove erases everything of a customer but the ledger, which names nobody any more', async () => {
	const customer = await server.customer();
	const { uid, email } = customer;
	const { db } = server.services.database;
	await db.transaction((tx) =>
		enter(tx, { uid, kind: 'grant', credits: 5, reference: newId(), why: `For ${email}` }),
	);
	const camera = await addCamera(server, uid);
	await camera.send(await jpeg());
	await customer.post('/api/devices/pairings');
	const made = await customer.post('/api/automations', { _triggerType: 'email' });
	const { id: automation } = (await made.json()) as { id: string };
	await deliverMail(server, {
		from: 'ann@example.com',
		to: `${automation}@automations.localhost`,
		text: 'Hello',
	});
	const [run] = await endedRuns(server, automation, 1);
	// Somebody else is mailed, and so known as one who may unsubscribe.
	const mailing = await addAutomation(server, uid, { _triggerType: 'schedule' });
	await askForRun(server, mailing);
	await endedRuns(server, mailing, 1);
	await customer.post('/api/payment-intent', { userId: uid, amount: 5 });
	await customer.confirm();
	await customer.post('/api/exports');
	await server.visitor().post('/api/auth/request-password-reset', { email });
	await server.mails(email, 1);
	await db.insert(mailRecipients).values({ id: newId(), _owner: uid, address: 'somebody@example.com' });
	const episode = await addEpisode(server, uid, automation, String(run?.id));
	await db.insert(heldAlerts).values({
		id: newId(),
		_owner: uid,
		_automationId: automation,
		why: 'quiet',
		due_at: new Date('2100-01-01'),
	});
	const link = await snoozeLinkOf(db, automation, 'a mail');
	await addWebhook(server, uid);
	await addBrowser(server, uid);
	await addChannel(server, uid);
	await db.insert(mailsTaken).values({ key: newId(), _owner: uid });
	await makeToken(customer, ['read']);
	await turnOnFactor(server, customer);
	await addFactors(server, uid, String(run?.id));
	const ready = () => query(sql`select from exports where _owner = ${uid} and status = 'ready'`);
	await waitFor('an export that is ready', async () => (await ready()).length > 0);

	const owned = await tablesOfCustomers();
	for (const { table, column } of owned) {
		const rows = await query(
			sql`select from ${sql.identifier(table)} where ${sql.identifier(column)} = ${uid} limit 1`,
		);
		expect(
			rows,
			`${table} has an owner: add something of it above, so that its erasure is proved`,
		).toHaveLength(1);
	}
	const names = [uid, email, camera.deviceId, automation, mailing, String(run?.id), episode, link];
	expect(Object.keys(await rowsThatName(names))).toEqual(
		expect.arrayContaining(['captures', 'snooze_links']),
	);
	expect(await filesOf(uid)).not.toEqual([]);
	const entries = await query(
		sql`select seq, kind, credits, balance from ledger_entries where uid = ${uid} order by seq`,
	);

	expect(await admin('user', 'remove', '--email', email)).toMatch(/^0 Removed/);
	const { ledger_entries, job, job_common, ...others } = await rowsThatName(names);
	expect(others).toEqual({});
	// What is written for the account from now on is deleted an hour later, and nothing else is left to do.
	expect([job?.length, job_common?.length]).toEqual([1, 1]);
	expect(job?.join()).toContain('erased-files');
	await server.services.objects.put(`users/${uid}/late.txt`, Buffer.from('late'), 'text/plain');
	await query(sql`update queue.job set start_after = now() where name = 'erased-files'`);
	await waitFor('the late file to be deleted', async () => (await filesOf(uid)).length === 0);
	expect(ledger_entries?.join()).not.toContain(email);
	expect(
		await query(sql`select seq, kind, credits, balance from ledger_entries where uid = ${uid} order by seq`),
	).toEqual(entries);
	expect((await verifyLedger(db)).differences).toEqual([]);
	expect(await filesOf(uid)).toEqual([]);
	expect(await refusal(await customer.get('/api/users/me'))).toBe('401 unauthenticated');
	expect(await refusal(await camera.send(await jpeg()))).toBe('401 unauthenticated');
	expect(await admin('user', 'remove', '--email', email)).toBe(`1 There is no account for ${email}.`);
	// Nothing can be entered for somebody who is gone, and what is there stays as it is.
	await expect(
		db.transaction((tx) => enter(tx, { uid, kind: 'grant', credits: 1, reference: newId() })),
	).rejects.toThrow();
	await expect(query(sql`update ledger_entries set credits = 9 where uid = ${uid}`)).rejects.toThrow();
	await expect(query(sql`delete from ledger_entries where uid = ${uid}`)).rejects.toThrow();
});

/** Every table that refers to accounts, with the column that does. */
async function tablesOfCustomers() {
	const rows = await query(sql`
		select c.conrelid::regclass::text as table, a.attname::text as column from pg_constraint c
		join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
		where c.contype = 'f' and c.confrelid = 'users'::regclass`);
	expect(rows.length).toBeGreaterThan(8);
	return rows as unknown as { table: string; column: string }[];
}

/** Rows of any table, the queue's included, that contain one of these words. */
async function rowsThatName(names: string[]): Promise<Record<string, string[]>> {
	const tables = await query(sql`
		select schemaname || '.' || quote_ident(tablename) as place, tablename as name from pg_tables
		where schemaname in ('public', 'queue')`);
	const found: Record<string, string[]> = {};
	for (const { place, name } of tables) {
		const rows = await query(
			sql`select t::text as row from ${sql.raw(String(place))} t where t::text ~ ${names.join('|').replaceAll('.', '\\.')}`,
		);
		if (rows.length > 0) found[String(name)] = rows.map(({ row }) => String(row));
	}
	return found;
}

const filesOf = (uid: string) =>
	readdir(join(server.services.settings.dataDir, 'objects', 'users', uid), { recursive: true }).catch(
		() => [],
	);
