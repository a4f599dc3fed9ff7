import type { ResultField } from '@watchword/contract/field';
import type { Result, ResultsPage } from '@watchword/contract/results';
import { eq, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { automations } from '../automations/tables.ts';
import { newId } from '../base/ids.ts';
import { addAutomation } from '../testing/automation.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { automationRuns } from './tables.ts';

let server: TestServer;
type Customer = Awaited<ReturnType<TestServer['customer']>>;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const field = (id: string, name: string, type: ResultField['type'], choices: string[] = []): ResultField => ({
	id,
	name,
	type,
	choices,
});
const FIELDS = [
	field('supplier', 'Supplier', 'text'),
	field('totalsum', 'Total', 'amount'),
	field('duedatee', 'Due', 'date'),
	field('itemsnum', 'Items', 'number'),
	field('ispaidyn', 'Paid', 'yes-no'),
	field('kindkind', 'Kind', 'choice', ['Invoice', 'Reminder']),
];
type Values = Record<string, unknown>;

/** An automation whose runs found these values, the last of them being the newest. */
async function withRows(rows: Values[], fields = FIELDS) {
	const customer = await server.customer();
	const id = await addAutomation(server, customer.uid, { _fields: fields });
	const { db } = server.services.database;
	const ids = rows.map(() => newId());
	for (let at = 0; at < rows.length; at += 500) {
		await db.insert(automationRuns).values(
			rows.slice(at, at + 500).map((values, index) => ({
				id: String(ids[at + index]),
				_owner: customer.uid,
				_automationId: id,
				_triggerType: 'email' as const,
				_actionType: 'save' as const,
				_triggerKey: `test:${ids[at + index]}`,
				_timestamp: new Date(Date.UTC(2026, 0, 1) + (at + index) * 60_000),
				_status: 'succeeded' as const,
				ended_at: new Date(),
				trigger_from: 'Acme <bills@acme.example>',
				trigger_subject: `Bill ${at + index}`,
				action_verdict: 'met' as const,
				action_fields: fields.map((one) => ({
					field: one.id,
					name: one.name,
					value: (values[one.id] ?? null) as never,
					evidence: values[one.id] === undefined ? null : 'as it stands',
					problem: values[one.id] === undefined ? 'It was not found.' : null,
				})),
			})),
		);
	}
	const list = async (query: Record<string, string> = {}) =>
		(await (
			await customer.get(`/api/automations/${id}/results?${new URLSearchParams(query)}`)
		).json()) as ResultsPage;
	const correct = (run: string | undefined, corrections: object) =>
		customer.send('PUT', `/api/runs/${run}/corrections`, { corrections });
	return { customer, id, ids, list, correct };
}

const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const ROWS: Values[] = [
	{
		supplier: 'Acme Ltd',
		totalsum: EUR(10),
		duedatee: '2026-01-05',
		itemsnum: 1,
		ispaidyn: true,
		kindkind: 'Invoice',
	},
	{
		supplier: 'Bolt & Co',
		totalsum: EUR(250.5),
		duedatee: '2026-02-05',
		itemsnum: 30,
		ispaidyn: false,
		kindkind: 'Reminder',
	},
	{ supplier: 'Acme Works' },
];

test('the table has the newest row first, and a page ends where the next begins', async () => {
	const { list } = await withRows(Array.from({ length: 120 }, (_, n) => ({ itemsnum: n })));
	const seen: number[] = [];
	let cursor: string | null = null;
	do {
		const page: ResultsPage = await list(cursor ? { cursor } : {});
		seen.push(
			...page.items.map(({ values }) => Number(values.find((one) => one.field === 'itemsnum')?.value)),
		);
		cursor = page.next;
	} while (cursor);
	expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => 119 - n));
	const oldest = await list({ order: 'oldest' });
	expect(oldest.items[0]?.subject).toBe('Bill 0');
});

