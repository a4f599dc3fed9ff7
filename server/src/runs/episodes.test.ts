import { EPISODE_GAP_MS } from '@watchword/contract/constants';
import type { Episode } from '@watchword/contract/episode';
import type { RunSummary } from '@watchword/contract/run';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { automations } from '../automations/tables.ts';
import { newId } from '../base/ids.ts';
import { addAutomation, addCamera, askForRun } from '../testing/automation.ts';
import { addEpisodeWithRuns } from '../testing/episodes.ts';
import { endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { pruneRuns } from './retention.ts';
import { automationRuns, episodes } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ env: { ROLES: 'api,worker' } });
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;
type List<T> = { items: T[]; next: string | null };

const read = async <T>(customer: Customer, path: string) => (await (await customer.get(path)).json()) as T;
const ago = (minutes: number) => Date.now() - minutes * 60_000;
const GROUPED = '/api/runs?grouped=yes';

/** A camera with an automation on it. */
async function watch(customer: Customer) {
	const { deviceId } = await addCamera(server, customer.uid);
	const fields = { _triggerType: 'capture', trigger_device_deviceID: deviceId } as const;
	return { uid: customer.uid, deviceId, automation: await addAutomation(server, customer.uid, fields) };
}

/** What it watches for, as the engine writes it. */
const watchNow = (
	automation: string,
) => sql`(select md5(action_prompt || chr(10) || coalesce("trigger_device_deviceID", ''))
	from automations where id = ${automation})`;

/** Items of all pages, each page with the cursor of the one before. */
async function all<T>(customer: Customer, path: string): Promise<T[]> {
	const items: T[] = [];
	for (let next: string | null = ''; next !== null; ) {
		const page: List<T> = await read(customer, next === '' ? path : `${path}&cursor=${next}`);
		items.push(...page.items);
		next = page.next;
	}
	return items;
}

test('an episode says what was seen, from when to when, in how many captures and mails', async () => {
	const customer = await server.customer();
	const place = await watch(customer);
	const { id, runs } = await addEpisodeWithRuns(server, {
		...place,
		minutesAgo: 20,
		captures: 3,
		ended: true,
	});
	const episode = await read<Episode>(customer, `/api/episodes/${id}`);
	expect(episode).toMatchObject({
		...{
			id,
			_automationId: place.automation,
			deviceId: place.deviceId,
			open: false,
			captures: 3,
			mails: 1,
			failed: 0,
		},
		...{ first_runId: runs[0], evidence: 'Seen 0.' },
	});
	const failed = { _status: 'failed', action_sentTo: null } as const;
	const unsent = await addEpisodeWithRuns(server, {
		...place,
		minutesAgo: 40,
		captures: 2,
		ended: true,
		run: failed,
	});
	// Where two captures must agree, the second one says that it is over, and lies after its end.
	await server.services.database.db.execute(
		sql`update automation_runs set _timestamp = _timestamp + interval '10 minutes' where id = ${unsent.runs[1]}`,
	);
	expect(await read<Episode>(customer, `/api/episodes/${unsent.id}`)).toMatchObject({ mails: 0, failed: 2 });
	await server.services.database.db.delete(episodes).where(eq(episodes.id, unsent.id));
	expect(Date.parse(episode.last_at) - Date.parse(episode.first_at)).toBe(120_000);
	expect(await read(customer, '/api/episodes')).toEqual({ items: [episode], next: null });

	const story = await read<List<RunSummary>>(customer, `/api/runs?episode=${id}`);
	expect(story.items.map((run) => run.id)).toEqual(runs.toReversed());
	const told = await read<List<RunSummary>>(customer, `/api/runs?episode=${id}&order=oldest&grouped=yes`);
	expect(told.items.map((run) => run.id)).toEqual(runs);
});

