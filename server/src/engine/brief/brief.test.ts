import { eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { disableAccount, enableAccount } from '../../accounts/standing.ts';
import { users } from '../../accounts/tables.ts';
import { newId } from '../../base/ids.ts';
import type { Mail } from '../../ports/mailer.ts';
import { automationRuns, episodes } from '../../runs/tables.ts';
import { addAutomation, addCamera } from '../../testing/automation.ts';
import { jpeg } from '../../testing/images.ts';
import { addEpisode, endedRuns } from '../../testing/runs.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { mailBrief } from './brief.ts';
import { queueDueBriefs } from './due.ts';

let server: TestServer;
beforeAll(async () => {
	// These tests use their own clock, so the server runs no scheduler.
	server = await startServer({ env: { ROLES: 'api,worker' } });
});
afterAll(() => server.stop());

const db = () => server.services.database.db;
const hours = (n: number) => new Date(NOON.getTime() + n * 3600_000);
const NOON = new Date('2031-06-15T12:00:00Z');

type Customer = Awaited<ReturnType<TestServer['customer']>>;

async function setBrief(customer: Customer, brief_at: string | null, alert_zone = 'UTC') {
	const edit = { name: 'Robin', zone: null, mail_failures: true, mail_credits: true, brief_at, alert_zone };
	expect((await customer.send('PUT', '/api/users/me', edit)).status).toBe(200);
}

async function plannedFor({ uid }: Customer): Promise<Date | null> {
	const [user] = await db().select().from(users).where(eq(users.id, uid));
	return user?.next_brief_at ?? null;
}

describe('the time of the brief', () => {
	const plan = ({ uid }: Customer, next_brief_at: Date) =>
		db().update(users).set({ next_brief_at }).where(eq(users.id, uid));
	const sent: Record<string, unknown>[] = [];
	/** The queue as it is, which also notes what it was given. */
	const tick = (now: Date) => {
		const { queue } = server.services;
		const noting: typeof queue = {
			...queue,
			send: async (tx, name, data, options) => {
				await queue.send(tx, name, data, options);
				sent.push(data);
			},
		};
		return queueDueBriefs(db(), noting, now);
	};
	const untilOf = ({ uid }: Customer) => sent.filter((job) => job.uid === uid).map(({ until }) => until);

	test('is planned when it is set, moved and turned off, by the wall clock of the zone', async () => {
		const customer = await server.customer();
		expect(await plannedFor(customer)).toBeNull();
		await setBrief(customer, '07:30', 'Asia/Tokyo');
		const planned = await plannedFor(customer);
		expect(planned?.toISOString()).toMatch(/T22:30:00/);
		expect(Number(planned)).toBeGreaterThan(Date.now());
		// Saving something else leaves a brief that is due as it is.
		await plan(customer, NOON);
		await setBrief(customer, '07:30', 'Asia/Tokyo');
		expect(await plannedFor(customer)).toEqual(NOON);
		await setBrief(customer, '07:31', 'Asia/Tokyo');
		expect((await plannedFor(customer))?.toISOString()).toMatch(/T22:31:00/);
		await setBrief(customer, null);
		expect(await plannedFor(customer)).toBeNull();
	});

	test('makes one mail, even if several processes see it at once, and plans the next day', async () => {
		const customer = await server.customer();
		await setBrief(customer, '12:00');
		await plan(customer, NOON);
		await tick(hours(-1));
		expect(untilOf(customer)).toEqual([]);
		await Promise.all(Array.from({ length: 6 }, () => tick(NOON)));
		await tick(hours(0.5));
		expect(untilOf(customer)).toEqual([NOON.toISOString()]);
		expect(await plannedFor(customer)).toEqual(hours(24));
		const [text = ''] = await server.mails(customer.email, 1);
		expect(text).toContain('A quiet day: nothing ran.');
	});

	test('is not made up for after an outage of more than an hour, and never twice', async () => {
		const [late, missed] = [await server.customer(), await server.customer()];
		for (const customer of [late, missed]) await setBrief(customer, '12:00');
		await plan(late, hours(-0.9));
		await plan(missed, hours(-1.1));
		await tick(NOON);
		await tick(NOON);
		expect([untilOf(late), untilOf(missed)]).toEqual([[hours(-0.9).toISOString()], []]);
		expect([await plannedFor(late), await plannedFor(missed)]).toEqual([hours(24), hours(24)]);
	});

	test('keeps to the wall clock when daylight saving ends', async () => {
		const customer = await server.customer();
		await setBrief(customer, '09:00', 'Europe/Berlin');
		await plan(customer, new Date('2031-10-25T07:00:00Z'));
		await tick(new Date('2031-10-25T07:00:00Z'));
		expect(await plannedFor(customer)).toEqual(new Date('2031-10-26T08:00:00Z'));
	});

	test('passes without a mail while the account is disabled', async () => {
		const customer = await server.customer();
		await setBrief(customer, '12:00');
		await plan(customer, NOON);
		await disableAccount(db(), customer.uid);
		await tick(NOON);
		await enableAccount(db(), customer.uid);
		await tick(hours(5));
		expect(untilOf(customer)).toEqual([]);
		expect(await plannedFor(customer)).toEqual(hours(24));
	});
});

describe('a brief', () => {
	/** What would be sent about the 24 hours before now. */
	async function briefOf({ uid }: Customer, until = new Date()): Promise<Mail | undefined> {
		const sent: Mail[] = [];
		const mailer = {
			describe: 'kept',
			server: null,
			from: 'us@example.com',
			send: async (mail: Mail) => void sent.push(mail),
			close() {},
		};
		const needs = {
			db: db(),
			mailer,
			objects: server.services.objects,
			publicUrl: server.url,
			mailDomain: 'x.example',
		};
		await mailBrief(needs, { uid, until: until.toISOString() });
		return sent[0];
	}

	const addRuns = (
		uid: string,
		automation: string,
		count: number,
		fields: Partial<typeof automationRuns.$inferInsert>,
	) =>
		db()
			.insert(automationRuns)
			.values(
				Array.from({ length: count }, () => ({
					...{
						id: newId(),
						_owner: uid,
						_automationId: automation,
						_triggerKey: newId(),
						ended_at: new Date(),
					},
					...{ _triggerType: 'email', _actionType: 'save', _status: 'succeeded' },
					...fields,
				})) as (typeof automationRuns.$inferInsert)[],
			);
	const NOT_MET = { action_verdict: 'not met' } as const;

	test('lists episodes by camera with a picture and a link, and other runs by outcome', async () => {
		const customer = await server.customer();
		const { uid, email } = customer;
		await setBrief(customer, '12:00', 'Europe/Berlin');
		const camera = await addCamera(server, uid);
		const watch = {
			_triggerType: 'capture',
			trigger_device_deviceID: camera.deviceId,
			_name: 'Dog <b>',
		} as const;
		const dog = await addAutomation(server, uid, watch);
		await camera.send(await jpeg());
		const [run] = await endedRuns(server, dog, 1);
		const first_at = new Date(Date.now() - 2 * 3600_000);
		const last_at = new Date(Date.now() - 3600_000);
		const episode = String(run?._episodeId);
		await db().update(episodes).set({ first_at, last_at, captures: 14 }).where(eq(episodes.id, episode));
		await addRuns(uid, dog, 5, NOT_MET);
		const mails = await addAutomation(server, uid, { _name: 'Invoices' });
		await addRuns(uid, mails, 2, { action_verdict: 'met' });
		await addRuns(uid, mails, 1, { _status: 'failed' });
		await addRuns(uid, mails, 1, { ...NOT_MET, _timestamp: new Date(Date.now() - 25 * 3600_000) });
		// Nothing of anybody else.
		const stranger = await server.customer();
		await addRuns(stranger.uid, await addAutomation(server, stranger.uid, { _name: 'Foreign' }), 1, {});

		const mail = await briefOf(customer);
		expect(mail).toMatchObject({ to: email, subject: 'Your day: 1 episode' });
		expect(mail?.text).toMatch(
			new RegExp(
				`^Front gate\\n- Dog <b>, (\\w+ )?\\d\\d:\\d\\d to (\\w+ )?\\d\\d:\\d\\d, 14 captures\\n  .*\\n  ${server.url}/app/runs\\?episode=${episode}\\n` +
					`\\nMails and schedules\\n- Invoices: 2 done, 1 failed\\n  ${server.url}/app/runs\\?automation=${mails}\\n`,
			),
		);
		expect(mail?.text).toContain('You get this every day at 12:00 (Europe/Berlin).');
		expect(mail?.text).not.toMatch(/Foreign|not met/);
		expect(mail?.html).toContain('Dog &lt;b&gt;');
		expect(mail?.html).toContain('<img src="cid:picture-1"');
		expect(mail?.pictures?.map(({ contentType }) => contentType)).toEqual(['image/jpeg']);
	});

	test('has at most eight pictures, and says how many episodes it leaves out', async () => {
		const customer = await server.customer();
		await setBrief(customer, '12:00');
		const camera = await addCamera(server, customer.uid);
		const id = await addAutomation(server, customer.uid, {
			_triggerType: 'capture',
			trigger_device_deviceID: camera.deviceId,
		});
		await camera.send(await jpeg());
		const [run] = await endedRuns(server, id, 1);
		// Beside the one that the capture began.
		for (let n = 0; n < 61; n++) {
			await addEpisode(server, customer.uid, id, String(run?.id), { deviceId: camera.deviceId });
		}
		const mail = await briefOf(customer);
		expect(mail?.pictures).toHaveLength(8);
		expect(mail?.subject).toBe('Your day: 62 episodes');
		expect(mail?.text).toContain('And 2 more.');
	});

	test('of a quiet day is one line', async () => {
		const customer = await server.customer();
		await setBrief(customer, '12:00');
		const lines = async () => (await briefOf(customer))?.text.split('\n\n')[0];
		expect(await lines()).toBe('A quiet day: nothing ran.');
		await addRuns(customer.uid, await addAutomation(server, customer.uid), 1200, NOT_MET);
		expect(await lines()).toBe('A quiet day: your automations looked 1,200 times and found nothing.');
		expect((await briefOf(customer))?.subject).toBe('Your day: all quiet');
	});

	test('of the day when daylight saving ends is about 25 hours', async () => {
		const customer = await server.customer();
		await setBrief(customer, '09:00', 'Europe/Berlin');
		const _timestamp = new Date('2031-10-25T07:30:00Z');
		await addRuns(customer.uid, await addAutomation(server, customer.uid), 1, { ...NOT_MET, _timestamp });
		const mail = await briefOf(customer, new Date('2031-10-26T08:00:00Z'));
		expect(mail?.text).toContain('your automations looked once');
	});

	test('is not sent once it is turned off or the account is disabled', async () => {
		const customer = await server.customer();
		expect(await briefOf(customer)).toBeUndefined();
		await setBrief(customer, '12:00');
		expect(await briefOf(customer)).toBeDefined();
		await disableAccount(db(), customer.uid);
		expect(await briefOf(customer)).toBeUndefined();
	});

	test('is a mail that another parser reads, pictures included', async () => {
		const customer = await server.customer();
		await setBrief(customer, '12:00');
		await mailBrief(
			{ ...server.services, db: db(), mailDomain: 'x.example' },
			{ uid: customer.uid, until: NOON.toISOString() },
		);
		const [raw = ''] = await server.rawMails(customer.email, 1);
		const { messageId, subject } = await PostalMime.parse(raw);
		expect([messageId, subject]).toEqual([
			`<brief-${customer.uid}-${NOON.getTime()}@x.example>`,
			'Your day: all quiet',
		]);
	});
});

test('a server with all roles sends the brief that is due', async () => {
	const whole = await startServer();
	const customer = await whole.customer();
	await setBrief(customer, '12:00');
	const due = { next_brief_at: new Date(Date.now() - 60_000) };
	await whole.services.database.db.update(users).set(due).where(eq(users.id, customer.uid));
	const [text = ''] = await whole.mails(customer.email, 1);
	expect(text).toContain('A quiet day');
	await whole.stop();
});
