import { clockTime } from '@watchword/contract/clock-time';
import type { Episode } from '@watchword/contract/episode';
import type { Run } from '@watchword/contract/run';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../accounts/tables.ts';
import { automations } from '../../automations/tables.ts';
import { Undeliverable } from '../../base/failures.ts';
import { deliveries } from '../../deliveries/tables.ts';
import { automationRuns } from '../../runs/tables.ts';
import { addAutomation, askForRun, grant } from '../../testing/automation.ts';
import { jpeg } from '../../testing/images.ts';
import { refuseForNow } from '../../testing/mail.ts';
import { type PushBrowserDouble, PushService } from '../../testing/push-service.ts';
import { endedRuns } from '../../testing/runs.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { waitFor } from '../../testing/wait.ts';
import { addWatch, mailsTo, quietHours, sendHeld, watchModel } from '../../testing/watch.ts';

/** Recipients whose mail server refuses for good. */
const REFUSED = 'refused@elsewhere.example';
const LATER = 'later@elsewhere.example';

let server: TestServer;
let service: PushService;
let later: Set<string>;
beforeAll(async () => {
	service = await PushService.start();
	server = await startServer({
		env: { ALERT_LATE_MINUTES: '600', ROLES: 'api,worker', WEBHOOK_PRIVATE_NETWORKS: 'loopback' },
		model: watchModel(),
	});
	later = refuseForNow(server);
	const { mailer } = server.services;
	const { send } = mailer;
	mailer.send = async (mail) => {
		if (mail.to === REFUSED) throw new Undeliverable('no such mailbox');
		await send(mail);
	};
});
afterAll(async () => {
	await server.stop();
	await service.stop();
});
const db = () => server.services.database.db;

type Fields = NonNullable<Parameters<typeof addWatch>[1]>;
type Watch = Awaited<ReturnType<typeof watchOf>>;

async function watchOf({ browsers = 0, ...fields }: Fields & { browsers?: number }) {
	const watch = await addWatch(server, fields);
	const { customer, id } = watch;
	const { key } = (await (await customer.get('/api/push')).json()) as { key: string };
	const phones: PushBrowserDouble[] = [];
	for (let n = 0; n < browsers; n++) {
		const phone = service.subscribe(key);
		await customer.post('/api/push', { ...phone.subscription, name: `Phone ${n + 1}` });
		phones.push(phone);
	}
	const account = (fields: Partial<typeof users.$inferInsert>) =>
		db().update(users).set(fields).where(eq(users.id, customer.uid));
	const change = (fields: Partial<typeof automations.$inferInsert>) =>
		db().update(automations).set(fields).where(eq(automations.id, id));
	const runs = async () => {
		const { items } = (await (await customer.get(`/api/runs?automation=${id}&order=oldest`)).json()) as {
			items: Run[];
		};
		return items;
	};
	const pushed = () =>
		waitFor('deliveries to end', async () => {
			await db()
				.update(deliveries)
				.set({ next_try_at: sql`now()` })
				.where(sql`_owner = ${customer.uid} and lease_until is null and ended_at is null`);
			const open = await db().$count(deliveries, sql`_owner = ${customer.uid} and ended_at is null`);
			return open === 0;
		});
	const run = async (place: number) => {
		const id = (await runs())[place]?.id;
		return id ? ((await (await customer.get(`/api/runs/${id}`)).json()) as Run) : undefined;
	};
	return { ...watch, phones, account, change, runs, run, pushed };
}

/** What a customer reads: times become T. */
const worded = (words: string | null | undefined) =>
	words?.replaceAll(/\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\d\d:\d\d\b/g, 'T') ?? null;

const wordsOf = ({ action_notification, _reason }: Run) => worded(action_notification?.words ?? _reason);

/** What really came: of each run whether a mail names it, and the number of push messages. */
async function arrived({ customer, phones, runs }: Watch, to = customer.email) {
	const mails = await mailsTo(server, to);
	const alerts = mails.filter(({ subject }) => !subject?.startsWith('May this'));
	return {
		mailed: (await runs()).map(({ id }) => alerts.some(({ text }) => text?.includes(`run=${id}`))),
		pushed: phones.reduce((sum, phone) => sum + phone.pushed.length, 0),
	};
}

const inAnHour = () => new Date(Date.now() + 3600_000);
const SEEN = 'Told by mail at T: it began.';
const HELD = 'It is held until T, when the quiet hours end.';
const STILL_HELD = 'Still there. The alert about it is held until T, when the quiet hours end.';
const STILL_LATE =
	'Still there. The alert about it is held for a moment, and told together with others that came late.';
