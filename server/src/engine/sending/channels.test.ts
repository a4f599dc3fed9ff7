import type { Episode } from '@watchword/contract/episode';
import type { Run } from '@watchword/contract/run';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../accounts/tables.ts';
import { automations } from '../../automations/tables.ts';
import { DELIVERIES_CHANNEL } from '../../deliveries/queue.ts';
import { deliveries } from '../../deliveries/tables.ts';
import { type Shown, startMessengers, targetsAt } from '../../testing/messengers.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { waitFor } from '../../testing/wait.ts';
import { addWatch, mailsTo, quietHours, sendHeld, watchModel } from '../../testing/watch.ts';

type Messengers = Awaited<ReturnType<typeof startMessengers>>;
type Kind = Shown['by'];

let messengers: Messengers;
let server: TestServer;
beforeAll(async () => {
	messengers = await startMessengers();
	server = await startServer({
		env: {
			...{ WEBHOOK_PRIVATE_NETWORKS: 'loopback', TELEGRAM_API_URL: messengers.url },
			...{ ALERT_LATE_MINUTES: '600', ROLES: 'api,worker' },
		},
		model: watchModel(),
	});
});
afterEach(() => {
	messengers.instead = null;
	messengers.ntfyPictures = 15_000_000;
	messengers.shown.length = 0;
	messengers.asked.length = 0;
});
afterAll(async () => {
	await server.stop();
	messengers.close();
});
const db = () => server.services.database.db;

/** A camera and an automation that tells by these channels alone, unless `fields` say otherwise. */
async function watchBy(kinds: Kind[], fields: Partial<typeof automations.$inferInsert> = {}) {
	const watch = await addWatch(server, { _name: 'Front gate', ...fields });
	const { customer, id } = watch;
	const all = targetsAt(messengers.url);
	const ids: string[] = [];
	for (const kind of kinds) {
		const answer = await customer.post('/api/channels', { name: `My ${kind}`, target: all[kind] });
		ids.push(((await answer.json()) as { id: string }).id);
	}
	await db()
		.update(automations)
		.set({ _channels: ids, _notify: fields._notify ?? 'none' })
		.where(eq(automations.id, id));
	const runs = async () =>
		((await (await customer.get(`/api/runs?automation=${id}&order=oldest`)).json()) as { items: Run[] })
			.items;
	const words = async () =>
		(await runs()).map((run) => worded(run.action_notification?.words ?? run._reason));
	/** Makes what waits due until all has ended. */
	const ended = () =>
		waitFor('deliveries to end', async () => {
			await retry(customer.uid);
			return (await db().$count(deliveries, sql`_owner = ${customer.uid} and ended_at is null`)) === 0;
		});
	return { ...watch, ids, runs, words, ended };
}

