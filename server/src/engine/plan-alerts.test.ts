import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../accounts/tables.ts';
import { automations } from '../automations/tables.ts';
import { automationRuns, episodes } from '../runs/tables.ts';
import { addAutomation } from '../testing/automation.ts';
import { jpeg } from '../testing/images.ts';
import { endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { addWatch, mailsTo, quietHours, sendHeld, watchModel } from '../testing/watch.ts';
import { bodyOf } from './actions/mail-body.ts';
import { alertStates } from './alerts/tables.ts';
import { wordsOfAlert } from './alerts/words.ts';

/** Alerts about pictures that are older than this come late. */
const LATE_MINUTES = 600;

let server: TestServer;
let picture: Buffer;
beforeAll(async () => {
	picture = await jpeg();
	server = await startServer({
		env: { ALERT_LATE_MINUTES: String(LATE_MINUTES), ROLES: 'api,worker' },
		model: watchModel(),
	});
});
afterAll(() => server.stop());
const db = () => server.services.database.db;

const watch = (fields?: Parameters<typeof addWatch>[1]) => addWatch(server, fields);

const episodesOf = (id: string) =>
	db().select().from(episodes).where(eq(episodes._automationId, id)).orderBy(episodes.first_at);

test('a mail that something still lasts says what was seen, also where the model wrote none', async () => {
	const seen = {
		...{
			_episodeId: null,
			action_tells: 'again' as const,
			_timestamp: new Date(),
			accountZone: 'UTC',
			name: 'Watch',
		},
		...{ action_email_subject: null, action_information: 'Someone is there.' },
	};
	const body = async (action_email_html: string | null) =>
		bodyOf(await wordsOfAlert(db(), { ...seen, action_email_html }));
	expect(await body(null)).toBe('<p>It still lasts. Someone is there.</p>');
	expect(await body('<p>Look.</p>')).toBe('<p>It still lasts.</p>\n<p>Look.</p>');
});

describe('when to tell', () => {
	test('once when it begins; what is known already is said on the run', async () => {
		const { customer, id, captures, told } = await watch({ _zone: 'UTC' });
		const runs = await captures('nmmmn', 30);
		expect(await told()).toEqual(['Someone is there']);
		expect(runs.map(({ action_tells, _reason }) => [action_tells, _reason])).toEqual([
			[null, 'The condition was not met, so nothing was done.'],
			['begin', null],
			[null, 'Still there. It was reported before.'],
			[null, 'Still there. It was reported before.'],
			[null, 'The condition was not met, so nothing was done.'],
		]);
		const [episode] = await episodesOf(id);
		expect(episode).toMatchObject({ captures: 3, first_runId: runs[1]?.id });
		expect([episode?.first_at, episode?.last_at, episode?.ended_at]).toEqual([
			runs[1]?._timestamp,
			runs[3]?._timestamp,
			runs[4]?._timestamp,
		]);
		const listed = (await (await customer.get(`/api/runs?episode=${episode?.id}`)).json()) as {
			items: { id: string }[];
		};
		expect(listed.items.map((run) => run.id)).toEqual([runs[3]?.id, runs[2]?.id, runs[1]?.id]);
		expect(await (await customer.get(`/api/episodes/${episode?.id}`)).json()).toMatchObject({
			captures: 3,
			mails: 1,
			open: false,
		});
	});

	test('every time, where that is set, which is what existing automations keep', async () => {
		const { captures, told } = await watch({ _tell: 'every' });
		await captures('mmm', 30);
		expect(await told()).toHaveLength(3);
	});

	test('again while it lasts, and when it is over', async () => {
		const { captures, told } = await watch({ _tellAgainMinutes: 20, _tellOver: true });
		await captures('mmmmmn', 60, 10);
		expect(await told()).toEqual([
			'Someone is there',
			'Still there: Someone is there',
			'Still there: Someone is there',
			'Over: Watch',
		]);
	});

	test('only if two captures agree: the first one belongs to the episode too', async () => {
		const { id, captures, told } = await watch({ _tellTwice: true });
		const runs = await captures('nmnm?mn', 30);
		expect(await told()).toEqual(['Someone is there']);
		expect(runs[1]?._reason).toBe(
			'Nobody was told: two captures in a row must agree, and this was the first.',
		);
		const [episode] = await episodesOf(id);
		expect(episode).toMatchObject({ captures: 2, first_runId: runs[3]?.id, ended_at: null });
		const members = await db()
			.select()
			.from(automationRuns)
			.where(eq(automationRuns._episodeId, String(episode?.id)));
		expect(members.map((run) => run.id).sort()).toEqual([runs[3]?.id, runs[5]?.id].sort());
	});

	test('a watch at set times notifies each time', async () => {
		const times_since = new Date(0);
		const { id, captures, told } = await watch({ _limited: true, _limitSchedule: ['00:00'], times_since });
		await captures('m', 30);
		await db()
			.update(automationRuns)
			.set({ _triggerKey: 'earlier' })
			.where(eq(automationRuns._automationId, id));
		await captures('m', 20);
		expect(await told()).toHaveLength(2);
	});

	test('Save to Storage saves every time it is met', async () => {
		const { id, captures } = await watch({ _actionType: 'save' });
		const runs = await captures('mmm', 30);
		expect(runs.map(({ action_files }) => action_files.length > 0)).toEqual([true, true, true]);
		expect(await episodesOf(id)).toMatchObject([{ captures: 3 }]);
	});

	test('a repeated run notifies by itself and changes no episode', async () => {
		const { customer, id, captures, told } = await watch();
		const [first] = await captures('mm', 30);
		await customer.post(`/api/runs/${first?.id}/again`);
		await endedRuns(server, id, 3);
		expect(await told()).toHaveLength(2);
		expect(await episodesOf(id)).toMatchObject([{ captures: 2 }]);
	});
});

describe('an automation that changes meanwhile', () => {
	test('starts again with another prompt, and the previous episode is over', async () => {
		const { id, captures, told } = await watch();
		await captures('mm', 60);
		await db().update(automations).set({ action_prompt: 'Is a dog there?' }).where(eq(automations.id, id));
		await captures('m', 30);
		expect(await told()).toHaveLength(2);
		const [before, after] = await episodesOf(id);
		expect(before?.ended_at).toEqual(before?.last_at);
		expect(after).toMatchObject({ captures: 1, ended_at: null });
	});

	test('keeps its episode with other words for when to tell', async () => {
		const { id, captures, told } = await watch();
		await captures('m', 60);
		await db().update(automations).set({ _tellOver: true }).where(eq(automations.id, id));
		await captures('mn', 30);
		expect(await told()).toEqual(['Someone is there', 'Over: Watch']);
		expect(await episodesOf(id)).toMatchObject([{ captures: 2 }]);
	});
});

describe('pictures that come late', () => {
	test('or in another order join the episode in whose time they lie', async () => {
		const { id, captures, told } = await watch();
		await captures('m', 60);
		await captures('m', 40);
		await captures('n', 20);
		// Two of the time between, and one right before it began.
		await captures('mm', 55);
		await captures('m', 65);
		expect(await told()).toEqual(['Someone is there']);
		expect(await episodesOf(id)).toMatchObject([{ captures: 5 }]);
	});

	test('send no notification if their episode was snoozed', async () => {
		const { customer, id, captures, told } = await watch();
		await customer.send('PUT', `/api/automations/${id}/snooze`, { until: 'hour' });
		await captures('m', 60);
		await captures('m', 40);
		const [late] = await captures('m', 50);
		expect(await told()).toEqual([]);
		expect(late?._reason).toBe('Nobody was told: it came after later captures that show the same.');
		expect(await episodesOf(id)).toMatchObject([{ captures: 3 }]);
	});

	test('become a past episode if they belong to none', async () => {
		const { id, captures, told } = await watch();
		await captures('m', 10);
		await captures('n', 60);
		await captures('m', 90);
		expect(await told()).toHaveLength(2);
		const [past, now] = await episodesOf(id);
		expect(past?.ended_at).not.toBeNull();
		expect(now?.ended_at).toBeNull();
	});

	test('long after they were taken are reported in one mail with their times', async () => {
		const { id, captures, told } = await watch();
		const runs = await captures('mnmnm', LATE_MINUTES + 60);
		expect(await told()).toEqual([]);
		expect(runs[0]?._reason).toBe('It is held for a moment, and told together with others that came late.');
		await sendHeld(server, id);
		const time = (at: Date | undefined) => at?.toISOString().slice(11, 16);
		const [subject] = await told();
		expect(await told()).toHaveLength(1);
		expect(subject).toContain('3 alerts from ');
		expect(subject).toContain(String(time(runs[0]?._timestamp)));
		expect(subject).toContain(String(time(runs[4]?._timestamp)));
		const [first] = await endedRuns(server, id, 5);
		expect(first?._reason).toMatch(/^Told in one message\.$/);
		expect(first?.action_sentTo).toContain('@example.com');
	});

	test('are also one mail if every capture notifies, without a condition', async () => {
		const { id, captures, told } = await watch({ trigger_device_type: 'continuous' });
		await captures('mmm', LATE_MINUTES + 60);
		expect(await told()).toEqual([]);
		await sendHeld(server, id);
		expect(await told()).toEqual([expect.stringContaining('3 alerts from ')]);
		await captures('m', 1);
		expect(await told()).toHaveLength(2);
	});
});

describe('notifications that wait or are dropped', () => {
	const now = quietHours();
	const { quiet_start: start, quiet_end: end } = now;

	test('in quiet hours alerts are held, and come as one mail', async () => {
		const { customer, id, captures, told } = await watch();
		await db().update(users).set(now).where(eq(users.id, customer.uid));
		const runs = await captures('mnm', 30);
		expect(await told()).toEqual([]);
		expect(runs[0]?._reason).toMatch('It is held until the quiet hours end.');
		await sendHeld(server, id);
		const [mail, ...more] = await mailsTo(server, customer.email);
		expect(more).toEqual([]);
		expect(mail?.subject).toContain('2 alerts from ');
		expect(mail?.attachments).toHaveLength(2);
		expect(mail?.text).toContain(`/app/runs?run=${runs[2]?.id}`);
		expect(mail?.text?.match(/Snooze Watch:\nan hour: .*\/snooze\/[a-z2-7]{20}\?for=hour/g)).toHaveLength(1);
	});

	test('an automation that may wake people notifies at once; one with its own quiet hours follows those', async () => {
		const { customer, id, captures, told } = await watch({ _quiet: 'none' });
		await db().update(users).set(now).where(eq(users.id, customer.uid));
		await captures('m', 30);
		expect(await told()).toHaveLength(1);
		await db()
			.update(automations)
			.set({ _quiet: 'own', _quietStart: start, _quietEnd: end })
			.where(eq(automations.id, id));
		await captures('nm', 20);
		expect(await told()).toHaveLength(1);
	});

	test('a snoozed automation records but notifies nobody; what still lasts is reported afterwards', async () => {
		const { customer, id, captures, told } = await watch();
		expect((await customer.send('PUT', `/api/automations/${id}/snooze`, { until: 'hour' })).status).toBe(200);
		const [run] = await captures('m', 30);
		expect(run?._reason).toMatch(/^Nobody was told: it was snoozed\.$/);
		await customer.send('PUT', `/api/automations/${id}/snooze`, { until: null });
		await captures('m', 20);
		expect(await told()).toHaveLength(1);
		expect(await episodesOf(id)).toMatchObject([{ captures: 2 }]);
	});

	test('the least time between two mails is counted from the last sent one', async () => {
		const { id, captures, told } = await watch({ _leastMinutes: 60 });
		const runs = await captures('mnm', 30);
		expect(await told()).toHaveLength(1);
		expect(runs[2]?._reason).toMatch(/there must be at least 60 minutes between two\.$/);
		await db()
			.update(alertStates)
			.set({ sent_at: sql`now() - interval '61 minutes'` })
			.where(eq(alertStates._automationId, id));
		await captures('m', 20);
		expect(await told()).toHaveLength(2);
	});
});

describe('several recipients', () => {
	test('each get a mail of their own, and the owner none of their links', async () => {
		const { customer, captures } = await watch({
			action_moreAddresses: ['two@elsewhere.example', 'three@elsewhere.example'],
		});
		const [run] = await captures('m', 30);
		expect(run?.action_sentTo).toBe(`${customer.email}, two@elsewhere.example, three@elsewhere.example`);
		const [own] = await mailsTo(server, customer.email);
		const [two] = await mailsTo(server, 'two@elsewhere.example');
		const [three] = await mailsTo(server, 'three@elsewhere.example');
		expect(new Set([own?.messageId, two?.messageId, three?.messageId]).size).toBe(3);
		expect(own?.text).not.toContain('/unsubscribe/');
		expect([own, two, three].map((mail) => mail?.text?.includes('/snooze/'))).toEqual([true, false, false]);
		const link = (text: string | undefined) => text?.match(/\/unsubscribe\/\w+/)?.[0];
		expect(link(two?.text)).toBeDefined();
		expect(link(two?.text)).not.toBe(link(three?.text));
		// Who wants no more is left out, and the others still get it.
		await server.visitor().post(String(link(two?.text)));
		const again = await captures('nm', 20);
		expect(again[1]?.action_sentTo).toBe(`${customer.email}, three@elsewhere.example`);
		expect(again[1]?._reason).toContain('two@elsewhere.example has asked for no more mail');
	});
});

describe('pictures that show nothing new', () => {
	test('are not judged and cost nothing; the episode lasts, and once an hour one is judged anyway', async () => {
		const { customer, camera, id, captures, told } = await watch({ _skipSame: true, _tell: 'every' });
		// Two automations of a device are free; this one is paid for.
		await db().update(automations).set({ created_at: new Date() }).where(eq(automations.id, id));
		const runs = await captures('mmmm', 150, 30);
		expect(runs.map(({ _status, action_verdict }) => [_status, action_verdict])).toEqual([
			['succeeded', 'met'],
			['skipped', null],
			['succeeded', 'met'],
			['skipped', null],
		]);
		expect(runs[1]).toMatchObject({ credits: 0, model: null });
		expect(runs[1]?._reason).toMatch(/^Nothing new since the last judged picture, so it was not judged\.$/);
		expect(await told()).toHaveLength(2);
		expect(await episodesOf(id)).toMatchObject([{ captures: 4 }]);
		const same = await (await customer.get(`/api/automations/${id}/same?device=${camera.deviceId}`)).json();
		expect(same).toEqual({ captures: 4, same: 2 });
		const stranger = await server.customer();
		expect(await refusal(await stranger.get(`/api/automations/${id}/same?device=${camera.deviceId}`))).toBe(
			'404 not-found',
		);
	});

	test('are judged for another automation of the same camera that wants to see all', async () => {
		const { customer, camera, captures } = await watch({ _skipSame: true, _tell: 'every' });
		const other = await addAutomation(server, customer.uid, {
			_triggerType: 'capture',
			trigger_device_deviceID: camera.deviceId,
			action_prompt: 'another',
		});
		const runs = await captures('mm', 60, 10);
		expect(runs.map(({ _status }) => _status)).toEqual(['succeeded', 'skipped']);
		const judged = await endedRuns(server, other, 2);
		expect(judged.map(({ _status }) => _status)).toEqual(['succeeded', 'succeeded']);
	});

	test('are judged if they would cause a notification', async () => {
		const { captures, told } = await watch({ _skipSame: true, _tellAgainMinutes: 20 });
		const runs = await captures('mmm', 60, 10);
		expect(runs.map(({ _status }) => _status)).toEqual(['succeeded', 'skipped', 'succeeded']);
		expect(await told()).toEqual(['Someone is there', 'Still there: Someone is there']);
	});
});

describe('paused, home and away', () => {
	test('a paused automation makes no runs; a copy is paused', async () => {
		const { customer, camera, id, captures } = await watch();
		await customer.send('PUT', `/api/automations/${id}/paused`, { paused: true });
		await camera.send(picture);
		await customer.send('PUT', `/api/automations/${id}/paused`, { paused: false });
		await captures('m', 30);
		const copy = await (await customer.post(`/api/automations/${id}/copy`)).json();
		expect(copy).toMatchObject({ _name: 'Copy of Watch', _paused: true, _tell: 'begin' });
		const stranger = await server.customer();
		for (const [method, path, body] of [
			['POST', 'copy', undefined],
			['PUT', 'paused', { paused: true }],
			['PUT', 'snooze', { until: 'hour' }],
		] as const)
			expect(await refusal(await stranger.send(method, `/api/automations/${id}/${path}`, body))).toBe(
				'404 not-found',
			);
	});

	test('an automation for when one is away works only then', async () => {
		const { customer, camera, captures } = await watch({ _works: 'away' });
		await camera.send(picture);
		await customer.send('PUT', '/api/users/me/presence', { presence: 'away' });
		await captures('m', 30);
	});
});
