import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { DELIVERIES_CHANNEL } from '../../deliveries/queue.ts';
import { webhookEndpoints } from '../../deliveries/tables.ts';
import { addAutomation, addCamera, sendCapture } from '../../testing/automation.ts';
import { openKeptDatabase } from '../../testing/database.ts';
import { jpeg } from '../../testing/images.ts';
import { answerOf } from '../../testing/model.ts';
import { sendJson, startModelServer, WIRES } from '../../testing/model-server.ts';
import { ServerProcess } from '../../testing/process.ts';
import { startServer } from '../../testing/server.ts';
import { waitFor } from '../../testing/wait.ts';
import { HOOK } from '../../testing/webhook.ts';
import { startReceiver } from '../../testing/webhook-receiver.ts';

test('a server that is killed after it has sent a webhook sends it again with the same id, and nothing else twice', async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'watchword-deliveries-'));
	const [model, receiver] = [await startModelServer(), await startReceiver()];
	model.respond = (response) =>
		sendJson(response, 200, WIRES['openai-compatible'].says(answerOf({ verdict: 'met' })));
	receiver.secret = HOOK.secret;

	const kept = await openKeptDatabase(dataDir);
	const seeding = await startServer({ database: kept.database, env: { ROLES: 'api' } });
	const { uid } = await seeding.customer();
	const camera = await addCamera(seeding, uid);
	await addAutomation(seeding, uid, {
		...{ _triggerType: 'capture', _actionType: 'save', trigger_device_deviceID: camera.deviceId },
	});
	await seeding.services.database.db
		.insert(webhookEndpoints)
		.values({ id: newId(), _owner: uid, url: receiver.url, secret: HOOK.secret, events: ['run.ended'] });
	await seeding.stop();

	const server = new ServerProcess(
		{
			...kept.env,
			...{ MODEL: 'openai-compatible', MODEL_URL: `${model.url}/v1`, MODEL_NAME: 'sees-all' },
			WEBHOOK_PRIVATE_NETWORKS: 'loopback',
		},
		{ mortal: true },
	);
	try {
		await server.start();
		const answers = receiver.respond;
		// It has the message, and its answer never arrives.
		receiver.respond = () => void server.kill();
		await sendCapture(String(server.url), camera.deviceKey, await jpeg());
		await receiver.of('run.ended', 1);
		await server.ended;
		receiver.respond = answers;
		await server.start();
		// The lease of the dead worker would take time to run out.
		await server.query(
			`update deliveries set lease_until = now() - interval '1 second' where ended_at is null`,
		);
		await server.query(`notify ${DELIVERIES_CHANNEL}`);
		const [first, second] = await receiver.of('run.ended', 2);
		expect(second?.id).toBe(first?.id);
		// The new process has another port, which is in its links.
		expect(second?.payload.timestamp).toBe(first?.payload.timestamp);
		expect(second?.payload.data.id).toBe(first?.payload.data.id);
		const rows = () => server.query(`select id, status, attempts from deliveries`);
		await waitFor('the outcome to be stored', async () =>
			(await rows()).every(({ status }) => status === 'sent'),
		);
		expect(await rows()).toEqual([{ id: first?.id, status: 'sent', attempts: 2 }]);
		expect(receiver.received).toHaveLength(2);
	} finally {
		await server.kill();
		model.close();
		receiver.close();
		await rm(dataDir, { recursive: true, force: true });
	}
});
