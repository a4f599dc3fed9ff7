import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { automations } from '../automations/tables.ts';
import { addAutomation, addCamera } from '../testing/automation.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { warmUp } from './warm-up.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

test('the model gets ready ahead only where an automation waits for pictures', async () => {
	const { db } = server.services.database;
	let times = 0;
	const model = {
		warmUp: async () => {
			times += 1;
		},
	};
	const { uid } = await server.customer();
	await addAutomation(server, uid, { _triggerType: 'schedule' });
	await warmUp({ db, model });
	expect(times).toBe(0);

	const camera = { trigger_device_deviceID: (await addCamera(server, uid)).deviceId };
	const automation = await addAutomation(server, uid, { _triggerType: 'capture', ...camera });
	await warmUp({ db, model });
	expect(times).toBe(1);
	await warmUp({ db, model: {} });

	await db.update(automations).set({ _paused: true }).where(eq(automations.id, automation));
	await warmUp({ db, model });
	expect(times).toBe(1);
});