describe('filters', () => {
	let rows: Awaited<ReturnType<typeof withRows>>;
	beforeAll(async () => {
		rows = await withRows(ROWS);
	});
	const found = async (query: Record<string, string>) =>
		(await rows.list(query)).items.map(({ subject }) => subject).reverse();

	test.each([
		['words of the value', { search: 'acme works' }, ['Bill 2']],
		['words of the subject and a value', { search: 'bill BOLT' }, ['Bill 1']],
		['a text that contains', { where: 'supplier:contains:acme' }, ['Bill 0', 'Bill 2']],
		['a text that equals', { where: 'supplier:equals:bolt & co' }, ['Bill 1']],
		['an amount of at least', { where: 'totalsum:at-least:250.5' }, ['Bill 1']],
		['an amount of at most', { where: 'totalsum:at-most:250' }, ['Bill 0']],
		['a number', { where: 'itemsnum:equals:30' }, ['Bill 1']],
		['a date from on', { where: 'duedatee:at-least:2026-02-01' }, ['Bill 1']],
		['a date until', { where: 'duedatee:at-most:2026-01-05' }, ['Bill 0']],
		['yes', { where: 'ispaidyn:equals:yes' }, ['Bill 0']],
		['a choice', { where: 'kindkind:equals:Reminder' }, ['Bill 1']],
		['empty', { where: 'totalsum:empty' }, ['Bill 2']],
		['filled', { where: 'totalsum:filled' }, ['Bill 0', 'Bill 1']],
		['two at once', { where: 'supplier:contains:acme\ntotalsum:filled' }, ['Bill 0']],
		[
			'a time',
			{ from: String(Date.UTC(2026, 0, 1) / 1000 + 60), to: String(Date.UTC(2026, 0, 1) / 1000 + 120) },
			['Bill 1'],
		],
		['corrected only', { corrected: 'yes' }, []],
	])('%s', async (_, query, subjects) =>
		expect(await found(query as Record<string, string>)).toEqual(subjects),
	);

	test.each([
		['where', 'nonsense', "must be a field's id"],
		['where', 'zzzzzzzz:empty', 'the automation has no field zzzzzzzz'],
		['where', 'supplier:at-least:3', 'Supplier can be compared by contains, equals, empty, filled'],
		['where', 'totalsum:at-least:much', 'Total: must be a number'],
		['where', 'duedatee:equals:2026-02-30', 'Due: must be a date'],
		['where', 'kindkind:equals:Letter', 'Kind must be one of'],
		['cursor', 'x', 'cursor'],
	])('a bad %s "%s" is refused with what to change', async (name, value, says) => {
		const query = new URLSearchParams({ [name]: value });
		const answer = await rows.customer.get(`/api/automations/${rows.id}/results?${query}`);
		expect(answer.status).toBe(400);
		expect(await answer.text()).toContain(says);
		if (name === 'where')
			expect((await rows.customer.get(`/api/automations/${rows.id}/results.csv?${query}`)).status).toBe(400);
	});
});

test('a correction stands beside what the model said, is checked, counts in filters, and is taken back', async () => {
	const { ids, list, correct, customer, id } = await withRows(ROWS);
	const [run] = ids;
	expect(await refusal(await correct(run, { totalsum: { value: 12 } }))).toBe('400 invalid-argument');
	expect(await refusal(await correct(run, { zzzzzzzz: { value: 12 } }))).toBe('400 invalid-argument');
	expect(await refusal(await correct(run, { duedatee: { value: '2026-13-01' } }))).toBe(
		'400 invalid-argument',
	);
	const answer = await correct(run, {
		totalsum: { value: { amount: 11, currency: 'usd' } },
		supplier: { value: null },
	});
	expect(await answer.json()).toEqual({
		corrections: { totalsum: { amount: 11, currency: 'USD' }, supplier: null },
	});
	const [row] = (await list({ corrected: 'yes' })).items;
	expect(row?.id).toBe(run);
	expect(row?.values.find((one) => one.field === 'totalsum')?.value).toEqual(EUR(10));
	expect((await list({ where: 'totalsum:equals:11' })).items).toHaveLength(1);
	expect((await list({ where: 'totalsum:equals:10' })).items).toHaveLength(0);
	expect((await list({ where: 'supplier:empty' })).items).toHaveLength(1);
	const { results } = (await (
		await customer.get(`/api/automations/${id}/results.json?corrected=yes`)
	).json()) as {
		results: { values: Values; corrected: string[]; said: Values }[];
	};
	expect(results[0]).toMatchObject({
		values: { Total: { amount: 11, currency: 'USD' }, Supplier: null },
		corrected: ['Supplier', 'Total'],
		said: { Supplier: 'Acme Ltd', Total: EUR(10) },
	});
	expect(await (await correct(run, { totalsum: null, supplier: null })).json()).toEqual({ corrections: {} });
	expect((await list({ corrected: 'yes' })).items).toEqual([]);
});

