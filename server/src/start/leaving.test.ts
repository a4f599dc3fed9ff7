import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Me } from '@watchword/contract/account';
import type { AccountEvent } from '@watchword/contract/account-event';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureDemo, keepDemo } from '../accounts/demo.ts';
import { newId } from '../base/ids.ts';
import { addAutomation, addCamera, askForRun, grant } from '../testing/automation.ts';
import { jpeg } from '../testing/images.ts';
import { endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { shareIt } from '../testing/shares.ts';
import { makeToken } from '../testing/token.ts';
import { waitFor } from '../testing/wait.ts';
import { eraseLeavers } from './leaving.ts';

const LEAVING = '/api/users/me/leaving';
const DAY_MS = 24 * 3600_000;

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;

const query = async (statement: ReturnType<typeof sql>) =>
	(await server.services.database.db.execute(statement)).rows;
const stay = (customer: Customer) => customer.fetch(LEAVING, { method: 'DELETE' });
const leavesAt = async (customer: Customer) =>
	((await (await customer.get('/api/users/me')).json()) as Me).details?.leaves_at;

async function leave(customer: Customer): Promise<string> {
	await customer.confirm();
	const answer = await customer.post(LEAVING);
	expect(answer.status).toBe(200);
	return String(((await answer.json()) as Me).details?.leaves_at);
}

/** As if seven days had passed. */
const timeComes = ({ uid }: Customer) =>
	query(sql`update users set leaves_at = now() - interval '1 second' where id = ${uid}`);
const isThere = async ({ uid }: Customer) =>
	(await query(sql`select from users where id = ${uid}`)).length > 0;

async function mailWith(customer: Customer, words: string): Promise<string> {
	return waitFor(`a mail with "${words}"`, async () =>
		(await server.mails(customer.email, 1)).find((text) => text.includes(words)),
	);
}

test('leaving needs the password again, waits seven days in which all works, and can be taken back', async () => {
	const customer = await server.customer();
	expect(await refusal(await customer.post(LEAVING))).toBe('403 auth/requires-recent-login');
	const on = await leave(customer);
	expect(Math.abs(Date.parse(on) - Date.now() - 7 * DAY_MS)).toBeLessThan(60_000);
	expect(await leave(customer)).toBe(on);

	const mail = await mailWith(customer, 'You asked for the deletion');
	expect(mail).toContain('the credits that are left');
	const camera = await addCamera(server, customer.uid);
	expect((await camera.send(await jpeg())).status).toBe(202);
	expect((await customer.post('/api/exports')).status).toBe(200);

	expect((await stay(customer)).status).toBe(200);
	expect(await leavesAt(customer)).toBeNull();
	// Nothing to take back is no error.
	expect((await stay(customer)).status).toBe(200);
	const { items } = (await (await customer.get('/api/users/me/events')).json()) as { items: AccountEvent[] };
	const told = items.filter(({ what }) => what === 'leaving' || what === 'stayed');
	expect(told.map(({ what, details }) => [what, details.on])).toEqual([
		['stayed', undefined],
		['leaving', on],
	]);
	await eraseLeavers(server.services);
	expect(await isThere(customer)).toBe(true);
});

test('no API token can ask for it or take it back', async () => {
	const customer = await server.customer();
	const { headers } = await makeToken(customer, ['read', 'automations', 'billing']);
	for (const method of ['POST', 'DELETE'])
		expect(await refusal(await server.visitor().fetch(LEAVING, { method, headers }))).toBe('403 token/scope');
});

test('API tokens, feeds, shared links and the home/away link stop at once, and work again if the account is kept', async () => {
	const customer = await server.customer();
	const { headers } = await makeToken(customer, ['read', 'automations']);
	const automation = await addAutomation(server, customer.uid);
	const { json } = (await (await customer.post(`/api/automations/${automation}/feed`)).json()) as {
		json: string;
	};
	await askForRun(server, automation);
	const [run] = await endedRuns(server, automation, 1);
	await query(sql`update automation_runs set action_evidence = 'A cat.' where id = ${String(run?.id)}`);
	const { path: share } = await shareIt(customer, { runId: String(run?.id) });
	const key = newId();
	await query(sql`update users set presence_key = ${key} where id = ${customer.uid}`);
	const presence = `/presence/${key}`;
	const visitor = server.visitor();
	const statuses = async () => {
		const away = await visitor.fetch(`${presence}?set=away`, { method: 'POST', redirect: 'manual' });
		const paths = [new URL(json).pathname, share, presence];
		const pages = await Promise.all(paths.map(async (path) => (await visitor.get(path)).status));
		return [...pages, away.status, (await visitor.fetch('/api/devices', { headers })).status];
	};
	const [working, stopped] = [
		[200, 200, 200, 303, 200],
		[404, 404, 404, 404, 403],
	];
	expect(await statuses()).toEqual(working);
	const live = await visitor.fetch('/api/events', { headers });
	await leave(customer);
	expect(await statuses()).toEqual(stopped);
	// A stream that was open ends.
	await live.text();
	// The owner, the cameras and the mails go on.
	expect((await customer.get('/api/devices')).status).toBe(200);
	expect((await (await addCamera(server, customer.uid)).send(await jpeg())).status).toBe(202);
	await stay(customer);
	expect(await statuses()).toEqual(working);
});

test('the link of the mail keeps the account without signing in, by a button and once', async () => {
	const customer = await server.customer();
	await leave(customer);
	const mail = await mailWith(customer, 'Keep my account');
	const { pathname } = new URL(/http\S+keep-account\S+/.exec(mail)?.[0] ?? '');
	const visitor = server.visitor();
	const page = await visitor.get(pathname);
	expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Keep my account')]);
	expect(await leavesAt(customer)).not.toBeNull();
	const other = await server.customer();
	await leave(other);
	for (const wrong of [`${pathname}x`, pathname.replace(customer.uid, other.uid), '/keep-account/x']) {
		expect((await visitor.get(wrong)).status, wrong).toBe(404);
		expect((await visitor.post(wrong)).status, wrong).toBe(404);
	}
	expect((await visitor.post(pathname)).status).toBe(200);
	expect(await leavesAt(customer)).toBeNull();
	expect(await leavesAt(other)).not.toBeNull();
	// It was for those days alone.
	await leave(customer);
	expect((await visitor.post(pathname)).status).toBe(404);
	expect(await leavesAt(customer)).not.toBeNull();
});

test('a reminder comes a day before, but not to those who stayed', async () => {
	const [leaver, stayer] = [await server.customer(), await server.customer()];
	for (const customer of [stayer, leaver]) {
		await leave(customer);
		await mailWith(customer, 'You asked for the deletion');
	}
	await stay(stayer);
	const reminders = sql`name = 'leaving-mail' and data ->> 'isReminder' = 'true'
		and data ->> 'uid' in (${stayer.uid}, ${leaver.uid})`;
	const days = await query(sql`
		select round(extract(epoch from start_after - now()) / 86400)::int as days from queue.job where ${reminders}`);
	expect(days).toEqual([{ days: 6 }, { days: 6 }]);
	await query(sql`update queue.job set start_after = now() where ${reminders}`);
	await mailWith(leaver, 'as you asked');
	await waitFor('both reminders to be done with', async () => {
		const open = await query(
			sql`select from queue.job where ${reminders} and state in ('created', 'retry', 'active')`,
		);
		return open.length === 0;
	});
	expect((await server.mails(stayer.email, 1)).join()).not.toContain('as you asked');
});

test('when the time has come everything is erased, whatever fails and however many do it, and one mail says so', async () => {
	const customer = await server.customer();
	const { uid, email } = customer;
	await grant(server, uid, 7);
	const camera = await addCamera(server, uid);
	await camera.send(await jpeg());
	const automation = await addAutomation(server, uid);
	const later = await server.customer();
	await leave(customer);
	await leave(later);
	const mail = await mailWith(customer, 'Keep my account');
	const { pathname } = new URL(/http\S+keep-account\S+/.exec(mail)?.[0] ?? '');
	await timeComes(customer);
	expect(await refusal(await stay(customer))).toBe('409 conflict');
	expect((await server.visitor().post(pathname)).status).toBe(404);

	const { services } = server;
	const broken = async () => {
		throw new Error('the disk is gone');
	};
	await eraseLeavers({ ...services, objects: { ...services.objects, deleteFolder: broken } });
	expect([await isThere(customer), (await customer.get('/api/users/me')).status]).toEqual([true, 401]);
	const queue = { ...services.queue, send: broken };
	await eraseLeavers({ ...services, queue });
	expect(await isThere(customer)).toBe(true);

	await Promise.all([eraseLeavers(services), eraseLeavers(services)]);
	expect(await isThere(customer)).toBe(false);
	expect(await query(sql`select from devices where id = ${camera.deviceId}`)).toEqual([]);
	expect(await query(sql`select from automations where id = ${automation}`)).toEqual([]);
	expect(await query(sql`select credits, why from ledger_entries where uid = ${uid}`)).toEqual([
		{ credits: 7, why: '' },
	]);
	const done = await mailWith(customer, 'Your Watchword account was deleted');
	expect(done).toContain('the last mail');
	const farewells = await query(
		sql`select from queue.job where name = 'farewell-mail' and data ->> 'email' = ${email}`,
	);
	expect(farewells).toHaveLength(1);
	const signIn = { email, password: customer.password };
	expect(await refusal(await server.visitor().post('/api/auth/sign-in/email', signIn))).toBe(
		'401 auth/invalid-credential',
	);
	expect([await isThere(later), (await later.get('/api/users/me')).status]).toEqual([true, 200]);
});

test('taking it back in the moment when the time comes keeps all or nothing', async () => {
	for (let n = 0; n < 6; n++) {
		const customer = await server.customer();
		await leave(customer);
		await query(
			sql`update users set leaves_at = now() + make_interval(secs => ${n * 0.002}) where id = ${customer.uid}`,
		);
		const [kept] = await Promise.all([stay(customer), eraseLeavers(server.services)]);
		await eraseLeavers(server.services);
		if (kept.status === 200) {
			expect(await leavesAt(customer)).toBeNull();
		} else {
			expect([401, 409]).toContain(kept.status);
			await waitFor('the account to be erased', async () => {
				await eraseLeavers(server.services);
				return !(await isThere(customer));
			});
		}
	}
});

test('the demo account can leave; the next start then offers no link to it', async () => {
	const { services } = server;
	const { db } = services.database;
	const { email, password, uid } = await server.customer();
	await keepDemo(services.settings.dataDir, { email, password, furnished: true, cameras: [] });
	const offered = () => ensureDemo(db, services.settings.dataDir);
	expect((await offered())?.email).toBe(email);
	// A disk that was full may have left half of the file.
	await writeFile(join(services.settings.dataDir, 'demo.json'), '{"em');
	expect(await offered()).toBeNull();
	await keepDemo(services.settings.dataDir, { email, password, furnished: true, cameras: [] });
	await query(sql`update users set leaves_at = now() where id = ${uid}`);
	await eraseLeavers(services);
	expect(await offered()).toBeNull();
});
