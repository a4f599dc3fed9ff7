import { isIP, connect as overTcp, type Socket } from 'node:net';
import { connect as overTls } from 'node:tls';
import type { MqttClient as Client } from 'mqtt';
import { BrokerFailure, codeOf } from '../../base/failures.ts';
import { newId } from '../../base/ids.ts';
import type { Broker, BrokerConnection } from '../../ports/broker.ts';
import { openGauge } from './bounded.ts';

const PORTS = { 'mqtt:': 1883, 'mqtts:': 8883 };
const ANSWER_MS = 15_000;
/** A picture may take this long on a slow line. A broker that says nothing for so long hears no more from us. */
const TAKEN_MS = 60_000;
const KEEPALIVE_SECONDS = 30;
/** How long a clean end may take. */
const CLOSE_MS = 3000;
/** What comes in are commands of a few letters, and our own announcements. */
const COMMANDS_BYTES = 64 * 1024;

/** CONNACK of MQTT 3.1.1: the user name or the password is wrong, or they may not connect. */
const REFUSALS = [4, 5];

/** The broker at mqtt://user:password@host:1883, or mqtts://. It speaks MQTT 3.1.1, which every broker knows. */
export function mqttBroker(address: string, maxBytes = COMMANDS_BYTES, takenMs = TAKEN_MS): Broker {
	const url = new URL(address);
	const host = url.hostname.replace(/^\[|\]$/g, '');
	const port = Number(url.port) || PORTS[url.protocol as keyof typeof PORTS];
	const open = () =>
		url.protocol === 'mqtts:'
			? overTls({ host, port, ...(!isIP(host) && { servername: host }) })
			: overTcp({ host, port });
	const account = url.username && {
		username: decodeURIComponent(url.username),
		password: decodeURIComponent(url.password),
	};
	return {
		describe: `${url.hostname}:${port}`,
		async connect(will, signal) {
			// Loaded only when used.
			const { MqttClient } = await import('mqtt');
			const socket = open();
			const problem = problemOf(socket, maxBytes);
			const client = new MqttClient(() => socket, {
				...account,
				clientId: `watchword-${newId()}`,
				protocolVersion: 4,
				clean: true,
				keepalive: KEEPALIVE_SECONDS,
				connectTimeout: ANSWER_MS,
				// Whoever opened it announces everything anew, so nothing is queued while the broker is away.
				reconnectPeriod: 0,
				queueQoSZero: false,
				resubscribe: false,
				...(will && {
					will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
				}),
			});
			client.on('error', problem.note);
			const lost = new Promise<string>((resolve) => client.once('close', () => resolve(problem.words())));
			const waiting = new Set<(failure: BrokerFailure) => void>();
			let ended: BrokerFailure | null = null;
			void lost.then((words) => {
				ended = new BrokerFailure(words, problem.isRefusal());
				for (const fail of waiting) fail(ended);
			});
			// A race against one promise would keep something of every message for as long as the connection lasts.
			const whileOpen = <T>(act: Promise<T>) =>
				new Promise<T>((done, fail) => {
					if (ended) fail(ended);
					else waiting.add(fail);
					act.then(done, fail).finally(() => waiting.delete(fail));
				});
			/** A broker may answer pings and nothing else. */
			const answered = <T>(act: Promise<T>) => {
				const late = setTimeout(() => {
					problem.note(new Error('nothing was answered'));
					socket.destroy();
				}, takenMs);
				return whileOpen(act).finally(() => clearTimeout(late));
			};
			const giveUp = () => socket.destroy();
			signal.addEventListener('abort', giveUp, { once: true });
			if (signal.aborted) giveUp();
			try {
				await whileOpen(new Promise((resolve) => client.once('connect', resolve)));
			} finally {
				signal.removeEventListener('abort', giveUp);
			}
			return connectionOf(client, socket, lost, answered);
		},
	};
}

function connectionOf(
	client: Client,
	socket: Socket,
	lost: Promise<string>,
	answered: <T>(act: Promise<T>) => Promise<T>,
): BrokerConnection {
	return {
		lost,
		async publish(topic, payload) {
			await answered(client.publishAsync(topic, payload, { qos: 1, retain: true }));
		},
		async listen(topics, heard) {
			client.on('message', (topic, payload, { retain }) => heard({ topic, payload, retained: retain }));
			await answered(client.subscribeAsync(topics, { qos: 1 })).catch((error: unknown) => {
				if (error instanceof BrokerFailure) throw error;
				throw new BrokerFailure(`it does not let this user read ${topics.join(' or ')}`, true);
			});
		},
		async close() {
			const late = setTimeout(() => socket.destroy(), CLOSE_MS);
			await Promise.race([client.endAsync().catch(() => undefined), lost]);
			clearTimeout(late);
			socket.destroy();
		},
	};
}

/** Watches why a connection ends. Nothing of it has the address, which may contain a password. */
function problemOf(socket: Socket, maxBytes: number) {
	let first: unknown;
	let isTooLarge = false;
	const note = (error: unknown) => {
		first ??= error;
	};
	const isTooLong = openGauge(maxBytes);
	socket.on('error', note);
	socket.on('data', (bytes: Buffer) => {
		if (isTooLarge || !isTooLong(bytes)) return;
		isTooLarge = true;
		socket.destroy();
	});
	const isRefusal = () => first instanceof Error && 'code' in first && REFUSALS.includes(Number(first.code));
	return {
		note,
		isRefusal,
		words(): string {
			if (isTooLarge) return `a message of more than ${maxBytes / 1024} kB came in`;
			if (isRefusal()) return 'it refuses the user name or the password of MQTT_URL';
			const code = codeOf(first);
			if (code) return `it cannot be reached (${code})`;
			return first === undefined ? 'it closed the connection' : 'it does not answer as a broker should';
		},
	};
}
