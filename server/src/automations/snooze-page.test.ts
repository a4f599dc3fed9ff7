import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { disableAccount } from '../accounts/standing.ts';
import { addAutomation, askForRun, grant } from '../testing/automation.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { snoozeLinkOf } from './snooze-links.ts';
import { automations, snoozeLinks } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const db = () => server.services.database.db;

/** An automation of a new customer, and the link of a mail about it. */
async function linked(fields: Parameters<typeof addAutomation>[2] = {}) {
	const customer = await server.customer();
	const id = await addAutomation(server, customer.uid, { _name: 'Gate <b>', ...fields });
	const link = await snoozeLinkOf(db(), id, `mail of ${id}`);
	return { customer, id, link };
}

async function stateOf(id: string) {
	const [found] = await db().select().from(automations).where(eq(automations.id, id));
	return { paused: found?._paused, until: found?._snoozedUntil ?? null, version: found?._version };
}

/** As the form of the page does it, from a browser that nobody signed in with. */
const press = (link: string, act: string) =>
	server.visitor().fetch(`/snooze/${link}?for=${act}`, { method: 'POST', body: new URLSearchParams() });

const show = async (answer: Response) =>
	`${answer.status} ${/<h1>(.*)<\/h1>/.exec(await answer.text())?.[1]}`;

test('a mail to the owner has three links, the same when it is sent again; nobody else gets them', async () => {
	const customer = await server.customer();
	await grant(server, customer.uid, 10);
	const fields = { _triggerType: 'schedule', action_toAddress: customer.email } as const;
	const id = await addAutomation(server, customer.uid, fields);
	await askForRun(server, id);
	const [run] = await endedRuns(server, id, 1);
	const [text = ''] = await server.mails(customer.email, 1);
	const [raw = ''] = await server.rawMails(customer.email, 1);
	const link = await snoozeLinkOf(db(), id, String(run?.id));
	const url = (act: string) => `${server.url}/snooze/${link}?for=${act}`;
	expect(text).toContain(
		`Snooze:\nan hour: ${url('hour')}\nuntil tomorrow morning: ${url('morning')}\npause it: ${url('off')}`,
	);
	expect(raw.replaceAll('=\r\n', '')).toContain('until tomorrow morning</a>');

	const to = `${id}@elsewhere.example`;
	const other = await addAutomation(server, customer.uid, { ...fields, action_toAddress: to });
	await askForRun(server, other);
	const [foreign = ''] = await server.rawMails(to, 1);
	expect(foreign).not.toMatch(/snooze/i);
});