test('an episode lasts while its automation watches for the same and captures come', async () => {
	const customer = await server.customer();
	const place = await watch(customer);
	const { db } = server.services.database;
	const { id } = await addEpisodeWithRuns(server, { ...place, minutesAgo: 5, captures: 2 });
	const isOpen = async () => (await read<Episode>(customer, `/api/episodes/${id}`)).open;
	const change = (fields: object) =>
		db.update(automations).set(fields).where(eq(automations.id, place.automation));
	expect(await isOpen()).toBe(false);
	await db
		.update(episodes)
		.set({ watch: watchNow(place.automation) as never })
		.where(eq(episodes.id, id));
	expect(await isOpen()).toBe(true);
	for (const [fields, back] of [
		[{ _paused: true }, { _paused: false }],
		[{ action_prompt: 'Is a dog there?' }, { action_prompt: 'Is anyone there?' }],
		[{ trigger_device_deviceID: null }, { trigger_device_deviceID: place.deviceId }],
	]) {
		await change(fields ?? {});
		expect(await isOpen(), JSON.stringify(fields)).toBe(false);
		await change(back ?? {});
		expect(await isOpen()).toBe(true);
	}
	const late = new Date(Date.now() - EPISODE_GAP_MS - 1000);
	await db.update(episodes).set({ last_at: late }).where(eq(episodes.id, id));
	expect(await isOpen()).toBe(false);
});

test('episodes are found by automation, camera and time, and page from the newest to the oldest', async () => {
	const customer = await server.customer();
	const porch = await watch(customer);
	const yard = await watch(customer);
	for (let n = 0; n < 103; n++)
		await addEpisodeWithRuns(server, { ...porch, minutesAgo: 1000 - n * 5, captures: 1 });
	const night = await addEpisodeWithRuns(server, { ...yard, minutesAgo: 2000, captures: 60, ended: true });
	const found = await all<Episode>(customer, '/api/episodes?');
	expect(new Set(found.map(({ id }) => id)).size).toBe(104);
	const times = found.map(({ first_at }) => first_at);
	expect(times).toEqual(times.toSorted().toReversed());

	const count = async (query: string) => (await all(customer, `/api/episodes?${query}`)).length;
	const iso = (minutes: number) => new Date(ago(minutes)).toISOString();
	expect(await count(`automation=${porch.automation}`)).toBe(103);
	expect(await count(`device=${yard.deviceId}`)).toBe(1);
	expect(await count(`from=${iso(502)}`)).toBe(3);
	// It counts while it lasted, also where it began before or ended after.
	expect(await count(`from=${iso(1970)}&to=${iso(1960)}`)).toBe(1);
	expect(await count(`from=${iso(1939)}&to=${iso(1930)}`)).toBe(0);
	expect(await count(`to=${iso(2001)}`)).toBe(0);
	for (const query of ['from=today', 'to=1', 'cursor=x', 'device=x', 'automation=*', 'open=yes']) {
		expect(await refusal(await customer.get(`/api/episodes?${query}`))).toBe('400 invalid-argument');
	}

	const stranger = await server.customer();
	for (const query of ['', `?automation=${porch.automation}`, `?device=${yard.deviceId}`]) {
		expect((await read<List<Episode>>(stranger, `/api/episodes${query}`)).items).toEqual([]);
	}
	expect(await refusal(await stranger.get(`/api/episodes/${night.id}`))).toBe('404 not-found');
	expect((await read<List<RunSummary>>(stranger, `/api/runs?episode=${night.id}`)).items).toEqual([]);
	expect((await read<List<RunSummary>>(stranger, `${GROUPED}&ids=${night.runs[0]}`)).items).toEqual([]);
});

