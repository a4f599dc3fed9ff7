import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../accounts/tables.ts';
import { automations } from '../automations/tables.ts';
import { DELIVERIES_CHANNEL } from '../deliveries/queue.ts';
import { deliveries } from '../deliveries/tables.ts';
import { addAutomation, addCamera, grant } from '../testing/automation.ts';
import { jpeg } from '../testing/images.ts';
import { refuseForNow } from '../testing/mail.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { type PushBrowserDouble, PushService } from '../testing/push-service.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { askToSendHeld, quietHours, sendHeld } from '../testing/watch.ts';

const MINUTE = 60_000;
const verdicts = new Map<number, 'met' | 'not met'>();
/** A prompt that is answered with odd words. */
const ODD = 'Say something odd.';
let server: TestServer;
let service: PushService;
let picture: Buffer;
beforeAll(async () => {
	service = await PushService.start();
	picture = await jpeg();
	server = await startServer({
		env: { ALERT_LATE_MINUTES: '600', ROLES: 'api,worker', WEBHOOK_PRIVATE_NETWORKS: 'loopback' },
		model: scriptedModel(({ parts }) =>
			answerOf({
				verdict: verdicts.get(parts.now.getTime()) ?? 'met',
				...(parts.prompt === ODD && {
					evidence: '💡\u0007'.repeat(1300),
					email_subject: `Line\t ${'ü'.repeat(250)}`,
				}),
			}),
		),
	});
});
afterAll(async () => {
	await server.stop();
	expect(service.refused).toEqual([]);
	await service.stop();
});
const db = () => server.services.database.db;

/** A camera and an automation that watches it and tells by push messages, with browsers of its owner. */
async function watch(browsers: number, fields: Partial<typeof automations.$inferInsert> = {}) {
	const customer = await server.customer();
	await grant(server, customer.uid, 100);
	const camera = await addCamera(server, customer.uid);
	const id = await addAutomation(server, customer.uid, {
		_name: 'Front gate',
		_triggerType: 'capture',
		trigger_device_deviceID: camera.deviceId,
		action_toAddress: null,
		_tell: 'begin',
		_notify: 'push',
		...fields,
	});
	const { key } = (await (await customer.get('/api/push')).json()) as { key: string };
	const subscribe = async (name: string): Promise<PushBrowserDouble> => {
		const browser = service.subscribe(key);
		expect((await customer.post('/api/push', { ...browser.subscription, name })).status).toBe(200);
		return browser;
	};
	const phones = await Promise.all(Array.from({ length: browsers }, (_, n) => subscribe(`Phone ${n + 1}`)));
	let sent = 0;
	/** Sends captures of m and n, `minutesAgo` the first one; the runs they became. */
	const captures = async (story: string, minutesAgo: number, step = 1) => {
		const from = Date.now() - minutesAgo * MINUTE;
		for (const [index, letter] of [...story].entries()) {
			const at = new Date(from + index * step * MINUTE);
			verdicts.set(at.getTime(), letter === 'm' ? 'met' : 'not met');
			expect((await camera.send(picture, { 'X-Captured-At': at.toISOString() })).status).toBe(202);
		}
		sent += story.length;
		return (await endedRuns(server, id, sent)).slice(-story.length);
	};
	return { customer, id, phones, phone: phones[0] as PushBrowserDouble, subscribe, captures };
}

const deliveriesOf = (runId: string | undefined) =>
	db()
		.select()
		.from(deliveries)
		.where(eq(deliveries.runId, String(runId)))
		.orderBy(deliveries.target);