test('a run that looked for no fields cannot be corrected', async () => {
	const { correct, ids, id } = await withRows([{}]);
	const { db } = server.services.database;
	await db.update(automationRuns).set({ action_fields: [] }).where(eq(automationRuns._automationId, id));
	expect(await refusal(await correct(ids[0], { supplier: { value: 'x' } }))).toBe('409 conflict');
});

test('renamed after a thousand rows, all values stand under the new name; a removed field stays in the runs', async () => {
	const { customer, id, ids, list } = await withRows(
		Array.from({ length: 1000 }, (_, n) => ({ supplier: `S${n}`, itemsnum: n })),
	);
	const saved = (await (await customer.get(`/api/automations/${id}`)).json()) as Record<string, unknown>;
	const settings = Object.fromEntries(
		Object.entries(saved).filter(([name]) => !['id', '_owner', '_deleted', 'runs'].includes(name)),
	);
	const _fields = [field('supplier', 'Vendor', 'text'), field('itemsnum', 'Items', 'date')];
	expect((await customer.send('PUT', `/api/automations/${id}`, { ...settings, _fields })).status).toBe(200);
	const csv = await (await customer.get(`/api/automations/${id}/results.csv`)).text();
	const lines = csv.split('\r\n');
	expect(lines[0]).toBe('time,Vendor,Items,verdict,from,subject,corrected,run');
	expect(lines).toHaveLength(1002);
	expect(lines[1]).toBe(
		`2026-01-01T16:39:00.000Z,S999,999,met,Acme <bills@acme.example>,Bill 999,,${ids[999]}`,
	);
	expect(lines[1000]).toContain(',S0,0,met,');
	// A value from when the field had another type is shown as it is, and compares with nothing.
	expect((await list({ where: 'itemsnum:at-least:2026-01-01' })).items).toEqual([]);
	const run = (await (await customer.get(`/api/runs/${ids[3]}`)).json()) as {
		action_fields: { name: string }[];
	};
	expect(run.action_fields.map(({ name }) => name)).toContain('Total');
	const versions = (await (await customer.get(`/api/automations/${id}/versions`)).json()) as {
		items: { document: { _fields: ResultField[] } }[];
	};
	expect(versions.items[0]?.document._fields[0]?.name).toBe('Vendor');
});

test('no cell of the CSV is run by a spreadsheet, and plain numbers stay numbers', async () => {
	const fields = [field('supplier', '=Name', 'text'), field('totalsum', 'Total', 'amount')];
	const { customer, id, ids } = await withRows(
		[
			{ supplier: '=HYPERLINK("http://evil.example","x")', totalsum: EUR(-4.5) },
			{ supplier: '@SUM(A1)' },
			{ supplier: '-12.5' },
			{ supplier: '+49 30 1234' },
			{ supplier: 'two\nlines, "quoted"' },
		],
		fields,
	);
	const csv = await (await customer.get(`/api/automations/${id}/results.csv`)).text();
	const end = (n: number) => `met,Acme <bills@acme.example>,Bill ${n},,${ids[n]}\r\n`;
	const time = (n: number) => `2026-01-01T00:0${n}:00.000Z`;
	expect(csv).toBe(
		[
			"time,'=Name,Total,Total currency,verdict,from,subject,corrected,run\r\n",
			`${time(4)},"two\nlines, ""quoted""",,,${end(4)}`,
			`${time(3)},'+49 30 1234,,,${end(3)}`,
			`${time(2)},-12.5,,,${end(2)}`,
			`${time(1)},'@SUM(A1),,,${end(1)}`,
			`${time(0)},"'=HYPERLINK(""http://evil.example"",""x"")",-4.5,EUR,${end(0)}`,
		].join(''),
	);
});

test('a download that fails halfway is cut off, so that nobody takes it for the whole table', async () => {
	const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
	const { customer, id } = await withRows(Array.from({ length: 1001 }, (_, n) => ({ itemsnum: n })));
	const { db } = server.services.database;
	const execute = db.execute.bind(db);
	let reads = 0;
	const failing = vi.spyOn(db, 'execute').mockImplementation(((query: SQL) => {
		const isRead = new PgDialect().sqlToQuery(query.getSQL()).sql.includes(`action_fields <> '[]'`);
		if (isRead && ++reads === 2) throw new Error('the database is down');
		return execute(query);
	}) as typeof db.execute);
	const whole = customer.get(`/api/automations/${id}/results.csv`).then((answer) => answer.text());
	await expect(whole).rejects.toThrow();
	expect(reads).toBe(2);
	failing.mockRestore();
	said.mockRestore();
});