test('in a grouped list an episode is one item in its place, and every run is on one page only', async () => {
	const customer = await server.customer();
	const place = await watch(customer);
	const { automation } = place;
	const single = (minutesAgo: number) => {
		const id = newId();
		return server.services.database.db.insert(automationRuns).values({
			...{
				id,
				_owner: customer.uid,
				_automationId: automation,
				_triggerKey: id,
				_timestamp: new Date(ago(minutesAgo)),
			},
			...{
				_triggerType: 'capture',
				_actionType: 'sendEmail',
				_status: 'succeeded',
				action_verdict: 'not met',
			},
			ended_at: new Date(),
		});
	};
	const grouped = [];
	for (let n = 0; n < 40; n++) {
		const minutesAgo = 1000 - n * 10;
		grouped.push(
			await addEpisodeWithRuns(server, { ...place, minutesAgo, captures: n === 0 ? 120 : 2, ended: true }),
		);
		await single(minutesAgo - 4);
		// At the same moment as the episode before began.
		await single(minutesAgo);
	}
	const items = await all<RunSummary>(customer, GROUPED);
	expect(items).toHaveLength(120);
	expect(new Set(items.map(({ id }) => id)).size).toBe(120);
	const times = items.map((run) => Number(run._timestamp));
	expect(times).toEqual(times.toSorted((a, b) => b - a));
	expect(items.filter(({ episode }) => episode).map(({ id, episode }) => [id, episode?.id])).toEqual(
		grouped.map(({ id, runs }) => [runs[0], id]).toReversed(),
	);
	expect(items.find(({ episode }) => episode?.captures === 120)).toMatchObject({
		episode: { mails: 1, evidence: 'Seen 0.', open: false },
	});

	const count = async (query: string) => (await all(customer, `${GROUPED}&${query}`)).length;
	const seconds = (minutes: number) => Math.round(ago(minutes) / 1000);
	expect(await count(`automation=${automation}`)).toBe(120);
	expect(await count(`automation=${automation}&trigger=capture`)).toBe(120);
	expect(await count('trigger=email')).toBe(0);
	// An episode that lasts over midnight is part of both days.
	expect(await count(`from=${seconds(902)}&to=${seconds(901)}`)).toBe(1);
	expect(await count(`from=${seconds(615)}`)).toBe(3);
	// Single runs are wanted here.
	expect(await count('outcome=done')).toBe(198);
	expect(await count('search=seen')).toBe(198);
	expect(await count('marked=yes')).toBe(0);
	expect(await refusal(await customer.get('/api/runs?grouped=no'))).toBe('400 invalid-argument');

	// Runs that changed are found as the items they are part of.
	const last = grouped.at(-1);
	const plain = items.find(({ episode }) => !episode);
	const news = await read<List<RunSummary>>(customer, `${GROUPED}&ids=${last?.runs[1]},${plain?.id}`);
	expect(new Set(news.items.map(({ id }) => id))).toEqual(new Set([last?.runs[0], plain?.id]));
});

test('runs without an episode are as they were', async () => {
	const customer = await server.customer();
	const automation = await addAutomation(server, customer.uid, { _triggerType: 'schedule' });
	await askForRun(server, automation);
	const [run] = await endedRuns(server, automation, 1);
	const { items } = await read<List<RunSummary>>(customer, GROUPED);
	expect(items).toMatchObject([{ id: run?.id, _episodeId: null, episode: null }]);
});

test('an episode stays while one of its runs is kept, and goes with the last', async () => {
	const customer = await server.customer();
	const place = await watch(customer);
	const { database, objects, settings } = server.services;
	const { db } = database;
	const prune = () => pruneRuns(db, objects, settings.kept.runDays);
	const { id, runs } = await addEpisodeWithRuns(server, {
		...place,
		minutesAgo: 5,
		captures: 3,
		ended: true,
	});
	const recent = await addEpisodeWithRuns(server, { ...place, minutesAgo: 5, captures: 1, ended: true });
	const old = sql`update automation_runs set ended_at = now() - interval '91 days' where "_episodeId" = ${id}`;
	await db.execute(old);
	await db
		.update(automationRuns)
		.set({ _mark: 'right' })
		.where(eq(automationRuns.id, runs[1] ?? ''));
	await prune();
	// What was marked stays, and stands for the episode.
	const { items } = await read<List<RunSummary>>(customer, GROUPED);
	expect(items.map((run) => [run.id, run.episode?.id, run.episode?.first_runId])).toEqual([
		[recent.runs[0], recent.id, recent.runs[0]],
		[runs[1], id, runs[1]],
	]);
	await db
		.update(automationRuns)
		.set({ _mark: null })
		.where(eq(automationRuns.id, runs[1] ?? ''));
	await prune();
	expect(await refusal(await customer.get(`/api/episodes/${id}`))).toBe('404 not-found');
	expect((await all<Episode>(customer, '/api/episodes?')).map((one) => one.id)).toEqual([recent.id]);
});