/** The deliveries of a run, as soon as all have ended; those that wait for their next attempt are made due. */
const endedDeliveries = (runId: string | undefined) =>
	waitFor('deliveries to end', async () => {
		const all = await deliveriesOf(runId);
		if (all.length > 0 && all.every(({ ended_at }) => ended_at)) return all;
		await db()
			.update(deliveries)
			.set({ next_try_at: sql`now()` })
			.where(sql`${deliveries.runId} = ${runId} and ${deliveries.lease_until} is null`);
		await db().execute(sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`);
		return null;
	});

test('a message has the picture, the sentence, where it leads and how to snooze; the run shows it', async () => {
	const { customer, id, phone, phones, captures } = await watch(2);
	const [run] = await captures('m', 5);
	expect(run).toMatchObject({ _status: 'succeeded', _reason: null, action_sentTo: null });
	const [message] = await phone.messages(1);
	expect(message).toMatchObject({
		title: 'Front gate',
		body: 'Someone is there\nOne person at the gate.',
		url: `/app/runs?run=${run?.id}`,
	});
	expect(phone.pushed[0]).toMatchObject({ topic: id, urgency: 'high', ttl: 86_400 });
	expect(await phones[1]?.messages(1)).toHaveLength(1);
	const shown = await server.visitor().get(String(message?.picture));
	expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);

	const rows = await endedDeliveries(run?.id);
	expect(rows.map(({ target, status, answer }) => [target, status, answer])).toEqual([
		['Phone 1', 'sent', 201],
		['Phone 2', 'sent', 201],
	]);
	const { items } = (await (await customer.get('/api/push')).json()) as {
		items: { sent_at: string | null }[];
	};
	expect(items.map(({ sent_at }) => sent_at !== null)).toEqual([true, true]);

	const snooze = String(message?.snooze);
	await server.visitor().get(snooze);
	const until = async () =>
		(await db().select().from(automations).where(eq(automations.id, id)))[0]?._snoozedUntil ?? null;
	expect(await until()).toBeNull();
	expect((await server.visitor().fetch(snooze, { method: 'POST' })).status).toBe(200);
	expect(await until()).not.toBeNull();
	const [snoozed] = await captures('nm', 3).then((runs) => runs.slice(-1));
	expect(snoozed?._reason).toMatch(/^Nobody was told: it was snoozed/);
	expect(await deliveriesOf(snoozed?.id)).toEqual([]);
});

test('messages about one episode share a tag, and say that it lasts or is over', async () => {
	const { phone, captures } = await watch(1, { _tellAgainMinutes: 20, _tellOver: true });
	const runs = await captures('mmmn', 60, 15);
	const messages = await phone.messages(3);
	const bodies = new Set(messages.map(({ body }) => body.split('.')[0]?.split('\n')[0]));
	expect(bodies).toEqual(new Set(['Someone is there', 'Still there: Someone is there', 'It is over']));
	expect(new Set(messages.map(({ tag }) => tag))).toEqual(new Set([runs[0]?._episodeId]));
});

test('with both, a mail and a message; with no browser the mail says nothing of it, but the run does', async () => {
	const { customer, id, phone, captures } = await watch(1, { _notify: 'both' });
	await db().update(automations).set({ action_toAddress: customer.email }).where(eq(automations.id, id));
	const [run] = await captures('m', 5);
	expect(run).toMatchObject({ _status: 'succeeded', _reason: null, action_sentTo: customer.email });
	await phone.messages(1);
	expect(await server.mails(customer.email, 1)).toHaveLength(1);

	const none = await watch(0, { _notify: 'both', action_toAddress: 'both@example.com' });
	const [mailed] = await none.captures('m', 5);
	expect(mailed).toMatchObject({
		_status: 'succeeded',
		action_sentTo: 'both@example.com',
		_reason: 'Told. No push message was sent: no phone or browser is set up for push messages.',
	});
});

test('with no browser left the run says so, and the next capture notifies', async () => {
	const { phone, captures, subscribe } = await watch(0);
	expect(phone).toBeUndefined();
	const [run] = await captures('m', 9);
	expect(run).toMatchObject({
		_status: 'skipped',
		_reason: 'Nobody was told: no phone or browser is set up for push messages.',
	});
	const added = await subscribe('New phone');
	await captures('m', 5);
	expect(await added.messages(1)).toHaveLength(1);
});

test('long and odd words of a model make a message that still fits', async () => {
	const { phone, captures } = await watch(1, { _name: '門'.repeat(200), action_prompt: ODD });
	await captures('m', 5);
	const [message] = await phone.messages(1);
	expect(message?.title).toBe(`${'門'.repeat(99)}…`);
	expect(message?.body).toMatch(/^Line ü{250}\n(💡)+…$/u);
	expect(message?.body.length).toBeLessThanOrEqual(400);
});

describe('a push service', () => {
	test('that no longer knows a browser: it is removed, and the others get the message', async () => {
		const { customer, phone, phones, captures } = await watch(3);
		phone.answer = 410;
		(phones[1] as PushBrowserDouble).answer = 404;
		const [run] = await captures('m', 5);
		await phones[2]?.messages(1);
		const rows = await endedDeliveries(run?.id);
		expect(rows.map(({ status, pushId }) => [status, pushId !== null])).toEqual([
			['dropped', false],
			['dropped', false],
			['sent', true],
		]);
		expect(rows[0]?.problem).toBe('This browser gets no messages any more, and was removed.');
		const { items } = (await (await customer.get('/api/push')).json()) as { items: { name: string }[] };
		expect(items.map(({ name }) => name)).toEqual(['Phone 3']);
	});

	test('that refuses a message is not asked again; one that is busy or down is', async () => {
		const { phones, captures } = await watch(3);
		const [refusing, busy, down] = phones as [PushBrowserDouble, PushBrowserDouble, PushBrowserDouble];
		refusing.answer = 413;
		busy.answer = 429;
		down.answer = 503;
		const [run] = await captures('m', 5);
		await waitFor('all to be asked', () => refusing.asked > 0 && busy.asked > 0 && down.asked > 0);
		busy.answer = null;
		down.answer = null;
		const rows = await endedDeliveries(run?.id);
		expect(rows.map(({ status, answer }) => [status, answer])).toEqual([
			['failed', 413],
			['sent', 201],
			['sent', 201],
		]);
		expect(refusing.asked).toBe(1);
		expect([busy.pushed.length, down.pushed.length]).toEqual([1, 1]);
	});
});

test('quiet hours hold messages as they hold mails: one for each automation at their end', async () => {
	const { customer, id, phone, captures } = await watch(1);
	await db().update(users).set(quietHours()).where(eq(users.id, customer.uid));
	const runs = await captures('mnm', 30);
	expect(runs[0]?._reason).toMatch(/^It is held until/);
	expect(await deliveriesOf(runs[2]?.id)).toEqual([]);
	await askToSendHeld(server, id);
	const [message] = await phone.messages(1);
	expect(message?.body).toMatch(/^2 alerts from .* to .*\. The last: Someone is there\n/);
	expect(message?.url).toBe(`/app/runs?run=${runs[2]?.id}`);
	expect(await endedDeliveries(runs[2]?.id)).toHaveLength(1);
	const [told] = await endedRuns(server, id, 3);
	expect(told?._reason).toMatch(/^Told in one message/);
});

test('held messages do not wait for a mail server that says later', async () => {
	const to = 'later@elsewhere.example';
	const { customer, id, phone, captures } = await watch(1, { _notify: 'both', action_toAddress: to });
	const later = refuseForNow(server).add(to);
	await db().update(users).set(quietHours()).where(eq(users.id, customer.uid));
	await captures('m', 30);
	await askToSendHeld(server, id);
	const [message] = await phone.messages(1);
	expect(message?.body).toContain('Someone is there');
	later.clear();
	await sendHeld(server, id);
	const [run] = await endedRuns(server, id, 1);
	expect(run?._reason).toMatch(/^Told in one message/);
	expect(phone.pushed).toHaveLength(1);
});

test('what was still to be sent to a browser does not go to the account that has it next', async () => {
	const { customer, phone, captures } = await watch(1);
	phone.answer = 503;
	const [run] = await captures('m', 5);
	await waitFor('the first attempt', () => phone.asked > 0);
	const next = await server.customer();
	expect((await next.post('/api/push', { ...phone.subscription, name: 'Tablet' })).status).toBe(200);
	phone.answer = null;
	const [delivery] = await endedDeliveries(run?.id);
	expect(delivery).toMatchObject({ status: 'dropped', problem: 'This browser was removed.' });
	expect(phone.pushed).toEqual([]);
	expect(((await (await customer.get('/api/push')).json()) as { items: [] }).items).toEqual([]);
});
