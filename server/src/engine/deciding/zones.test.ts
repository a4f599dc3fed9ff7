import type { Trial } from '@watchword/contract/trial';
import type { Zone } from '@watchword/contract/zone';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Question } from '../../ports/model.ts';
import { addAutomation, addCamera } from '../../testing/automation.ts';
import { jpeg } from '../../testing/images.ts';
import { answerOf, scriptedModel } from '../../testing/model.ts';
import { endedRuns } from '../../testing/runs.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let asked: Question;
beforeAll(async () => {
	const scripted = scriptedModel((question) => {
		asked = question;
		return answerOf({});
	});
	server = await startServer({
		model: {
			...scripted,
			ask: async (question, ...rest) => ({
				...(await scripted.ask(question, ...rest)),
				zones: question.parts.surroundings?.zones ?? [],
			}),
		},
	});
});
afterAll(() => server.stop());

const zone = (name: string, use: Zone['use'] = 'named', ratio: number | null = 4 / 3): Zone => ({
	name,
	points: [
		{ x: 0.1, y: 0.1 },
		{ x: 0.9, y: 0.1 },
		{ x: 0.5, y: 0.9 },
	],
	use,
	ratio: ratio && Math.round(ratio * 100) / 100,
});

async function watched(zones: Zone[]) {
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	await customer.send('PUT', `/api/devices/${camera.deviceId}/zones`, { zones: [...zones, zone('shed')] });
	await customer.send('PUT', `/api/devices/${camera.deviceId}/zones`, { zones });
	const id = await addAutomation(server, customer.uid, {
		_triggerType: 'capture',
		trigger_device_deviceID: camera.deviceId,
		action_prompt: 'A car in the driveway',
		action_toAddress: `${customer.uid}@example.com`,
	});
	return { customer, camera, id };
}

test('a run keeps the zones it was judged by, in its page and in its mail, whatever becomes of them', async () => {
	const zones = [zone('driveway'), zone('street', 'never')];
	const { customer, camera, id } = await watched(zones);
	await camera.send(await jpeg(640, 480));
	const [run] = await endedRuns(server, id, 1);
	expect(asked.parts.surroundings).toMatchObject({ zones, removedZones: ['shed'] });
	expect(asked.images[0]?.ratio).toBeCloseTo(4 / 3);
	await customer.send('PUT', `/api/devices/${camera.deviceId}/zones`, { zones: [] });
	expect(await (await customer.get(`/api/runs/${run?.id}`)).json()).toMatchObject({ action_zones: zones });
	const [raw = ''] = await server.rawMails(`${customer.uid}@example.com`, 1);
	expect((await PostalMime.parse(raw)).html).toContain('Outlined: driveway, street.');
});

test('a language model is told the zones by number, where not to look, and which ones it cannot know', async () => {
	const { camera, id } = await watched([
		zone('driveway'),
		zone('street', 'never'),
		zone('pool', 'named', 0.75),
	]);
	await camera.send(await jpeg(640, 480));
	await endedRuns(server, id, 1);
	expect(asked.text).toContain('each with its number: 1 "driveway", 2 "street".');
	expect(asked.text).toContain('What is covered with grey does not count: never look in 2 "street".');
	expect(asked.text).toContain('These zones are not known on this picture: "pool", "shed".');
});

test('a trial knows the zones too', async () => {
	const zones = [zone('driveway')];
	const { customer, camera, id } = await watched(zones);
	const { captureId } = (await (await camera.send(await jpeg(640, 480))).json()) as { captureId: string };
	const draft = (await (await customer.get(`/api/automations/${id}`)).json()) as object;
	const allowed = Object.entries(draft).filter(
		([name]) => !['id', '_owner', '_deleted', '_version', 'runs'].includes(name),
	);
	const answer = await customer.post(`/api/automations/${id}/try`, {
		draft: Object.fromEntries(allowed),
		on: { kind: 'capture', captureId },
	});
	expect(answer.status, await answer.clone().text()).toBe(200);
	expect(((await answer.json()) as Trial).zones).toEqual(zones);
	expect(asked.parts.surroundings).toMatchObject({ zones, removedZones: ['shed'] });
});
