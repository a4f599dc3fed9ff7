import type { Share } from '@watchword/contract/share';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountEvents } from '../accounts/tables.ts';
import { automationRuns } from '../runs/tables.ts';
import { addAutomation, askForRun, grant } from '../testing/automation.ts';
import { addEpisode, endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { shareIt } from '../testing/shares.ts';
import { makeToken } from '../testing/token.ts';
import { shares } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const db = () => server.services.database.db;

async function customerWithRun() {
	const customer = await server.customer();
	await grant(server, customer.uid, 10);
	const automation = await addAutomation(server, customer.uid, { _name: 'Porch', _triggerType: 'schedule' });
	await askForRun(server, automation);
	const [run] = await endedRuns(server, automation, 1);
	return { customer, automation, runId: String(run?.id) };
}

const listed = async (customer: { get(path: string): Promise<Response> }) =>
	((await (await customer.get('/api/shares')).json()) as { items: Share[] }).items;

test('a link is made, listed without itself, and revoked alone or with all others; the history says so', async () => {
	const { customer, automation, runId } = await customerWithRun();
	const episodeId = await addEpisode(server, customer.uid, automation, runId);
	const ofRun = await shareIt(customer, { runId }, 1);
	const ofEpisode = await shareIt(customer, { episodeId }, 30);
	expect(ofRun.link).toMatch(new RegExp(`^${server.url}/s/[a-z2-7]{40}$`));

	const items = await listed(customer);
	expect(items.map(({ name, runId, episodeId, opened }) => ({ name, runId, episodeId, opened }))).toEqual([
		{ name: 'Porch', runId: null, episodeId, opened: 0 },
		{ name: 'Porch', runId, episodeId: null, opened: 0 },
	]);
	const lifetimes = items.map(
		({ created_at, expires_at }) => Date.parse(expires_at) - Date.parse(created_at),
	);
	expect(lifetimes).toEqual([30, 1].map((days) => days * 24 * 3600_000));
	const { rows } = await db().execute(sql`select to_jsonb(s)::text as row from ${shares} s`);
	for (const { token } of [ofRun, ofEpisode]) {
		expect(JSON.stringify(items)).not.toContain(token);
		expect(JSON.stringify(rows)).not.toContain(token);
	}

	const revoke = (id: string) => customer.send('DELETE', `/api/shares/${id}`, {});
	expect((await revoke(ofRun.id)).status).toBe(200);
	expect(await refusal(await revoke(ofRun.id))).toBe('404 not-found');
	expect((await listed(customer)).map(({ id }) => id)).toEqual([ofEpisode.id]);
	await shareIt(customer, { runId });
	expect(await (await customer.send('DELETE', '/api/shares', {})).json()).toEqual({ revoked: 2 });
	expect(await listed(customer)).toEqual([]);
	expect((await server.visitor().get(ofEpisode.path)).status).toBe(404);

	const events = await db()
		.select({ what: accountEvents.what, details: accountEvents.details, from: accountEvents.ip_address })
		.from(accountEvents)
		.where(eq(accountEvents._owner, customer.uid))
		.orderBy(asc(accountEvents.at));
	const told = events.filter(({ what }) => what.startsWith('share'));
	expect(told.map(({ what, details }) => [what, details])).toEqual([
		['shared', { name: 'Porch' }],
		['shared', { name: 'Porch' }],
		['share-revoked', { name: 'Porch' }],
		['shared', { name: 'Porch' }],
		['share-revoked', { name: 'All links', times: 2 }],
	]);
	expect(told.every(({ from }) => from !== null)).toBe(true);
});

test('a link that expired stays in the list below those that work, and can be removed from it', async () => {
	const { customer, runId } = await customerWithRun();
	const works = await shareIt(customer, { runId });
	const expired = await shareIt(customer, { runId });
	await db()
		.update(shares)
		.set({ expires_at: new Date(Date.now() - 1000) })
		.where(eq(shares.id, expired.id));
	expect((await listed(customer)).map(({ id }) => id)).toEqual([works.id, expired.id]);
	expect(await (await customer.send('DELETE', '/api/shares', {})).json()).toEqual({ revoked: 1 });
	expect((await listed(customer)).map(({ id }) => id)).toEqual([expired.id]);
	expect((await customer.send('DELETE', `/api/shares/${expired.id}`, {})).status).toBe(200);
	expect(await listed(customer)).toEqual([]);
});

test('what cannot be shared is refused with a reason', async () => {
	const { customer, automation, runId } = await customerWithRun();
	const episodeId = await addEpisode(server, customer.uid, automation, runId);
	const share = (body: object) => customer.post('/api/shares', body);
	for (const body of [
		{ runId },
		{ runId, days: 2 },
		{ runId, days: '7' },
		{ runId, days: null },
		{ days: 7 },
		{ runId, episodeId, days: 7 },
		{ runId: 'x', days: 7 },
		{ runId, days: 7, more: true },
	]) {
		expect(await refusal(await share(body)), JSON.stringify(body)).toBe('400 invalid-argument');
	}
	expect(await refusal(await share({ runId: 'a'.repeat(20), days: 7 }))).toBe('404 not-found');
	// The id of an episode is not the id of a run.
	expect(await refusal(await share({ runId: episodeId, days: 7 }))).toBe('404 not-found');
	await db().update(automationRuns).set({ action_evidence: null }).where(eq(automationRuns.id, runId));
	const nothing = await share({ runId, days: 7 });
	expect(await nothing.clone().text()).toContain('There is nothing to share yet');
	expect(await refusal(nothing)).toBe('409 conflict');

	const { token } = await makeToken(customer, ['read', 'automations']);
	const asProgram = await server
		.visitor()
		.fetch('/api/shares', { headers: { authorization: `Bearer ${token}` } });
	expect(await refusal(asProgram)).toBe('403 token/scope');
	expect(await listed(customer)).toEqual([]);
});

test('an account has at most a hundred links that work, and makes at most sixty in an hour', async () => {
	const { customer, runId } = await customerWithRun();
	const values = Array.from({ length: 101 }, (_, n) => ({
		...{ id: `a${n}`, _owner: customer.uid, hash: `hash ${n}`, run_id: runId },
		expires_at: new Date(n === 0 ? 0 : '2100-01-01'),
	}));
	await db().insert(shares).values(values);
	const full = await customer.post('/api/shares', { runId, days: 1 });
	expect(await full.clone().text()).toContain('At most 100 links');
	expect(await refusal(full)).toBe('429 resource-exhausted');

	await db().delete(shares).where(eq(shares._owner, customer.uid));
	await shareIt(customer, { runId }, 1);
	await db().execute(sql`update rate_limits set count = 60 where key = ${`shares:${customer.uid}`}`);
	expect(await refusal(await customer.post('/api/shares', { runId, days: 1 }))).toBe(
		'429 resource-exhausted',
	);
	expect(await listed(customer)).toHaveLength(1);
});
