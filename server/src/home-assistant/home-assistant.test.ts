import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { devices } from '../devices/tables.ts';
import { findSilence } from '../engine/silence.ts';
import { addAutomation, addCamera, grant } from '../testing/automation.ts';
import { discoveryConfig, STATES } from '../testing/home-assistant.ts';
import { jpeg } from '../testing/images.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { startBroker, startListener } from '../testing/mqtt-broker.ts';
import { logTo } from '../testing/quiet.ts';
import { endedRuns } from '../testing/runs.ts';
import { type Customer, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';

const BOX = {
	name: 'person',
	score: 0.9,
	counted: true,
	picture: 0,
	left: 0.2,
	top: 0.2,
	right: 0.8,
	bottom: 0.8,
};

let broker: Awaited<ReturnType<typeof startBroker>>;
let home: Awaited<ReturnType<typeof startListener>>;
let server: TestServer;
const lines: string[] = [];
/** What the scripted model says next. */
let verdict: 'met' | 'not met' | 'cannot tell' = 'met';

beforeAll(async () => {
	broker = await startBroker(() => 'watchword:s3cret/word');
	home = await startListener(broker.urlFor('watchword:s3cret%2Fword'));
	server = await startServer({
		env: { MQTT_URL: broker.urlFor('watchword:s3cret%2Fword') },
		log: logTo(lines),
		model: scriptedModel(() => answerOf({ verdict }), [BOX]),
	});
});
afterAll(async () => {
	await server.stop();
	await home.stop();
	await broker.stop();
});

const wants = (customer: Customer, home_assistant: boolean) =>
	customer.send('PUT', '/api/users/me', { home_assistant });

/** The config of a camera, an automation or an account, as soon as it is there. */
async function configOf(customer: Customer, id: string) {
	const topic = `homeassistant/device/${customer.uid}/${id}/config`;
	await waitFor(`the config of ${id}`, () => home.seen.has(topic), { seen: () => [...home.seen.keys()] });
	return discoveryConfig.parse(home.json(topic));
}

type Component = Record<string, string>;
const topicOf = (component: unknown, name = 'state_topic') => String((component as Component)[name]);

async function stateOf(topic: string, state: string): Promise<void> {
	await waitFor(`${topic} to be ${state}`, () => home.text(topic) === state, {
		seen: () => home.text(topic),
	});
}

const theirs = (customer: Customer) => [...home.seen.keys()].filter((topic) => topic.includes(customer.uid));

/** A customer in Home Assistant, with a camera and an automation that watches it. */
async function announced(fields: Parameters<typeof addAutomation>[2] = {}) {
	const customer = await server.customer();
	await grant(server, customer.uid, 100);
	const camera = await addCamera(server, customer.uid);
	const automation = await addAutomation(server, customer.uid, {
		_triggerType: 'capture',
		trigger_device_deviceID: camera.deviceId,
		...fields,
	});
	expect((await wants(customer, true)).status).toBe(200);
	const config = await configOf(customer, automation);
	return { customer, camera, automation, config };
}

test('a camera has its latest picture with boxes, its last capture and its problem', async () => {
	verdict = 'met';
	const { customer, camera, automation } = await announced();
	const { components, device, availability } = await configOf(customer, camera.deviceId);
	expect(device).toMatchObject({ name: 'Front gate', model: 'Camera' });
	await stateOf(String(availability[0]?.topic), 'online');
	await stateOf(topicOf(components.captured), 'None');
	await stateOf(topicOf(components.problem), 'OFF');

	await camera.send(await jpeg());
	await endedRuns(server, automation, 1);
	const bytes = await waitFor('a picture with boxes', async () => {
		const picture = home.seen.get(topicOf(components.picture, 'image_topic'));
		return picture && (await isDrawnOn(picture)) && picture;
	});
	expect((await sharp(bytes).metadata()).format).toBe('jpeg');
	const captured = topicOf(components.captured);
	await waitFor('the time of the capture', () => home.text(captured) !== 'None');
	expect(STATES.timestamp.safeParse(home.text(captured)).success).toBe(true);

	const report = { connection: 'rtsp', problem: 'Camera unreachable' };
	const sent = await fetch(`${server.url}/api/devices/status`, {
		method: 'POST',
		body: JSON.stringify(report),
		headers: { authorization: `Bearer ${camera.deviceKey}`, 'content-type': 'application/json' },
	});
	expect(sent.status).toBe(200);
	await stateOf(topicOf(components.problem), 'ON');
	const trouble = topicOf(components.problem, 'json_attributes_topic');
	await waitFor('the problem in words', () => home.json(trouble)?.problem === 'Camera unreachable');
});

/** Whether the left side of the box, which is on the plain background of the picture, has another colour. */
async function isDrawnOn(picture: Buffer): Promise<boolean> {
	const { width, height } = await sharp(picture).metadata();
	const side = {
		left: Math.round(width * 0.19),
		top: Math.round(height * 0.5),
		width: Math.round(width * 0.02),
		height: 4,
	};
	const { channels } = await sharp(await sharp(picture).extract(side).toBuffer()).stats();
	return channels.some(({ stdev }) => stdev > 10);
}

test('an automation has the state of its condition with sentence and evidence; "cannot tell" is unknown', async () => {
	const { camera, automation, config } = await announced();
	const { met } = config.components;
	await stateOf(topicOf(met), 'None');
	for (const [said, state, colour] of [
		['met', 'ON', '#3a6b52'],
		['not met', 'OFF', '#803030'],
		['cannot tell', 'None', '#303080'],
	] as const) {
		verdict = said;
		await camera.send(await jpeg(320, 240, colour));
		const why = topicOf(met, 'json_attributes_topic');
		await waitFor(`the verdict ${said}`, () => home.json(why)?.verdict === said, {
			seen: () => home.json(why),
		});
		expect(home.json(why)).toMatchObject({
			sentence: 'Someone is there.',
			evidence: 'One person at the gate.',
			run: expect.stringContaining(`${server.url}/app/runs?run=`),
		});
		await stateOf(topicOf(met), state);
		expect(STATES.binary_sensor.safeParse(state).success).toBe(true);
	}
	await endedRuns(server, automation, 3);
});

test('the switch pauses, the button tries, and home or away goes both ways', async () => {
	verdict = 'not met';
	const { customer, camera, automation, config } = await announced();
	const paused = async () => {
		const answer = await customer.get(`/api/automations/${automation}`);
		return ((await answer.json()) as { _paused: boolean })._paused;
	};
	const { paused: toggle, try: button, tried } = config.components;
	await stateOf(topicOf(toggle), 'OFF');
	await home.say(topicOf(toggle, 'command_topic'), 'ON');
	await stateOf(topicOf(toggle), 'ON');
	expect(await paused()).toBe(true);
	await customer.send('PUT', `/api/automations/${automation}/paused`, { paused: false });
	await stateOf(topicOf(toggle), 'OFF');

	const result = () => home.json(topicOf(tried));
	await stateOf(topicOf(tried), '{"result":null}');
	await home.say(topicOf(button, 'command_topic'), 'PRESS');
	await waitFor('the answer', () => result()?.result === 'failed');
	expect(result()).toMatchObject({ evidence: 'Its camera has sent no picture yet.' });
	await camera.send(await jpeg());
	await endedRuns(server, automation, 1);
	await home.say(topicOf(button, 'command_topic'), 'PRESS');
	await waitFor('the verdict', () => result()?.result === 'not met', { seen: result });
	expect((await endedRuns(server, automation, 1)).length).toBe(1);

	const { presence } = (await configOf(customer, customer.uid)).components;
	await stateOf(topicOf(presence), 'home');
	await home.say(topicOf(presence, 'command_topic'), 'away');
	await stateOf(topicOf(presence), 'away');
	await customer.send('PUT', '/api/users/me/presence', { presence: 'home' });
	await stateOf(topicOf(presence), 'home');
});

test('only ids are in topics, and nothing of one account in the topics of another', async () => {
	const one = await announced({ _name: '#/+/$SYS/other' });
	const other = await announced();
	expect(one.config.device.name).toBe('#/+/$SYS/other');
	const { deviceId } = one.camera;
	await server.services.database.db
		.update(devices)
		.set({ desc: '+/#/homeassistant' })
		.where(eq(devices.id, deviceId));
	await one.customer.send('PUT', '/api/users/me', { name: '#/+' });
	const config = `homeassistant/device/${one.customer.uid}/${deviceId}/config`;
	await waitFor('the name of the camera', () => home.json(config)?.device?.name === '+/#/homeassistant');
	expect([...home.seen.keys()].filter((topic) => /[+#$]|\/\//.test(topic))).toEqual([]);
	for (const [topic, payload] of home.seen) {
		if (topic.includes(one.customer.uid)) {
			expect(payload.includes(other.customer.uid), topic).toBe(false);
			expect(payload.includes(other.automation), topic).toBe(false);
		}
	}
});

test('commands for the things of others, for accounts that do not want it, and rubbish do nothing', async () => {
	const mine = await announced();
	const other = await announced();
	const silent = await server.customer();
	const [paused, button] = ['paused', 'try'].map((name) =>
		topicOf(mine.config.components[name], 'command_topic'),
	) as [string, string];
	const inPlaceOf = (topic: string, id: string, by: string) => topic.replace(id, by);
	await home.say(inPlaceOf(paused, mine.automation, other.automation), 'ON');
	await home.say(inPlaceOf(paused, mine.automation, 'x'), 'ON');
	await home.say(inPlaceOf(paused, mine.customer.uid, silent.uid), 'ON');
	for (const rubbish of ['', 'on', 'ON ', '{"state":"ON"}', '\0', 'ON'.repeat(2000)])
		await home.say(paused, rubbish);
	await home.say(button, 'ON');
	await home.say(inPlaceOf(paused, '/paused/', '/presence/'), 'away');
	await home.say(`${paused}/set`, 'ON');
	// Commands of an account are taken in order, so after this one all others were.
	const presence = topicOf(
		(await configOf(mine.customer, mine.customer.uid)).components.presence,
		'command_topic',
	);
	await home.say(presence, 'away');
	await stateOf(presence.replace(/\/set$/, ''), 'away');
	const theirPresence = presence.replaceAll(mine.customer.uid, other.customer.uid);
	await home.say(theirPresence, 'away');
	await stateOf(theirPresence.replace(/\/set$/, ''), 'away');
	for (const { customer, automation } of [mine, other]) {
		const { _paused } = (await (await customer.get(`/api/automations/${automation}`)).json()) as {
			_paused: boolean;
		};
		expect(_paused).toBe(false);
	}
	expect(lines.filter((line) => line.includes('commands were ignored')).length).toBeGreaterThan(0);
});

test('what is deleted, and an account that no longer wants it, leave nothing behind', async () => {
	const { customer, camera, automation } = await announced();
	await configOf(customer, camera.deviceId);
	await customer.fetch(`/api/automations/${automation}`, { method: 'DELETE' });
	await waitFor('the automation to go', () => !theirs(customer).some((topic) => topic.includes(automation)));
	expect(theirs(customer).some((topic) => topic.includes(camera.deviceId))).toBe(true);
	await wants(customer, false);
	await waitFor('the account to go', () => theirs(customer).length === 0, { seen: () => theirs(customer) });
	// What it does now is nobody's business.
	await customer.send('PUT', '/api/users/me/presence', { presence: 'away' });
	const other = await announced();
	await configOf(other.customer, other.camera.deviceId);
	expect(theirs(customer)).toEqual([]);
});

test('a camera that is silent has a problem, also if its owner wants no mails about it', async () => {
	const { customer, camera } = await announced();
	await customer.send('PUT', '/api/users/me', { mail_silent: false });
	const { problem } = (await configOf(customer, camera.deviceId)).components;
	await stateOf(topicOf(problem), 'OFF');
	const past = new Date(Date.now() - 3600_000);
	await server.services.database.db
		.update(devices)
		.set({ last_captured_at: past, last_seen_at: past })
		.where(eq(devices.id, camera.deviceId));
	await findSilence({ ...server.services, db: server.services.database.db }, past, new Date());
	await stateOf(topicOf(problem), 'ON');
});
