import { afterAll, beforeAll, expect, test } from 'vitest';
import { mqttBroker } from '../adapters/mqtt/broker.ts';
import { startHomeAssistant } from '../home-assistant/start.ts';
import { readStatus } from '../operator/status.ts';
import { addAutomation, addCamera } from '../testing/automation.ts';
import { startBroker, startListener } from '../testing/mqtt-broker.ts';
import { logTo } from '../testing/quiet.ts';
import { type Customer, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';

let server: TestServer;
let customer: Customer;
let automation: string;
beforeAll(async () => {
	server = await startServer();
	customer = await server.customer();
	await customer.send('PUT', '/api/users/me', { home_assistant: true });
	await addCamera(server, customer.uid);
	automation = await addAutomation(server, customer.uid);
});
afterAll(() => server.stop());

/** Connects the server's accounts to a broker, and collects what is logged. */
async function connected(url: string, waits?: (ms: number) => Promise<void>) {
	const lines: string[] = [];
	const running = await startHomeAssistant({
		...server.services,
		log: logTo(lines),
		publicUrl: () => server.url,
		broker: mqttBroker(url),
		...(waits && { waits }),
		tryAutomation: () => Promise.reject(new Error('nothing is tried here')),
	});
	const logged = (words: string) => lines.filter((line) => line.includes(words)).length;
	const until = (words: string, times = 1) =>
		waitFor(`"${words}" in the log`, () => logged(words) >= times, { seen: () => lines });
	return { lines, logged, until, stop: () => running.stop() };
}

const configTopic = () => `homeassistant/device/${customer.uid}/${automation}/config`;

async function seenBy(home: Awaited<ReturnType<typeof startListener>>) {
	await waitFor('the config', () => home.seen.has(configTopic()), { seen: () => [...home.seen.keys()] });
	const { availability, components } = home.json(configTopic());
	const status = String(availability[0].topic);
	await waitFor('to be online', () => home.text(status) === 'online');
	return { status, command: String(components.paused.command_topic) };
}

const isPaused = async () =>
	((await (await customer.get(`/api/automations/${automation}`)).json()) as { _paused: boolean })._paused;

test('a broker that was away gets everything again, also what it did not keep', async () => {
	const broker = await startBroker();
	const link = await connected(broker.urlFor());
	await seenBy(await startListener(broker.urlFor()));
	await broker.leave();
	await link.until('the MQTT broker is away');
	// What happens meanwhile is not queued: the state is announced when the broker is back.
	await customer.send('PUT', `/api/automations/${automation}/paused`, { paused: true });
	await broker.comeBack();
	const home = await startListener(broker.urlFor());
	const { command, status } = await seenBy(home);
	const paused = command.replace(/\/set$/, '');
	await waitFor('the pause', () => home.text(paused) === 'ON');
	await home.say(command, 'OFF');
	await waitFor('the end of the pause', () => home.text(paused) === 'OFF');
	expect(await isPaused()).toBe(false);
	await link.stop();
	await waitFor('a goodbye', () => home.text(status) === 'offline');
	await broker.stop();
});

test('a broker that is away for an hour is asked at most once in 45 seconds in the end, is one line in the log, and then has everything', async () => {
	const broker = await startBroker();
	let passed = 0;
	const pauses: number[] = [];
	const hour = async (ms: number) => {
		pauses.push(ms);
		const before = passed;
		passed += ms;
		if (before < 3600_000 && passed >= 3600_000) await broker.comeBack();
	};
	await broker.leave();
	const link = await connected(broker.urlFor(), hour);
	await link.until('connected to the MQTT broker');
	expect(passed).toBeGreaterThanOrEqual(3600_000);
	expect(Math.min(...pauses.slice(6))).toBeGreaterThanOrEqual(45_000);
	expect(pauses.length).toBeLessThan(90);
	expect(link.logged('the MQTT broker is away')).toBe(1);
	await seenBy(await startListener(broker.urlFor()));
	await link.stop();
	await broker.stop();
});

test('a killed connection leaves its last will, and one that outlives it says that it is online', async () => {
	const broker = await startBroker();
	const link = await connected(broker.urlFor());
	const home = await startListener(broker.urlFor());
	const { status } = await seenBy(home);
	const mqtt = mqttBroker(broker.urlFor());
	const dying = await mqtt.connect({ topic: status, payload: 'offline' }, new AbortController().signal);
	const wills = home.published.filter((topic) => topic === status).length;
	broker.drop();
	expect(await dying.lost).not.toBe('');
	const again = await startListener(broker.urlFor());
	await waitFor('to be online again', () => again.text(status) === 'online');
	expect(wills).toBeGreaterThan(0);
	await again.stop();
	await link.stop();
	await broker.stop();
});

test('what was kept from before: a command does nothing, things that are gone are removed, what others announced stays', async () => {
	const broker = await startBroker();
	const first = await connected(broker.urlFor());
	const home = await startListener(broker.urlFor());
	const { status, command } = await seenBy(home);
	const config = home.text(configTopic()) ?? '';
	await first.stop();
	const gone = 'a'.repeat(20);
	const goneConfig = configTopic().replace(automation, gone);
	await home.say(goneConfig, config.replaceAll(automation, gone), true);
	await home.say(command.replace(automation, gone).replace('/set', ''), 'ON', true);
	const foreign = `homeassistant/device/${'b'.repeat(20)}/${gone}/config`;
	await home.say(foreign, config.replaceAll(status, 'another/installation/status'), true);
	await home.say(configTopic(), 'no JSON {', true);
	await home.say(command, 'ON', true);
	await home.say(status, 'what', true);
	const second = await connected(broker.urlFor());
	await waitFor('what is gone to be removed', () => !home.seen.has(goneConfig));
	await waitFor(
		'its states too',
		() =>
			![...home.seen.keys()].some((topic) =>
				topic.startsWith(status.replace('status', `${customer.uid}/${gone}`)),
			),
	);
	await waitFor('the config to be right', () => home.text(configTopic()) === config);
	expect(home.seen.has(foreign)).toBe(true);
	await second.until('a command that the broker kept');
	expect(await isPaused()).toBe(false);
	await second.stop();
	await broker.stop();
});

test('Home Assistant that has just started gets the configs again', async () => {
	const broker = await startBroker();
	const link = await connected(broker.urlFor());
	const home = await startListener(broker.urlFor());
	await seenBy(home);
	const count = () => home.published.filter((topic) => topic === configTopic()).length;
	const before = count();
	await home.say('homeassistant/status', 'online');
	await waitFor('the config again', () => count() > before);
	await link.stop();
	await broker.stop();
});

test('a broker that refuses the password is asked again later, and one line says so, without the password', async () => {
	let password = 'another';
	const broker = await startBroker(() => `watchword:${password}`);
	const link = await connected(broker.urlFor('watchword:s3cret'));
	await link.until('it refuses the user name or the password of MQTT_URL');
	expect(link.logged('it refuses')).toBe(1);
	expect(link.logged('connected to')).toBe(0);
	await link.stop();
	password = 's3cret';
	const later = await connected(broker.urlFor('watchword:s3cret'));
	await later.until('connected to the MQTT broker');
	await later.stop();
	await broker.stop();
	expect([...link.lines, ...later.lines].join('\n')).not.toContain('s3cret');
});

test('a message that is too large is not read: the connection ends and there is a new one', async () => {
	const broker = await startBroker();
	const link = await connected(broker.urlFor());
	const home = await startListener(broker.urlFor());
	const { command } = await seenBy(home);
	await home.say(command, Buffer.alloc(5 * 1024 * 1024, 'x'));
	await link.until('a message of more than 64 kB came in');
	await link.until('connected to the MQTT broker', 2);
	await home.say(command, 'ON');
	await waitFor('the pause', () => isPaused());
	await home.say(command, 'OFF');
	await waitFor('the end of the pause', async () => !(await isPaused()));
	await link.stop();
	await broker.stop();
});

test('nobody there, or something that is no broker, is said in words', async () => {
	const link = await connected('mqtt://ann:s3cret@127.0.0.1:1');
	await link.until('it cannot be reached (ECONNREFUSED)');
	await link.stop();
	const web = await connected(server.url.replace('http:', 'mqtt:'));
	await web.until('the MQTT broker is away');
	await web.stop();
	expect(link.lines.join('\n')).not.toContain('s3cret');
});

test('the operator sees since when a broker is away, and why, on the page and in the metrics', async () => {
	const METRICS_TOKEN = 'a token of some length';
	const broker = await startBroker();
	const env = { MQTT_URL: broker.urlFor('watchword:s3cret'), METRICS_TOKEN };
	const server = await startServer({ env });
	const state = async () => {
		const { broker, attention } = await readStatus({ ...server.services, publicUrl: server.url });
		const words = attention.filter((one) => one.includes('MQTT'));
		const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
		const metrics = await (await server.visitor().fetch('/metrics', { headers })).text();
		const [, away] = /^watchword_mqtt_away_seconds (\S+)$/m.exec(metrics) ?? [];
		return { broker, words, isAway: Number(away) > 0 };
	};
	const is = (connected: boolean) =>
		waitFor(`connected: ${connected}`, async () => (await state()).broker?.connected === connected);
	await is(true);
	expect(await state()).toMatchObject({ broker: { problem: null }, words: [], isAway: false });
	await broker.leave();
	await is(false);
	const away = await state();
	expect(away).toMatchObject({ broker: { since: expect.any(String) }, isAway: true });
	expect(away.words).toEqual([
		`There is no connection to the MQTT broker ${away.broker?.is}: ${away.broker?.problem}.`,
	]);
	expect(JSON.stringify(away)).not.toContain('s3cret');
	await broker.comeBack();
	await is(true);
	expect(await state()).toMatchObject({ broker: { problem: null }, words: [], isAway: false });
	await server.stop();
	await broker.stop();
});