const NO_BROWSER = 'no phone or browser is set up for push messages.';

type Row = [
	name: string,
	fields: Fields & { browsers?: number },
	walk: (watch: Watch) => Promise<unknown>,
	words: string[],
	pushed?: number,
];

describe('what a customer reads is what the mail server and the push service got', () => {
	test.each<Row>([
		['a mail', {}, ({ captures }) => captures('mm', 30), [SEEN, 'Already told at T, still there.']],
		[
			'a push message',
			{ _notify: 'push', browsers: 1 },
			async ({ captures, pushed }) => {
				await captures('mm', 30);
				await pushed();
			},
			['Told by push message at T: it began.', 'Already told at T, still there.'],
			1,
		],
		[
			'both',
			{ _notify: 'both', browsers: 2 },
			async ({ captures, pushed }) => {
				await captures('m', 30);
				await pushed();
			},
			['Told by mail and push message at T: it began.'],
			2,
		],
		[
			'both, without a browser',
			{ _notify: 'both' },
			({ captures }) => captures('m', 30),
			[`Told by mail at T: it began. No push message was sent: ${NO_BROWSER}`],
		],
		[
			'push messages without a browser',
			{ _notify: 'push' },
			({ captures }) => captures('mm', 30),
			[`Nobody was told: ${NO_BROWSER}`, `Nobody was told: ${NO_BROWSER}`],
		],
		[
			'a push service that refuses',
			{ _notify: 'push', browsers: 1 },
			async ({ captures, phones, pushed }) => {
				for (const phone of phones) phone.answer = 413;
				await captures('m', 30);
				await pushed();
			},
			['No phone or browser took the push message.'],
			0,
		],
		[
			'both, with a push service that refuses',
			{ _notify: 'both', browsers: 1 },
			async ({ captures, phones, pushed }) => {
				for (const phone of phones) phone.answer = 413;
				await captures('m', 30);
				await pushed();
			},
			['Told by mail at T: it began. No phone or browser took the push message.'],
			0,
		],
		[
			'quiet hours',
			{},
			async ({ account, captures }) => {
				await account(quietHours());
				await captures('mm', 30);
			},
			[HELD, STILL_HELD],
		],
		[
			'quiet hours that have ended',
			{},
			async ({ id, account, captures }) => {
				await account(quietHours());
				await captures('mm', 30);
				await sendHeld(server, id);
			},
			['Told in one mail at T: it began.', 'Already told at T, still there.'],
		],
		[
			'quiet hours that have ended, with both',
			{ _notify: 'both', browsers: 1 },
			async ({ id, account, captures, pushed }) => {
				await account(quietHours());
				await captures('m', 30);
				await sendHeld(server, id);
				await pushed();
			},
			['Told in one mail and one push message at T: it began.'],
			1,
		],
		[
			'quiet hours that have ended, with push messages',
			{ _notify: 'push', browsers: 1, _tell: 'every' },
			async ({ id, account, captures, pushed }) => {
				await account(quietHours());
				await captures('mm', 30);
				await sendHeld(server, id);
				await pushed();
			},
			['Told in one push message at T.', 'Told in one push message at T.'],
			1,
		],
		[
			'paused when the quiet hours end',
			{},
			async ({ id, account, change, captures }) => {
				await account(quietHours());
				await captures('mm', 30);
				await change({ _paused: true });
				await sendHeld(server, id);
			},
			[
				'Nobody was told: it was paused when it was due.',
				'Still there. Nobody was told: it was paused when it was due.',
			],
		],
		[
			'a recipient that refuses what was held',
			{ action_toAddress: REFUSED },
			async ({ id, account, captures }) => {
				await account(quietHours());
				await captures('m', 30);
				await sendHeld(server, id);
			},
			[`No mail was sent: the mail server refused ${REFUSED}: no such mailbox.`],
		],
		[
			'snoozed',
			{},
			async ({ change, captures }) => {
				await change({ _snoozedUntil: inAnHour() });
				await captures('m', 30);
			},
			['Nobody was told: it was snoozed until T.'],
		],
		[
			'the least time between two',
			{ _leastMinutes: 20 },
			({ captures }) => captures('mnm', 30),
			[
				SEEN,
				'The condition was not met, so nothing was done.',
				'Nobody was told: the last alert was sent at T, and there must be at least 20 minutes between two.',
			],
		],
		[
			'two that agree',
			{ _tellTwice: true },
			({ captures }) => captures('mm', 30),
			['Nobody was told: two captures in a row must agree, and this was the first.', SEEN],
		],
		[
			'again and over',
			{ _tellAgainMinutes: 20, _tellOver: true },
			({ captures }) => captures('mmn', 60, 20),
			[SEEN, 'Told again by mail at T: it still lasts.', 'Told by mail at T: it is over.'],
		],
		[
			'a recipient that refuses',
			{ action_toAddress: REFUSED },
			({ captures }) => captures('m', 30),
			['The mail server refused the mail: no such mailbox'],
		],
		[
			'one of two recipients that refuses',
			{ action_moreAddresses: [REFUSED] },
			({ captures }) => captures('m', 30),
			[
				`Told by mail at T: it began. Not everybody got the mail: the mail server refused ${REFUSED}: no such mailbox.`,
			],
		],
		[
			'both, with a recipient that refuses',
			{ _notify: 'both', action_toAddress: REFUSED, browsers: 1 },
			async ({ captures, pushed }) => {
				await captures('m', 30);
				await pushed();
			},
			['Told by push message at T: it began. No mail was sent: the mail server refused it: no such mailbox'],
			1,
		],
		[
			'a picture that came late',
			{},
			({ captures }) => captures('mm', 11 * 60),
			['It is held for a moment, and told together with others that came late.', STILL_LATE],
		],
		[
			'a changed automation',
			{},
			async ({ captures, change }) => {
				await captures('n', 30);
				await change({ action_prompt: 'Something else' });
				await captures('m', 20);
			},
			['The condition was not met, so nothing was done.', SEEN],
		],
	])('%s', async (_name, fields, walk, words, pushed = 0) => {
		const watch = await watchOf(fields);
		await walk(watch);
		const runs = await watch.runs();
		expect(runs.map(wordsOf)).toEqual(words);
		const came = await arrived(watch, fields.action_toAddress ?? watch.customer.email);
		expect(came.mailed).toEqual(words.map((said) => /^Told [^.]*\bmail\b/.test(said)));
		expect(came.pushed).toBe(pushed);
		expect(runs.map(({ action_notification: n }) => n?.by.includes('push') ?? false)).toEqual(
			words.map((said) => /^Told [^.]*\bpush message\b/.test(said)),
		);
	});
});