describe('a snooze link', () => {
	test('changes nothing when it is opened, by a person or by a scanner', async () => {
		const { id, link } = await linked();
		const before = await stateOf(id);
		for (const method of ['GET', 'HEAD', 'GET']) {
			const answer = await server.visitor().fetch(`/snooze/${link}?for=off`, { method });
			expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
		}
		expect(await stateOf(id)).toEqual(before);
		const page = await (await server.visitor().get(`/snooze/${link}?for=morning`)).text();
		expect(page).toContain('<h1>Snooze until tomorrow morning?</h1>');
		expect(page).toMatch(/&quot;Gate &lt;b&gt;&quot; tells nobody until (\w+ )?07:00 \(UTC\)/);
		expect(page.match(/<button formaction="\?for=\w+"/g)).toEqual(
			['morning', 'hour', 'off'].map((act) => `<button formaction="?for=${act}"`),
		);
	});

	test.each([
		['hour', 'is snoozed'],
		['morning', 'is snoozed'],
		['off', 'is paused'],
	])('for %s works once, without signing in, and then says how it stands', async (act, words) => {
		const { customer, id, link } = await linked({ _zone: 'Europe/Berlin' });
		const other = await addAutomation(server, customer.uid);
		const done = await press(link, act);
		expect([done.status, (await done.text()).includes(words)]).toEqual([200, true]);
		const { paused, until, version } = await stateOf(id);
		expect({ paused, snoozed: until !== null, version }).toEqual({
			paused: act === 'off',
			snoozed: act !== 'off',
			version: 1,
		});
		if (act === 'hour') expect(Math.abs(Number(until) - Date.now() - 3600_000)).toBeLessThan(60_000);
		expect(await stateOf(other)).toMatchObject({ paused: false, until: null });

		const wake = await customer.send('PUT', `/api/automations/${id}/paused`, { paused: false });
		expect(wake.status).toBe(200);
		const again = await press(link, 'off');
		expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('is awake')]);
		expect(await stateOf(id)).toMatchObject({ paused: false, until: null });
		expect(await show(await server.visitor().get(`/snooze/${link}?for=hour`))).toBe('200 This link was used');
	});

	test('pressed several times at once works once', async () => {
		const { link } = await linked();
		const answers = await Promise.all(['hour', 'off', 'morning', 'hour'].map((act) => press(link, act)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
	});

	test('tells the open tabs of the owner', async () => {
		const { customer, id, link } = await linked();
		const stream = (await customer.get('/api/events')).body?.pipeThrough(new TextDecoderStream()).getReader();
		let heard = '';
		const hear = async (what: string) => {
			while (!heard.includes(what)) heard += (await stream?.read())?.value ?? expect.fail(`no ${what}`);
		};
		await hear(':');
		await press(link, 'hour');
		await hear(id);
		await stream?.cancel();
	});

	test('expires after seven days', async () => {
		const { id, link } = await linked();
		await db()
			.update(snoozeLinks)
			.set({ created_at: sql`now() - interval '7 days'` })
			.where(eq(snoozeLinks.id, link));
		expect(await show(await server.visitor().get(`/snooze/${link}?for=off`))).toBe(
			'410 This link has expired',
		);
		expect(await show(await press(link, 'off'))).toBe('410 This link has expired');
		expect(await stateOf(id)).toMatchObject({ paused: false });
	});

	test('that is forged, incomplete or of a deleted automation or a disabled account changes nothing', async () => {
		const { customer, id, link } = await linked();
		for (const forged of ['a'.repeat(20), link.slice(1), `${link}a`, '%00', "'", 'x'.repeat(3000)]) {
			const answers = [await server.visitor().get(`/snooze/${forged}?for=off`), await press(forged, 'off')];
			expect(await Promise.all(answers.map(show)), forged).toEqual(
				Array(2).fill('404 This link does not work'),
			);
		}
		expect((await press(link, 'ever')).status).toBe(400);
		await customer.fetch(`/api/automations/${id}`, { method: 'DELETE' });
		expect(await show(await server.visitor().get(`/snooze/${link}?for=off`))).toBe(
			'410 This automation is gone',
		);
		expect(await show(await press(link, 'off'))).toBe('410 This automation is gone');
		expect(await stateOf(id)).toMatchObject({ paused: false });

		const barred = await linked();
		await disableAccount(db(), barred.customer.uid);
		expect(await show(await press(barred.link, 'off'))).toBe('404 This link does not work');
		expect(await stateOf(barred.id)).toMatchObject({ paused: false });
	});
});

test.each(['snooze', 'unsubscribe'])('wrong links to /%s from one address are limited', async (page) => {
	const own = await startServer({ env: { ROLES: 'api', TRUST_PROXY: 'yes' } });
	const guess = (from: string) =>
		own.visitor().fetch(`/${page}/${'b'.repeat(20)}?for=off`, { headers: { 'x-forwarded-for': from } });
	const statuses = await Promise.all(Array.from({ length: 61 }, () => guess('203.0.113.7')));
	expect(
		statuses
			.map(({ status }) => status)
			.sort()
			.at(-1),
	).toBe(429);
	expect((await guess('203.0.113.8')).status).toBe(404);
	await own.stop();
});
