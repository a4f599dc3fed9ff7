import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addAutomation, addCamera, grant, sendCapture } from '../testing/automation.ts';
import { openKeptDatabase } from '../testing/database.ts';
import { drawCar } from '../testing/drawn.ts';
import { answerOf } from '../testing/model.ts';
import { type ModelServer, sendJson, startModelServer, WIRES } from '../testing/model-server.ts';
import { ServerProcess } from '../testing/process.ts';
import { type PushBrowserDouble, PushService } from '../testing/push-service.ts';
import { startServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';

let dataDir: string;
let model: ModelServer;
let service: PushService;
let phone: PushBrowserDouble;
let automation: string;
let atOnce: string;
let deviceKey: string;
let server: ServerProcess;

beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'watchword-push-crash-'));
	service = await PushService.start();
	model = await startModelServer();
	model.respond = (response) =>
		sendJson(response, 200, WIRES['openai-compatible'].says(answerOf({ verdict: 'met' })));
	const networks = { WEBHOOK_PRIVATE_NETWORKS: 'loopback' };
	const kept = await openKeptDatabase(dataDir);
	const seeding = await startServer({ database: kept.database, env: { ROLES: 'api', ...networks } });
	const customer = await seeding.customer();
	await grant(seeding, customer.uid, 100);
	const { key } = (await (await customer.get('/api/push')).json()) as { key: string };
	phone = service.subscribe(key);
	await customer.post('/api/push', { ...phone.subscription, name: 'Phone' });
	automation = await addAutomation(seeding, customer.uid, {
		_triggerType: 'schedule',
		_notify: 'push',
		action_toAddress: null,
	});
	const camera = await addCamera(seeding, customer.uid);
	deviceKey = camera.deviceKey;
	const attached = { _triggerType: 'capture', trigger_device_deviceID: camera.deviceId } as const;
	// Two that run free of charge, so that the third is charged.
	for (const _paused of [true, true]) await addAutomation(seeding, customer.uid, { ...attached, _paused });
	atOnce = await addAutomation(seeding, customer.uid, {
		...{ ...attached, _tell: 'begin', _notify: 'both', _atOnce: true, action_prompt: 'Is there a car?' },
	});
	await seeding.stop();
	const models = { MODEL: 'openai-compatible', MODEL_URL: `${model.url}/v1`, MODEL_NAME: 'sees-all' };
	server = new ServerProcess({ ...kept.env, ...networks, ...models, RUNS_IN_FLIGHT: '1' }, { mortal: true });
	await server.start();
});
afterAll(async () => {
	await server.kill();
	model.close();
	await service.stop();
	await rm(dataDir, { recursive: true, force: true });
});

const began = Date.now();

/** Triggers the nth run: its time is the nth minute before the test began, which was missed and is now due. */
async function trigger(n: number): Promise<void> {
	const time = new Date(Math.floor(began / 60_000 - n) * 60_000).toISOString();
	await server.query(`update automations set _schedule = '{${time.slice(11, 16)}}', next_fire_at = '${time}'
		where id = '${automation}'`);
}

/** Starts it again, and ends the leases of the dead process, which would otherwise take time to run out. */
async function startAgain(): Promise<void> {
	await server.start();
	await server.query('update automation_runs set lease_until = now() where ended_at is null');
	await server.query('update deliveries set lease_until = now(), next_try_at = now() where ended_at is null');
	await server.query('notify watchword_runs');
	await server.query('notify watchword_deliveries');
}

const sent = (count: number) =>
	waitFor(`${count} deliveries to be sent`, async () => {
		const rows = await server.query(`select d.status, r._status as run from automation_runs r
			left join deliveries d on d."runId" = r.id where r."_automationId" = '${automation}' order by r.seq`);
		return rows.length === count && rows.every(({ status, run }) => status === 'sent' && run === 'succeeded');
	});

test('killed while a push service has a message: the message is sent again, and the browser sees one', async () => {
	const { promise: asked, resolve: hears } = Promise.withResolvers<void>();
	phone.hangs = hears;
	await trigger(1);
	await asked;
	await server.kill();
	phone.hangs = null;
	await startAgain();
	await sent(1);
	expect(phone.asked).toBe(2);
	expect(phone.pushed).toHaveLength(1);
});

/** Each run makes about ten lasting writes, with a restart after each. Only where all crashes are asked for. */
if (inject('crashAll')) {
	test('killed before every lasting write, each run notifies once', async () => {
		let runs = 1;
		let deaths = 0;
		for (let survived = false; !survived; ) {
			const n = ++runs;
			server.dieBefore(n - 1);
			const life = trigger(n).then(async () => {
				await sent(n);
				server.dieBefore(1e9);
				await server.query('select 1');
			});
			survived = await life.then(
				() => true,
				() => server.ended.then(() => false),
			);
			if (survived) break;
			deaths++;
			await startAgain();
			if (
				(await server.query(`select from automation_runs where "_automationId" = '${automation}'`)).length < n
			)
				await trigger(n);
			await sent(n);
		}
		const tags = phone.pushed.map(({ message }) => message.tag);
		expect(new Set(tags).size).toBe(runs);
		expect(tags.length - runs).toBeLessThanOrEqual(deaths);
	});
}

test('killed after people were told at once and before the language model has answered: nobody is told twice', async () => {
	const { respond } = model;
	const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
	model.respond = () => isAsked();
	const before = phone.pushed.length;
	expect((await sendCapture(String(server.url), deviceKey, await drawCar())).status).toBe(202);
	await asked;
	const deliveriesSent = (count: number) =>
		waitFor(`${count} messages are sent`, async () => {
			const rows =
				await server.query(`select d.status from deliveries d join automation_runs r on r.id = d."runId"
				where r."_automationId" = '${atOnce}'`);
			return rows.length === count && rows.every(({ status }) => status === 'sent');
		});
	await deliveriesSent(1);
	await server.kill();
	model.respond = respond;
	await startAgain();
	await deliveriesSent(2);
	const run = await waitFor('the run has ended', async () => {
		const [row] = await server.query(`select r.*,
			(select count(*)::int from ledger_entries l where l.kind = 'charge' and l.reference = r.id) as charges
			from automation_runs r where "_automationId" = '${atOnce}' and ended_at is not null`);
		return row;
	});
	expect(run).toMatchObject({ action_verdict: 'met', credits: 1, charges: 1, action_pushes: 1 });
	expect(run).toMatchObject({ action_firstLook: { verdict: 'met', told_at: expect.any(String) } });
	const pushed = phone.pushed.slice(before).map(({ message }) => [message.tag, message.quiet]);
	expect(pushed).toEqual([
		[run.id, undefined],
		[run.id, true],
	]);
	const mails = await readdir(join(dataDir, 'outbox'));
	expect(mails.filter((name) => !name.startsWith('.'))).toHaveLength(1);
});
