import type { Run } from '@watchword/contract/run';
import { WEBHOOK_PAYLOADS, type WebhookDelivery, type WebhookEndpoint } from '@watchword/contract/webhook';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '../../accounts/tables.ts';
import { DELIVERIES_CHANNEL } from '../../deliveries/queue.ts';
import { deliveries, webhookEndpoints } from '../../deliveries/tables.ts';
import { devices } from '../../devices/tables.ts';
import { addAutomation, addCamera, askForRun, grant } from '../../testing/automation.ts';
import { jpeg } from '../../testing/images.ts';
import { answerOf, scriptedModel } from '../../testing/model.ts';
import { endedRuns } from '../../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../../testing/server.ts';
import { waitFor } from '../../testing/wait.ts';
import { startReceiver } from '../../testing/webhook-receiver.ts';
import { findSilence } from '../silence.ts';

type Customer = Awaited<ReturnType<TestServer['customer']>>;
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

let server: TestServer;
let receiver: Receiver;
let verdict: 'met' | 'not met' = 'met';
const path = '/api/webhook-endpoints';
const db = () => server.services.database.db;

beforeAll(async () => {
	server = await startServer({
		model: scriptedModel(() => answerOf({ verdict })),
		env: { WEBHOOK_PRIVATE_NETWORKS: 'loopback' },
		dns: { 'A inside.example.com': [['10.1.2.3']] },
	});
});
afterAll(() => server.stop());
beforeEach(async () => {
	receiver = await startReceiver();
});
afterEach(() => receiver.close());

const ALL = ['run.ended', 'episode.began', 'episode.ended', 'device.silent'];

async function addWebhook(customer: Customer, events = ALL): Promise<WebhookEndpoint & { secret: string }> {
	const answer = await customer.post(path, { url: receiver.url, events });
	expect(answer.status).toBe(200);
	const added = (await answer.json()) as WebhookEndpoint & { secret: string };
	receiver.secret = added.secret;
	return added;
}

const read = async <T>(customer: Customer, at: string) => (await (await customer.get(at)).json()) as T;
const log = async (customer: Customer, id: string) =>
	(await read<{ items: WebhookDelivery[] }>(customer, `${path}/${id}/deliveries`)).items;
const endpoint = async (customer: Customer) =>
	(await read<{ items: WebhookEndpoint[] }>(customer, path)).items[0];

async function runOnce(customer: Customer) {
	await grant(server, customer.uid, 10);
	const automation = await addAutomation(server, customer.uid, { _name: 'Gate', _triggerType: 'schedule' });
	await askForRun(server, automation);
	const [run] = await endedRuns(server, automation, 1);
	return { automation, run: String(run?.id) };
}

test('the end of a run is sent once, signed as Standard Webhooks requires, and the run shows it', async () => {
	const customer = await server.customer();
	const { id } = await addWebhook(customer);
	const { automation, run } = await runOnce(customer);
	const [told] = await receiver.of('run.ended', 1);
	expect(receiver.forged).toEqual([]);
	const { data, timestamp } = WEBHOOK_PAYLOADS['run.ended'].parse(told?.payload);
	expect(data).toMatchObject({
		...{ id: run, automation: { id: automation, _name: 'Gate' }, _status: 'succeeded' },
		...{ action_verdict: 'met', action_condition_met: true, url: `${server.url}/app/runs?run=${run}` },
	});
	expect(data.ended_at).toBe(timestamp);
	const [logged] = await waitFor('the delivery in the log', async () => {
		const all = await log(customer, id);
		return all[0]?.status === 'sent' && all;
	});
	expect(logged).toMatchObject({
		...{ id: told?.id, event: 'run.ended', attempts: 1, answer: 204, problem: null },
		...{ next_try_at: null, payload: told?.payload },
	});
	const { deliveries } = await read<Run>(customer, `/api/runs/${run}`);
	expect(deliveries).toEqual([
		{ kind: 'webhook', target: receiver.url, status: 'sent', problem: null, at: logged?.ended_at },
	]);
	expect(receiver.received).toHaveLength(1);
});