describe('approval', () => {
	const asking = async (fields: Fields = {}) => {
		const watch = await watchOf({ _approve: true, ...fields });
		const send = async (minutesAgo: number, count: number) => {
			const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
			await watch.camera.send(await jpeg(), { 'X-Captured-At': at });
			await waitFor('the run to end or to wait', async () => {
				const runs = await watch.runs();
				return runs.length === count && runs.every(({ _status }) => !['queued', 'decided'].includes(_status));
			});
		};
		const said = async () => (await watch.runs()).map(wordsOf);
		return { ...watch, send, said };
	};

	test('the alert waits, then is told; what lasts refers to what became of it', async () => {
		const { customer, runs, send, said } = await asking();
		await send(30, 1);
		await send(29, 2);
		expect(await said()).toEqual(['It waits for your yes.', 'You were already asked at T, still there.']);
		expect(await mailsTo(server, customer.email)).toHaveLength(1);
		const [{ id } = { id: '' }] = await runs();
		await customer.post(`/api/runs/${id}/approve`, { subject: 'Yes', text: 'Yes' });
		await waitFor('the mail', async () => (await mailsTo(server, customer.email)).length === 2);
		await waitFor('the run to end', async () => (await runs())[0]?._status === 'succeeded');
		expect(await said()).toEqual(['Told by mail at T: it began.', 'Already told at T, still there.']);
	});

	test('in quiet hours nobody was asked yet; a discarded mail was not sent', async () => {
		const { customer, account, runs, send, said } = await asking();
		await account(quietHours());
		await send(30, 1);
		await send(29, 2);
		const later = 'T, when the quiet hours end.';
		expect(await said()).toEqual([`You are asked at ${later}`, `Still there. You are asked at ${later}`]);
		expect(await mailsTo(server, customer.email)).toEqual([]);
		const [{ id } = { id: '' }] = await runs();
		await customer.post(`/api/runs/${id}/discard`);
		await waitFor('the run to end', async () => (await runs())[0]?._status === 'skipped');
		const discarded = 'You discarded the mail, so nothing was sent.';
		expect(await said()).toEqual([discarded, `Still there. ${discarded}`]);
		expect(await mailsTo(server, customer.email)).toEqual([]);
	});
});