/** Makes what waits due. */
async function retry(uid: string): Promise<void> {
	await db()
		.update(deliveries)
		.set({ next_try_at: sql`now()` })
		.where(sql`_owner = ${uid} and lease_until is null and ended_at is null`);
	await db().execute(sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`);
}

/** Times become T. */
const worded = (words: string | null | undefined) =>
	words?.replaceAll(/\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\d\d:\d\d\b/g, 'T') ?? null;

const deliveriesOf = async (uid: string) =>
	(await db().select().from(deliveries).where(eq(deliveries._owner, uid)).orderBy(deliveries.target)).map(
		({ target, event, status, answer, problem }) => ({ target, event, status, answer, problem }),
	);

test('every channel gets the picture, the sentence and how to snooze, once; the run says by which it was told', async () => {
	const { customer, id, captures, runs, words, ended } = await watchBy(['ntfy', 'telegram', 'apprise']);
	await captures('mm', 5);
	await ended();
	expect(await words()).toEqual([
		'Told by ntfy, Telegram and Apprise at T: it began.',
		'Already told at T, still there.',
	]);
	expect(messengers.shown).toHaveLength(3);
	const [run] = await runs();
	const link = `${server.services.publicUrl}/app/runs?run=${run?.id}`;
	for (const message of messengers.shown) {
		expect(message).toMatchObject({ title: 'Front gate', quiet: false, edits: 0 });
		expect(message.text).toMatch(/^Someone is there\nOne person at the gate\./);
		expect(message.picture?.type).toMatch(/^image\/(jpeg|png)$/);
		expect(message.picture?.bytes).toBeGreaterThan(100);
	}
	const [ntfy, , apprise] = (['ntfy', 'telegram', 'apprise'] as const).map((kind) =>
		messengers.shown.find(({ by }) => by === kind),
	);
	expect(ntfy?.buttons.Open).toBe(link);
	expect(apprise?.text).toContain(`See the run: ${link}`);
	const shown = (await (await customer.get(`/api/runs/${run?.id}`)).json()) as Run;
	expect(shown.deliveries.map(({ kind, target, status }) => [kind, target, status]).sort()).toEqual([
		['channel', 'My apprise', 'sent'],
		['channel', 'My ntfy', 'sent'],
		['channel', 'My telegram', 'sent'],
	]);
	const { items } = (await (await customer.get(`/api/episodes?automation=${id}`)).json()) as {
		items: Episode[];
	};
	expect(items[0]).toMatchObject({ messages: 1, words: '2 captures, 1 message' });
	expect(await mailsTo(server, customer.email)).toEqual([]);

	// Its button acts by POST, once.
	const [, snooze = ''] = /^method=POST clear=true (\S+)$/.exec(ntfy?.buttons.Snooze ?? '') ?? [];
	const snoozedUntil = async () =>
		(await db().select().from(automations).where(eq(automations.id, id)))[0]?._snoozedUntil ?? null;
	const at = new URL(snooze).pathname + new URL(snooze).search;
	expect((await server.visitor().get(at)).status).toBe(200);
	expect(await snoozedUntil()).toBeNull();
	expect((await server.visitor().fetch(at, { method: 'POST' })).status).toBe(200);
	expect(await snoozedUntil()).not.toBeNull();
	expect((await server.visitor().fetch(at, { method: 'POST' })).status).toBe(409);
	await captures('nm', 3);
	expect((await words()).at(-1)).toBe('Nobody was told: it was snoozed until T.');
	expect(messengers.shown).toHaveLength(3);
});

test('with a mail as well, both are told; quiet hours hold both, and one message follows', async () => {
	const { customer, id, captures, words, ended } = await watchBy(['ntfy'], { _notify: 'mail' });
	await db().update(users).set(quietHours()).where(eq(users.id, customer.uid));
	await captures('mnm', 30);
	expect((await words())[0]).toBe('It is held until T, when the quiet hours end.');
	expect(messengers.shown).toEqual([]);
	await sendHeld(server, id);
	await ended();
	const [message] = messengers.shown;
	expect(message?.text).toMatch(/^2 alerts from .* to .*\. The last: Someone is there\n/);
	expect(messengers.shown).toHaveLength(1);
	expect(await mailsTo(server, customer.email)).toHaveLength(1);
	expect((await words())[0]).toBe('Told in one mail and one message by ntfy at T: it began.');
});

test('an approval is asked for there as well, and its answer sends only the mail', async () => {
	const { customer, captures, runs, words, ended } = await watchBy(['telegram'], {
		...{ _notify: 'mail', _approve: true },
	});
	const captured = captures('m', 5);
	await waitFor('the run to wait', async () => (await runs())[0]?._status === 'waiting');
	await ended();
	const [question] = messengers.shown;
	expect(question?.title).toMatch(/^Send this\? /);
	expect(question?.buttons.Snooze).toBeUndefined();
	const [run] = await runs();
	await customer.post(`/api/runs/${run?.id}/approve`, { subject: 'Yes', text: 'Yes' });
	await captured;
	await ended();
	expect(await words()).toEqual(['Told by mail at T: it began.']);
	expect(messengers.shown).toHaveLength(1);
});

describe('a channel', () => {
	test('that refuses for good is not asked again; the run says so, and the next capture tells again', async () => {
		const { customer, captures, words, ended } = await watchBy(['telegram']);
		messengers.instead = (response) =>
			void response.writeHead(403).end(
				JSON.stringify({
					...{ ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' },
				}),
			);
		await captures('m', 9);
		await ended();
		expect(await words()).toEqual(['My telegram did not take the message.']);
		expect(messengers.asked).toHaveLength(1);
		expect(await deliveriesOf(customer.uid)).toMatchObject([
			{ status: 'failed', answer: 403, problem: expect.stringMatching(/^The bot may not write/) },
		]);
		messengers.instead = null;
		await captures('m', 5);
		await ended();
		expect(messengers.shown).toHaveLength(1);
	});

	test('beside one that works: people were told, and the run names the one that did not take it', async () => {
		const { captures, words, ended } = await watchBy(['ntfy', 'apprise']);
		messengers.instead = (response, { path }) =>
			path.startsWith('/notify/')
				? void response.writeHead(424).end('{}')
				: void response.end(JSON.stringify({ id: 'x', event: 'message' }));
		await captures('m', 5);
		await ended();
		expect(await words()).toEqual(['Told by ntfy at T: it began. My apprise did not take the message.']);
	});

	test('that asks to wait gets the message no sooner, and once', async () => {
		const { customer, captures, words, ended } = await watchBy(['telegram']);
		messengers.instead = (response) =>
			void response
				.writeHead(429)
				.end(JSON.stringify({ ok: false, error_code: 429, parameters: { retry_after: 3000 } }));
		await captures('m', 5);
		const [waiting] = await waitFor('the first answer', async () => {
			const found = await db()
				.select()
				.from(deliveries)
				.where(sql`_owner = ${customer.uid} and answer = 429`);
			return found.length > 0 && found;
		});
		expect((waiting?.next_try_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(1000_000);
		expect(await words()).toEqual(['A message is on its way.']);
		messengers.instead = null;
		await ended();
		expect(messengers.shown).toHaveLength(1);
		expect(await words()).toEqual(['Told by Telegram at T: it began.']);
	});

	test('that never answers and goes away gets it when it is back', async () => {
		const { customer, captures, ended } = await watchBy(['ntfy']);
		messengers.instead = (response) => void response.socket?.destroy();
		await captures('m', 5);
		await waitFor('a failed attempt', async () => {
			const [found] = await deliveriesOf(customer.uid);
			return found?.status === 'waiting' && found.problem !== null;
		});
		messengers.instead = null;
		await ended();
		expect(messengers.shown).toHaveLength(1);
	});

	test('whose server stores no pictures gets the words alone', async () => {
		const { captures, ended } = await watchBy(['ntfy']);
		messengers.ntfyPictures = 0;
		await captures('m', 5);
		await ended();
		expect(messengers.shown).toMatchObject([{ title: 'Front gate', picture: null }]);
		expect(messengers.shown[0]?.text).toMatch(/^Someone is there\n/);
	});

	test('that was removed meanwhile gets nothing', async () => {
		const { customer, ids, id, captures, ended } = await watchBy(['ntfy']);
		messengers.instead = (response) => void response.writeHead(503).end();
		await captures('m', 5);
		await waitFor('a failed attempt', async () => (await deliveriesOf(customer.uid))[0]?.answer === 503);
		await db().update(automations).set({ _channels: [], _notify: 'mail' }).where(eq(automations.id, id));
		expect((await customer.send('DELETE', `/api/channels/${ids[0]}`, {})).status).toBe(200);
		messengers.instead = null;
		await ended();
		expect(await deliveriesOf(customer.uid)).toMatchObject([
			{ status: 'dropped', problem: 'This channel was removed.' },
		]);
		expect(messengers.shown).toEqual([]);
	});
});