test('an episode is sent when it begins and when it is over, with its picture', async () => {
	const customer = await server.customer();
	await addWebhook(customer);
	const camera = await addCamera(server, customer.uid);
	const automation = await addAutomation(server, customer.uid, {
		...{ _name: 'Yard', _triggerType: 'capture', _tell: 'begin', trigger_device_deviceID: camera.deviceId },
	});
	for (const [index, seen] of (['met', 'met', 'not met'] as const).entries()) {
		verdict = seen;
		expect((await camera.send(await jpeg(200 + index))).status).toBe(202);
		await endedRuns(server, automation, index + 1);
	}
	verdict = 'met';
	const [began] = await receiver.of('episode.began', 1);
	const [over] = await receiver.of('episode.ended', 1);
	await receiver.of('run.ended', 3);
	const first = WEBHOOK_PAYLOADS['episode.began'].parse(began?.payload).data;
	const last = WEBHOOK_PAYLOADS['episode.ended'].parse(over?.payload).data;
	expect(first).toMatchObject({
		...{ automation: { id: automation, _name: 'Yard' }, device: { id: camera.deviceId, desc: 'Front gate' } },
		...{ captures: 1, ended_at: null },
	});
	expect(last).toMatchObject({ id: first.id, captures: 2, first_runId: first.first_runId });
	expect(last.ended_at).not.toBeNull();
	const picture = await customer.get(String(first.picture_url).replace(server.url, ''));
	expect(picture.headers.get('content-type')).toMatch(/^image\//);
	expect(receiver.received.filter(({ payload }) => payload.type === 'episode.began')).toHaveLength(1);
});

test('webhooks get a silent camera, even if no mail is wanted', async () => {
	const customer = await server.customer();
	await addWebhook(customer, ['device.silent']);
	const { deviceId } = await addCamera(server, customer.uid);
	const since = new Date('2026-06-15T12:00:00.000Z');
	await db().update(users).set({ mail_silent: false }).where(eq(users.id, customer.uid));
	await db()
		.update(devices)
		.set({
			...{ last_seen_at: since, last_captured_at: since },
			...{ capture_window_start: '06:00', capture_window_end: '18:00' },
		})
		.where(eq(devices.id, deviceId));
	const needs = { db: db(), queue: server.services.queue, publicUrl: server.url };
	const later = new Date(since.getTime() + 20 * 60_000);
	for (let looks = 0; looks < 2; looks++) await findSilence(needs, new Date(0), later);
	const [told] = await receiver.of('device.silent', 1);
	const { data } = WEBHOOK_PAYLOADS['device.silent'].parse(told?.payload);
	expect(data).toMatchObject({ id: deviceId, desc: 'Front gate', last_seen_at: since.toISOString() });
	expect(receiver.received).toHaveLength(1);
});

test('an endpoint that fails gets the same delivery again, and one that is turned off gets nothing', async () => {
	const customer = await server.customer();
	const { id } = await addWebhook(customer, ['run.ended']);
	const later = new Date(Date.now() + 600_000);
	receiver.respond = (response) =>
		void response.writeHead(500, { 'retry-after': later.toUTCString() }).end('x'.repeat(100_000));
	const { run } = await runOnce(customer);
	await receiver.of('run.ended', 1);
	const failed = await waitFor('the failure in the log', async () => {
		const [one] = await log(customer, id);
		return one?.problem ? one : null;
	});
	expect(failed).toMatchObject({ status: 'waiting', attempts: 1, answer: 500, problem: 'It answered 500.' });
	expect(Date.parse(failed.next_try_at ?? '')).toBeGreaterThan(later.getTime() - 2000);
	expect((await endpoint(customer))?.failing_since).not.toBeNull();
	expect((await read<Run>(customer, `/api/runs/${run}`)).deliveries).toMatchObject([
		{ status: 'waiting', problem: 'It answered 500.' },
	]);
	receiver.respond = (response) => void response.writeHead(200).end();
	expect((await customer.post(`${path}/${id}/deliveries/${failed.id}/again`)).status).toBe(200);
	const [first, second] = await receiver.of('run.ended', 2);
	expect(second).toMatchObject({ id: first?.id, payload: first?.payload });
	await waitFor('the end of the failure', async () => (await endpoint(customer))?.failing_since === null);

	const off = { url: receiver.url, events: ['run.ended'], enabled: false };
	expect(await (await customer.send('PUT', `${path}/${id}`, off)).json()).toMatchObject({
		disabled_at: expect.any(String),
	});
	await runOnce(customer);
	expect(await log(customer, id)).toHaveLength(1);
	const on = await customer.send('PUT', `${path}/${id}`, { ...off, enabled: true });
	expect(await on.json()).toMatchObject({ disabled_at: null, failing_since: null });
	expect(receiver.received).toHaveLength(2);
});

test('after a day of failures an endpoint is turned off, with one mail, and what waits for it is dropped', async () => {
	const customer = await server.customer();
	const { id } = await addWebhook(customer, ['run.ended']);
	receiver.respond = (response) => void response.writeHead(503).end();
	await runOnce(customer);
	await receiver.of('run.ended', 1);
	await waitFor('the failure in the log', async () => (await log(customer, id))[0]?.problem);
	// A day later.
	const aDayAgo = sql`now() - interval '25 hours'`;
	await db().update(webhookEndpoints).set({ failing_since: aDayAgo }).where(eq(webhookEndpoints.id, id));
	await db()
		.update(deliveries)
		.set({ created_at: aDayAgo, next_try_at: sql`now()` })
		.where(eq(deliveries.webhookId, id));
	await db().execute(sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`);
	await waitFor('the webhook to be turned off', async () => (await endpoint(customer))?.disabled_at);
	expect((await log(customer, id))[0]).toMatchObject({ status: 'failed', attempts: 2, answer: 503 });
	const [mail] = await server.mails(customer.email, 1);
	expect(mail).toContain('arrived for a day, so the webhook was turned off');
	expect(mail).toContain(receiver.url);
	// Sent by hand to one that is off: dropped, and no second mail is queued.
	const [last] = await log(customer, id);
	await customer.post(`${path}/${id}/deliveries/${last?.id}/again`);
	await waitFor('the drop', async () => (await log(customer, id))[0]?.status === 'dropped');
	expect(await server.mails(customer.email, 1)).toHaveLength(1);
});

test('a test is sent at once and answers what came of it', async () => {
	const customer = await server.customer();
	const { id } = await addWebhook(customer);
	const test = async () => (await customer.post(`${path}/${id}/test`)).json();
	expect(await test()).toMatchObject({ outcome: 'sent', answer: 204, problem: null });
	const [told] = await receiver.of('webhook.test', 1);
	WEBHOOK_PAYLOADS['webhook.test'].parse(told?.payload);
	receiver.respond = (response) => void response.writeHead(302, { location: '/' }).end();
	expect(await test()).toMatchObject({ outcome: 'failed', answer: 302 });
	receiver.close();
	expect(await test()).toMatchObject({
		outcome: 'failed',
		answer: null,
		problem: 'It refused the connection.',
	});
	expect((await log(customer, id)).map(({ event, status }) => [event, status])).toEqual([
		['webhook.test', 'failed'],
		['webhook.test', 'failed'],
		['webhook.test', 'sent'],
	]);
});

test('a secret is shown on request, and a new one signs from then on', async () => {
	const customer = await server.customer();
	const { id, secret } = await addWebhook(customer);
	expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
	await customer.confirm();
	expect(await (await customer.post(`${path}/${id}/show-secret`)).json()).toEqual({ secret });
	expect(JSON.stringify(await endpoint(customer))).not.toContain('whsec_');
	const next = (await (await customer.post(`${path}/${id}/secret`)).json()) as { secret: string };
	expect(next.secret).not.toBe(secret);
	await customer.post(`${path}/${id}/test`);
	expect(receiver.forged).toHaveLength(1);
	receiver.secret = next.secret;
	await customer.post(`${path}/${id}/test`);
	expect(receiver.received).toHaveLength(1);
});

test('an address that must not be reached is refused with the reason, and so are bad events and an eleventh', async () => {
	const customer = await server.customer();
	const add = (url: string, events: unknown = ['run.ended']) => customer.post(path, { url, events });
	for (const url of ['https://inside.example.com/', 'http://169.254.169.254/', server.url, 'gopher://x/'])
		expect(await refusal(await add(url)), url).toBe('400 invalid-argument');
	const { error } = (await (await add('https://inside.example.com/')).json()) as {
		error: { message: string };
	};
	expect(error.message).toContain('inside.example.com is in a private network');
	expect(await refusal(await add(receiver.url, []))).toBe('400 invalid-argument');
	expect(await refusal(await add(receiver.url, ['run.began']))).toBe('400 invalid-argument');
	const made = await Promise.all(Array.from({ length: 12 }, () => add(receiver.url)));
	expect(made.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 409, 409]);
});

test('an endpoint that answers that it is gone is turned off at once, and the mail says so', async () => {
	const customer = await server.customer();
	await addWebhook(customer, ['run.ended']);
	receiver.respond = (response) => void response.writeHead(410).end();
	await runOnce(customer);
	const [mail] = await server.mails(customer.email, 1);
	expect(mail).toContain(`${receiver.url} answered that nothing is to be sent there any more`);
	expect(mail).not.toContain('for a day');
});

test('a webhook that is removed is gone with its log', async () => {
	const customer = await server.customer();
	const { id } = await addWebhook(customer);
	await customer.post(`${path}/${id}/test`);
	expect((await customer.send('DELETE', `${path}/${id}`, {})).status).toBe(200);
	expect(await refusal(await customer.get(`${path}/${id}/deliveries`))).toBe('404 not-found');
	expect(await db().select().from(deliveries).where(eq(deliveries._owner, customer.uid))).toEqual([]);
});

test('the API description has what is posted for every event', async () => {
	const document = (await (await server.visitor().get('/api/openapi.json')).json()) as {
		webhooks: Record<string, unknown>;
	};
	expect(Object.keys(document.webhooks)).toEqual([...ALL, 'webhook.test']);
	expect(JSON.stringify(document.webhooks['run.ended'])).toContain('action_verdict');
});