test('a mail server that is away: nothing is claimed until it is back', async () => {
	const watch = await watchOf({ action_toAddress: LATER });
	later.add(LATER);
	await watch.camera.send(await jpeg(), { 'X-Captured-At': new Date(Date.now() - 60_000).toISOString() });
	await waitFor('the first try', async () => (await watch.run(0))?._retries === true);
	expect(await watch.run(0)).toMatchObject({ _status: 'decided', _reason: null, action_notification: null });
	later.clear();
	await db()
		.update(automationRuns)
		.set({ next_try_at: sql`now()` })
		.where(eq(automationRuns._automationId, watch.id));
	await waitFor('the mail', async () => (await watch.run(0))?._status === 'succeeded');
	expect((await watch.runs()).map(wordsOf)).toEqual([SEEN]);
	expect((await arrived(watch, LATER)).mailed).toEqual([true]);
});

test('without credits, or while its owner is at home, the run says that it did nothing', async () => {
	const [poor, home] = [await server.customer(), await server.customer()];
	const mail = { _triggerType: 'email', action_toAddress: poor.email } as const;
	const unpaid = await addAutomation(server, poor.uid, mail);
	await askForRun(server, unpaid);
	await grant(server, home.uid, 100);
	const away = await addAutomation(server, home.uid, { ...mail, _works: 'away' });
	await askForRun(server, away);
	const said = async (customer: typeof poor, id: string) => {
		const [run] = await endedRuns(server, id, 1);
		return (await (await customer.get(`/api/runs/${run?.id}`)).json()) as Run;
	};
	expect((await said(poor, unpaid)).action_notification).toEqual({
		...{ state: 'not-sent', by: [] },
		problem: 'There were not enough credits. Buy credits, then use Run again.',
		words: 'There were not enough credits. Buy credits, then use Run again.',
	});
	expect(wordsOf(await said(home, away))).toBe(
		'You are at home, and this automation works only when you are away.',
	);
	const mails = await mailsTo(server, poor.email);
	expect(mails.filter(({ text }) => text?.includes('run='))).toEqual([]);
});

describe('times', () => {
	const zones = ['UTC', 'America/New_York', 'Australia/Sydney'];

	test('are instants; every sentence is on the clock of the account, whichever it becomes', async () => {
		const watch = await watchOf({ _tell: 'begin', _zone: 'UTC' });
		await watch.account({ ...quietHours(), zone: 'UTC' });
		await watch.captures('mm', 30);
		const stored = await db().select().from(automationRuns).where(eq(automationRuns._automationId, watch.id));
		for (const { _reason, action_information, action_evidence } of stored)
			expect(`${_reason} ${action_information} ${action_evidence}`).not.toMatch(/\d\d:\d\d/);
		for (const zone of zones) {
			await watch.account({ zone });
			const [first, second] = await watch.runs();
			const at = clockTime(new Date(first?.action_notification?.at ?? ''), zone, new Date());
			expect(first?._reason).toBe(`It is held until ${at}, when the quiet hours end.`);
			expect(second?._reason).toBe(
				`Still there. The alert about it is held until ${at}, when the quiet hours end.`,
			);
			const { items } = (await (await watch.customer.get(`/api/episodes?automation=${watch.id}`)).json()) as {
				items: Episode[];
			};
			expect(items[0]?.words).toBe(`2 captures, 1 alert held until ${at}`);
		}
	});

	test('in mails are on the clock of the account as well', async () => {
		const watch = await watchOf({ _zone: 'UTC' });
		await watch.account({ zone: 'Australia/Sydney' });
		const [run] = await watch.captures('m', 30);
		const [mail] = await mailsTo(server, watch.customer.email);
		const at = clockTime(run?._timestamp ?? new Date(), 'Australia/Sydney', new Date());
		expect(mail?.text).toContain(`taken at ${at} (Australia/Sydney)`);
	});

	test('sentences that earlier versions stored stay as they are', async () => {
		const watch = await watchOf({});
		const [run] = await watch.captures('m', 30);
		const _reason = 'Already told at 20:07, still there.';
		await db()
			.update(automationRuns)
			.set({ _reason, action_notification: null })
			.where(eq(automationRuns.id, String(run?.id)));
		expect(await watch.run(0)).toMatchObject({ _reason, action_notification: null });
	});
});
