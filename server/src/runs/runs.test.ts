import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { addAutomation, askForRun, grant } from '../testing/automation.ts';
import { endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ env: { ROLES: 'api,worker' } });
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;

/** Runs that ended long ago or wait for long, a minute apart, with every third at the same moment as the one before. */
async function history(customer: Customer, count: number, more: { status?: string; subject?: string } = {}) {
	const automation = await addAutomation(server, customer.uid);
	for (let n = 0; n < count; n++) {
		await server.services.database.db.execute(sql`
			insert into automation_runs (id, _owner, "_automationId", "_triggerKey", _timestamp, "_triggerType", "_actionType",
				_status, trigger_subject, action_evidence, next_try_at, ended_at)
			values (${newId()}, ${customer.uid}, ${automation}, ${newId()}, now() - make_interval(mins => ${n - (n % 3 === 2 ? 1 : 0)}),
				'email', 'sendEmail', ${more.status ?? 'succeeded'}, ${more.subject ?? `No. ${n}`}, '100% sure', now() + interval '1 day',
				${more.status === 'queued' ? null : sql`now()`})`);
	}
	return automation;
}

type Page = { items: { id: string; _timestamp: number; _automationId: string }[]; next: string | null };
const page = async (customer: Customer, query = '') =>
	(await (await customer.get(`/api/runs${query}`)).json()) as Page;

test('page from the newest to the oldest, each once, also at equal times', async () => {
	const customer = await server.customer();
	await history(customer, 120);
	const seen: Page['items'] = [];
	for (let cursor = ''; ; ) {
		const { items, next } = await page(customer, cursor);
		seen.push(...items);
		if (!next) break;
		cursor = `?cursor=${next}`;
	}
	expect(new Set(seen.map(({ id }) => id)).size).toBe(120);
	const times = seen.map((run) => run._timestamp);
	expect(times).toEqual([...times].sort((a, b) => b - a));
});

test('an open run says whether a try has failed, also while it is tried again', async () => {
	const customer = await server.customer();
	await history(customer, 1, { status: 'queued' });
	const id = (await page(customer)).items[0]?.id;
	const retries = async (attempts: number, lease: string | null) => {
		await server.services.database.db.execute(
			sql`update automation_runs set attempts = ${attempts}, lease = ${lease} where id = ${id}`,
		);
		return ((await (await customer.get(`/api/runs/${id}`)).json()) as { _retries: boolean })._retries;
	};
	expect([await retries(0, null), await retries(1, 'a worker')]).toEqual([false, false]);
	expect([await retries(1, null), await retries(2, 'a worker')]).toEqual([true, true]);
});

test('a capture says which run before it is being tried again', async () => {
	const customer = await server.customer();
	await history(customer, 3, { status: 'queued' });
	const [last, second, first] = (await page(customer)).items.map(({ id }) => id).sort();
	const { db } = server.services.database;
	const order = [first, second, last];
	for (const [at, id] of order.entries())
		await db.execute(sql`update automation_runs set seq = ${at + 1} where id = ${id}`);
	const waiting = () =>
		Promise.all(
			order.map(async (id) => {
				const run = (await (await customer.get(`/api/runs/${id}`)).json()) as { _waitsFor: string | null };
				return run._waitsFor;
			}),
		);
	await db.execute(sql`update automation_runs set attempts = 1 where id = ${first}`);
	// Mails do not wait for each other.
	expect(await waiting()).toEqual([null, null, null]);
	await db.execute(sql`update automation_runs set "_triggerType" = 'capture' where _owner = ${customer.uid}`);
	expect(await waiting()).toEqual([null, first, first]);
	await db.execute(sql`update automation_runs set lease = 'a worker' where id = ${first}`);
	expect(await waiting()).toEqual([null, null, null]);
	await db.execute(sql`update automation_runs set attempts = 2 where id = ${first}`);
	expect(await waiting()).toEqual([null, first, first]);
	await db.execute(
		sql`update automation_runs set _status = 'waiting', action_asked_at = now() where id = ${second}`,
	);
	expect(await waiting()).toEqual([null, null, first]);
	await db.execute(sql`update automation_runs set ended_at = now(), _status = 'failed' where id = ${first}`);
	expect(await waiting()).toEqual([null, null, null]);
});

test('an automation lists the newest 100 of them, newest first', async () => {
	const customer = await server.customer();
	const automation = await history(customer, 102);
	const { runs } = (await (await customer.get(`/api/automations/${automation}`)).json()) as {
		runs: string[];
	};
	const { rows } = await server.services.database.db.execute(
		sql`select id, _timestamp from automation_runs where "_automationId" = ${automation}`,
	);
	const timeOf = new Map(rows.map(({ id, _timestamp }) => [id, Number(new Date(String(_timestamp)))]));
	const newest = [...timeOf.values()].sort((a, b) => b - a).slice(0, 100);
	expect(runs.map((id) => timeOf.get(id))).toEqual(newest);
});

