import type { Device } from '@watchword/contract/device';
import type { Zone } from '@watchword/contract/zone';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCamera } from '../testing/automation.ts';
import { scriptedModel } from '../testing/model.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({
		model: {
			...scriptedModel(),
			readPrompt: async (_prompt, _trigger, { zones = [], removedZones = [] } = {}) => ({
				readAs: zones.map(({ name }) => name).join(),
				beyond: [...removedZones],
			}),
		},
	});
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;

const zone = (name: string, fields: Partial<Zone> = {}): Zone => ({
	name,
	points: [
		{ x: 0.1, y: 0.5 },
		{ x: 0.6, y: 0.5 },
		{ x: 0.6, y: 0.95 },
		{ x: 0.1, y: 0.95 },
	],
	use: 'named',
	ratio: 1.3333,
	...fields,
});

const put = (customer: Customer, id: string, body: object) =>
	customer.send('PUT', `/api/devices/${id}/zones`, body);

async function saved(customer: Customer, id: string, body: object): Promise<Device> {
	const answer = await put(customer, id, body);
	expect(answer.status, await answer.clone().text()).toBe(200);
	return (await answer.json()) as Device;
}

test('zones are stored with their device, in the order given, and other edits leave them alone', async () => {
	const customer = await server.customer();
	const { deviceId } = await addCamera(server, customer.uid);
	const zones = [
		zone('driveway'),
		zone('street', { use: 'never' }),
		zone('pool', { use: 'only', ratio: null }),
	];
	expect((await saved(customer, deviceId, { zones })).zones).toEqual(zones);
	await customer.send('PUT', `/api/devices/${deviceId}`, {
		desc: 'Front gate',
		...{ capture_window_start: '00:00', capture_window_end: '01:00' },
		...{ light_window_start: '00:00', light_window_end: '01:00' },
	});
	const device = (await (await customer.get(`/api/devices/${deviceId}`)).json()) as Device;
	expect(device).toMatchObject({ desc: 'Front gate', zones, removed_zones: [] });
});

test('names of removed zones are remembered until they are drawn again or forgotten', async () => {
	const customer = await server.customer();
	const { deviceId } = await addCamera(server, customer.uid);
	const removed = async (body: object) => (await saved(customer, deviceId, body)).removed_zones;
	await saved(customer, deviceId, { zones: [zone('driveway'), zone('Pool')] });
	expect(await removed({ zones: [] })).toEqual(['driveway', 'Pool']);
	expect(await removed({ zones: [zone('pool')] })).toEqual(['driveway']);
	expect(await removed({ zones: [], removed_zones: ['made up'] })).toEqual(['pool']);
	expect(await removed({ zones: [], removed_zones: [] })).toEqual([]);
});

test.each([
	[
		'two corners',
		[
			zone('pool', {
				points: [
					{ x: 0, y: 0 },
					{ x: 1, y: 1 },
				],
			}),
		],
		'zones.0: A zone needs at least 3 corners.',
	],
	[
		'a corner outside the picture',
		[
			zone('pool', {
				points: [
					{ x: 0, y: 0 },
					{ x: 1.5, y: 0 },
					{ x: 1, y: 1 },
				],
			}),
		],
		'zones.0: Every corner must be inside the picture: x and y from 0 to 1.',
	],
	[
		'sides that cross',
		[
			zone('pool', {
				points: [
					{ x: 0, y: 0 },
					{ x: 1, y: 1 },
					{ x: 1, y: 0 },
					{ x: 0, y: 1 },
				],
			}),
		],
		'zones.0: Its sides cross or touch each other. Move or remove a corner.',
	],
	[
		'a tiny one',
		[
			zone('pool', {
				points: [
					{ x: 0, y: 0 },
					{ x: 0.01, y: 0 },
					{ x: 0, y: 0.01 },
				],
			}),
		],
		'zones.0: It is too small. Move its corners apart.',
	],
	[
		'the same name twice',
		[zone('pool'), zone('Pool')],
		'zones.1: Another zone has the name Pool already. Choose another one.',
	],
	[
		'markup as a name',
		[zone('<b>pool</b>')],
		'zones.0: Give it a name of letters, digits and single spaces, such as driveway.',
	],
	[
		'seventeen zones',
		Array.from({ length: 17 }, (_, n) => zone(`zone ${String.fromCharCode(97 + n)}`)),
		'zones: A device may have at most 16 zones.',
	],
	['another use', [{ ...zone('pool'), use: 'sometimes' }], 'zones.0.use: '],
	[
		'no number',
		[{ ...zone('pool'), points: [{ x: '1', y: 0 }] }],
		'zones.0.points.0.x: must be a number from 0 to 1',
	],
])('%s: refused, in words that say what to change', async (_, zones, message) => {
	const customer = await server.customer();
	const { deviceId } = await addCamera(server, customer.uid);
	const answer = await put(customer, deviceId, { zones });
	expect(await refusal(answer.clone())).toBe('400 invalid-argument');
	expect(await answer.text()).toContain(message);
});

test('zones that were saved meanwhile are not replaced by those of somebody who has not seen them', async () => {
	const customer = await server.customer();
	const { deviceId } = await addCamera(server, customer.uid);
	const [gate, pool, lawn] = [zone('gate'), zone('pool'), zone('lawn')];
	await saved(customer, deviceId, { zones: [gate], before: [] });
	const late = await put(customer, deviceId, { zones: [pool], before: [] });
	expect(await refusal(late)).toBe('409 conflict');
	expect((await saved(customer, deviceId, { zones: [gate, pool], before: [gate] })).zones).toEqual([
		gate,
		pool,
	]);
	// The same again, as after an answer that got lost.
	await saved(customer, deviceId, { zones: [gate, pool], before: [gate] });
	// Without it, as a program may, they are replaced.
	expect((await saved(customer, deviceId, { zones: [lawn] })).zones).toEqual([lawn]);
});

test('a removed device has no zones to set', async () => {
	const customer = await server.customer();
	const { deviceId } = await addCamera(server, customer.uid);
	await customer.send('DELETE', `/api/devices/${deviceId}`, {});
	expect(await refusal(await put(customer, deviceId, { zones: [] }))).toBe('404 not-found');
});

test('the reading of a prompt in the editor knows the zones of the device', async () => {
	const customer = await server.customer();
	const { deviceId } = await addCamera(server, customer.uid);
	await saved(customer, deviceId, { zones: [zone('driveway'), zone('pool')] });
	await saved(customer, deviceId, { zones: [zone('driveway')] });
	const watching = { _triggerType: 'capture', trigger_device_deviceID: deviceId };
	const { id } = (await (await customer.post('/api/automations', watching)).json()) as { id: string };
	const asked = { prompt: 'A car in the driveway', trigger: 'capture' };
	expect(await (await customer.post(`/api/automations/${id}/reading`, asked)).json()).toEqual({
		reading: { readAs: 'driveway', beyond: ['pool'] },
	});
});