describe('the feed', () => {
	const made = async (customer: Customer, id: string) =>
		(await (await customer.post(`/api/automations/${id}/feed`)).json()) as { csv: string; json: string };
	const at = (url: string) => new URL(url).pathname;

	test('is read without a session, by its address alone, until it is revoked', async () => {
		const { customer, id } = await withRows(ROWS);
		const state = async () => (await customer.get(`/api/automations/${id}/feed`)).json();
		expect(await state()).toEqual({ made_at: null, read_at: null });
		const { csv, json } = await made(customer, id);
		expect(await state()).toEqual({ made_at: expect.stringMatching(/Z$/), read_at: null });
		const [stored] = await server.services.database.db
			.select({ hash: automations.feed_hash })
			.from(automations)
			.where(eq(automations.id, id));
		expect(csv).not.toContain(String(stored?.hash));

		const answer = await server.visitor().get(at(csv));
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
		expect(answer.headers.get('x-robots-tag')).toContain('noindex');
		expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
		expect(answer.headers.get('set-cookie')).toBeNull();
		const bytes = Buffer.from(await answer.arrayBuffer());
		expect(bytes.subarray(0, 3).toString('hex'), 'the byte order mark').toBe('efbbbf');
		expect(bytes.toString().split('\r\n')).toHaveLength(5);
		const { results } = (await (await server.visitor().get(at(json))).json()) as { results: unknown[] };
		expect(results).toHaveLength(3);
		expect(await state()).toMatchObject({ read_at: expect.stringMatching(/Z$/) });
		expect(await (await customer.get(`/api/automations/${id}`)).text()).not.toContain('feed');

		const copy = (await (await customer.post(`/api/automations/${id}/copy`)).json()) as {
			id: string;
			_fields: object[];
		};
		expect(copy._fields).toHaveLength(FIELDS.length);
		expect(await (await customer.get(`/api/automations/${copy.id}/feed`)).json()).toEqual({
			made_at: null,
			read_at: null,
		});

		const second = await made(customer, id);
		expect(await refusal(await server.visitor().get(at(csv)))).toBe('404 not-found');
		await customer.send('DELETE', `/api/automations/${id}/feed`, {});
		for (const gone of [
			second.csv,
			second.json,
			`${second.csv}x`,
			second.csv.replace('.csv', '.exe'),
			second.csv.replace('.csv', ''),
		])
			expect(await refusal(await server.visitor().get(at(gone))), gone).toBe('404 not-found');
	});

	test('of a deleted automation or a disabled account is gone', async () => {
		const { customer, id } = await withRows(ROWS);
		const { csv } = await made(customer, id);
		await customer.send('DELETE', `/api/automations/${id}`, {});
		expect((await server.visitor().get(at(csv))).status).toBe(404);
		const other = await withRows(ROWS);
		const kept = await made(other.customer, other.id);
		await server.services.database.db.execute(
			sql`update users set disabled_at = now() where id = ${other.customer.uid}`,
		);
		expect((await server.visitor().get(at(kept.csv))).status).toBe(404);
	});

	test('has the newest 5,000 rows, and is refused to whoever reads too often', async () => {
		const { customer, id } = await withRows(
			Array.from({ length: 5001 }, (_, n) => ({ itemsnum: n })),
			[field('itemsnum', 'Items', 'number')],
		);
		const { json } = await made(customer, id);
		const { results } = (await (await server.visitor().get(at(json))).json()) as {
			results: { values: Values }[];
		};
		expect(results).toHaveLength(5000);
		expect(results.at(-1)?.values).toEqual({ Items: 1 });
		const all = (await (await customer.get(`/api/automations/${id}/results.json`)).json()) as {
			results: Result[];
		};
		expect(all.results).toHaveLength(5001);
		const { db } = server.services.database;
		await db.execute(sql`update rate_limits set count = 120 where key = ${`feed:${id}`}`);
		expect(await refusal(await server.visitor().get(at(json)))).toBe('429 resource-exhausted');
	});
});