test('are found by automation, trigger, outcome, date and words, also together', async () => {
	const customer = await server.customer();
	const failed = await history(customer, 2, { status: 'failed', subject: 'Invoice 100%_done für Zoë' });
	const waiting = await history(customer, 1, { status: 'queued' });
	await history(customer, 3);
	const count = async (query: string) => (await page(customer, query)).items.length;
	const ago = (minutes: number) => Math.round(Date.now() / 1000 - minutes * 60);
	expect(await count('')).toBe(6);
	expect(await count(`?automation=${failed}`)).toBe(2);
	expect(await count('?outcome=failed')).toBe(2);
	expect(await count('?outcome=done')).toBe(3);
	expect(await count('?outcome=open')).toBe(1);
	expect(await count('?outcome=not-met')).toBe(0);
	expect(await count('?trigger=email')).toBe(6);
	expect(await count('?trigger=capture')).toBe(0);
	expect(await count(`?automation=${failed}&outcome=done`)).toBe(0);
	expect(await count(`?automation=${failed}&outcome=failed&trigger=email`)).toBe(2);
	expect(await count(`?from=${ago(0.5)}`)).toBe(3);
	expect(await count(`?to=${ago(0.5)}`)).toBe(3);
	expect(await count(`?outcome=failed&from=${ago(5)}&to=${ago(0.5)}`)).toBe(1);
	expect(await count(`?from=${ago(0)}&to=${ago(5)}`)).toBe(0);

	const find = (words: string, more = '') => count(`?search=${encodeURIComponent(words)}${more}`);
	expect(await find('invoice')).toBe(2);
	expect(await find('sure INV')).toBe(2);
	expect(await find('100%_')).toBe(5);
	expect(await find('zoë fü')).toBe(2);
	expect(await find("'; <-> !(a|b) :* \\")).toBe(0);
	expect(await find('!!! ')).toBe(6);
	expect(await find('nothing like it')).toBe(0);
	expect(await find('sure', '&outcome=failed')).toBe(2);
	expect(await find('sure', `&automation=${failed}&trigger=capture`)).toBe(0);
	expect(await find('x'.repeat(200))).toBe(0);
	expect(await count(`?ids=${(await page(customer, `?automation=${waiting}`)).items[0]?.id}`)).toBe(1);

	const stranger = await server.customer();
	for (const query of ['search=invoice', `automation=${failed}`, `automation=${failed}&outcome=failed`]) {
		expect((await page(stranger, `?${query}`)).items).toEqual([]);
	}
});

test('pages go on where the last one ended, filtered too, while newer runs come in', async () => {
	const customer = await server.customer();
	await history(customer, 60, { status: 'failed' });
	await history(customer, 60);
	const first = await page(customer, '?trigger=email');
	await history(customer, 3);
	const second = await page(customer, `?trigger=email&cursor=${first.next}`);
	const third = await page(customer, `?trigger=email&cursor=${second.next}`);
	const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
	expect([ids.length, new Set(ids).size, third.next]).toEqual([120, 120, null]);
});

test.each([
	'outcome=great',
	'trigger=mail',
	'automation=x',
	`search=${'x'.repeat(201)}`,
	'cursor=x',
	'cursor=1_aaaaaaaaaaaaaaaaaaaa%27',
	'cursor=9999999999999999_aaaaaaaaaaaaaaaaaaaa',
	'from=yesterday',
	'to=-1',
	'from=99999999999',
	'ids=,',
	'page=2',
])('filter %s is refused with a reason', async (query) => {
	expect(await refusal(await (await server.customer()).get(`/api/runs?${query}`))).toBe(
		'400 invalid-argument',
	);
});

test('a very long mail is listed without its body and read whole', async () => {
	const customer = await server.customer();
	await history(customer, 1, { subject: `Long ${'ä<'.repeat(5000)}` });
	await server.services.database.db.execute(
		sql`update automation_runs set trigger_html = repeat('<p>word</p>', 450000) where _owner = ${customer.uid}`,
	);
	const list = await (await customer.get('/api/runs?search=long')).text();
	expect(list.length).toBeLessThan(20_000);
	const [{ id } = { id: '' }] = (await page(customer)).items;
	const run = (await (await customer.get(`/api/runs/${id}`)).json()) as { trigger_html: string };
	expect(run.trigger_html).toHaveLength(4_950_000);
});

test('a run is read whole by its owner and by nobody else', async () => {
	const customer = await server.customer();
	await history(customer, 1);
	const [{ id } = { id: '' }] = (await page(customer)).items;
	expect(await (await customer.get(`/api/runs/${id}`)).json()).toMatchObject({
		id,
		trigger_subject: 'No. 0',
		action_files: [],
	});
	const stranger = await server.customer();
	expect(await refusal(await stranger.get(`/api/runs/${id}`))).toBe('404 not-found');
	expect(await refusal(await stranger.post(`/api/runs/${id}/again`))).toBe('404 not-found');
});

test('a run can be run again, as often as wanted, while its automation is there', async () => {
	const customer = await server.customer();
	await grant(server, customer.uid, 10);
	const automation = await addAutomation(server, customer.uid, { _triggerType: 'schedule' });
	await askForRun(server, automation);
	const [first] = await endedRuns(server, automation, 1);
	for (let n = 0; n < 2; n++) expect((await customer.post(`/api/runs/${first?.id}/again`)).status).toBe(200);
	expect(await endedRuns(server, automation, 3)).toHaveLength(3);
	await customer.send('DELETE', `/api/automations/${automation}`, {});
	expect(await refusal(await customer.post(`/api/runs/${first?.id}/again`))).toBe('409 conflict');
	expect((await page(customer, `?automation=${automation}`)).items).toHaveLength(3);
});
