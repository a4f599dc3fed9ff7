import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { addAutomation } from '../testing/automation.ts';
import { startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ env: { ROLES: 'api' } });
});
afterAll(() => server.stop());

const RUNS = 900;
const subjectOf = (n: number) =>
	[
		`Order no. ${n}`,
		n % 2 === 0 ? 'person at the gate' : 'nobody at the gate',
		n % 10 === 3 ? 'Invoice' : '',
		n % 100 === 7 ? 'Paket…für Zoë' : '',
		n === 850 ? "O'Neill's \\umbrella" : '',
	].join(' ');

/** Runs 13 hours apart, number 0 the newest: more than a year of them. */
async function fill(owner: string, automation: string): Promise<void> {
	const rows = Array.from({ length: RUNS }, (_, n) => ({ id: newId(), n, subject: subjectOf(n) }));
	await server.services.database.db.execute(sql`
		insert into automation_runs (id, _owner, "_automationId", "_triggerKey", _timestamp, "_triggerType", "_actionType", _status,
			trigger_subject, ended_at, action_files)
		select id, ${owner}, ${automation}, id, now() - make_interval(hours => n * 13), 'email', 'save',
			case when n % 3 = 0 then 'failed' else 'succeeded' end, subject, now(), array['saved/' || id]
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id text, n int, subject text)`);
}

test('words are found in more than a year of runs, page after page, from either end', async () => {
	const customer = await server.customer();
	const automation = await addAutomation(server, customer.uid, { _triggerType: 'email' });
	await fill(customer.uid, automation);
	// Another customer whose id begins alike has the same words.
	const stranger = customer.uid.slice(0, 8) + newId().slice(8);
	await server.services.database.db.execute(
		sql`insert into users (id, email, name) values (${stranger}, ${`${stranger}@example.com`}, 'Stranger')`,
	);
	await fill(stranger, await addAutomation(server, stranger, { _triggerType: 'email' }));

	/** The numbers of all orders that a list shows, over all its pages. */
	const find = async (list: string, words: string, more = ''): Promise<number[]> => {
		const found: number[] = [];
		for (let cursor = ''; ; ) {
			const answer = await customer.get(`/api/${list}?search=${encodeURIComponent(words)}${more}${cursor}`);
			const { items, next } = (await answer.json()) as {
				items: { trigger_subject: string }[];
				next: string | null;
			};
			found.push(...items.map((run) => Number(run.trigger_subject.match(/\d+/)?.[0])));
			if (!next) return found;
			cursor = `&cursor=${next}`;
		}
	};
	const orders = (fits: (n: number) => boolean) => Array.from({ length: RUNS }, (_, n) => n).filter(fits);
	const isBegunBy = (start: string) => (n: number) => String(n).startsWith(start);

	for (const [words, fits] of [
		['person', (n) => n % 2 === 0],
		['INV', (n) => n % 10 === 3],
		['invoice person', () => false],
		['gate order inv', (n) => n % 10 === 3],
		['order 85', isBegunBy('85')],
		['order 899', isBegunBy('899')],
		['paket zoë', (n) => n % 100 === 7],
		['neill', (n) => n === 850],
		["o'neill's \\umb", (n) => n === 850],
		['elephant', () => false],
	] satisfies [string, (n: number) => boolean][]) {
		expect(await find('runs', words), words).toEqual(orders(fits));
		expect(await find('runs', words, '&order=oldest'), `${words}, oldest first`).toEqual(
			orders(fits).reverse(),
		);
		expect(await find('files', words), `${words}, saved`).toEqual(orders(fits));
	}
	// Databases differ in what they take for the end of a word outside ASCII; the run is found by what it says in any case.
	expect(await find('runs', 'Paket…für')).toEqual(orders((n) => n % 100 === 7));
	const invoices = orders((n) => n % 10 === 3);
	expect(await find('runs', 'invoice', `&automation=${automation}`)).toEqual(invoices);
	expect(await find('runs', 'invoice', '&outcome=failed')).toEqual(invoices.filter((n) => n % 3 === 0));
	expect(await find('runs', 'invoice', '&trigger=capture')).toEqual([]);
	const ago = (hours: number) => Math.round(Date.now() / 1000 - hours * 3600);
	expect(await find('runs', 'invoice', `&from=${ago(700 * 13 + 1)}&to=${ago(600 * 13 + 1)}`)).toEqual(
		invoices.filter((n) => n > 600 && n <= 700),
	);
});
