import { setTimeout as sleep } from 'node:timers/promises';
import type { Topic } from '@watchword/contract/events';
import { sharedSecret } from '../accounts/secrets.ts';
import { EVENT_CHANNEL, readEnvelope } from '../base/events.ts';
import { BrokerFailure } from '../base/failures.ts';
import { randomBase32 } from '../base/ids.ts';
import { inOneProcess, type Report, type Running } from '../base/one-process.ts';
import { release } from '../base/release.ts';
import type { Broker } from '../ports/broker.ts';
import type { Database } from '../ports/database.ts';
import { Publisher, type PublisherNeeds } from './publisher.ts';
import { topicsBelow } from './topics.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A connection that lasted this long was a good one: the next pause is short again. */
const GOOD_AFTER_MS = 30_000;

/** What may change something that is announced. */
const TOPICS: Topic[] = ['user', 'session', 'devices', 'automations', 'runs'];

type Needs = Omit<PublisherNeeds, 'db' | 'topics' | 'release' | 'tried'> & {
	database: Database;
	broker: Broker;
	/** Another clock in tests. */
	waits?: Waits;
};

type Waits = (ms: number, signal: AbortSignal) => Promise<unknown>;

const byTheClock: Waits = (ms, signal) => sleep(ms, null, { signal });

/** Announces the accounts that want it to Home Assistant, and takes its commands. Only one of all processes does. */
export async function startHomeAssistant({
	database,
	broker,
	waits = byTheClock,
	...rest
}: Needs): Promise<Running> {
	const { db } = database;
	const installation = await sharedSecret(db, 'mqtt', () => randomBase32(8));
	const topics = topicsBelow(`watchword/${installation}`);
	const needs = { ...rest, db, topics, release, tried: new Map<string, string>() };
	const { log } = needs;
	let publisher: Publisher | null = null;
	await database.listen(
		EVENT_CHANNEL,
		(payload) => {
			if (!publisher) return;
			try {
				const { uid, event } = readEnvelope(payload);
				const isNew = event.topic === 'user';
				if (isNew || (TOPICS.includes(event.topic) && publisher.isPublished(uid))) publisher.touch(uid);
			} catch (error) {
				log.warn({ err: error }, 'unreadable live event');
			}
		},
		() => {
			publisher?.touchAll().catch((error: unknown) => log.warn({ err: error }, 'Home Assistant'));
		},
	);
	const serve = async (signal: AbortSignal, report: Report) => {
		const connection = await broker.connect({ topic: topics.status, payload: 'offline' }, signal);
		const mine = new Publisher(connection, needs);
		try {
			// Before everything is read, so that a change meanwhile counts.
			publisher = mine;
			await mine.begin();
			await report(null);
			log.info({ broker: broker.describe }, 'connected to the MQTT broker');
			await untilEnd(connection.lost, signal);
		} finally {
			publisher = null;
			await mine.stop();
			await connection.close();
		}
	};
	return inOneProcess(database, 'mqtt', log, (report) => keepGoing(serve, report, broker, log, waits));
}

async function untilEnd(lost: Promise<string>, signal: AbortSignal): Promise<void> {
	const { promise: stopped, resolve } = Promise.withResolvers<null>();
	const stop = () => resolve(null);
	if (signal.aborted) stop();
	signal.addEventListener('abort', stop);
	const problem = await Promise.race([lost, stopped]);
	signal.removeEventListener('abort', stop);
	if (problem !== null) throw new BrokerFailure(problem, false);
}

/** Connects again whenever a connection has ended, with pauses that double. A problem is logged once, not at every attempt. */
function keepGoing(
	serve: (signal: AbortSignal, report: Report) => Promise<void>,
	report: Report,
	{ describe }: Broker,
	log: Needs['log'],
	waits: Waits,
): Running {
	const stopping = new AbortController();
	const { signal } = stopping;
	const going = (async () => {
		let pause = FIRST_PAUSE_MS;
		let said: string | null = null;
		while (!signal.aborted) {
			const began = performance.now();
			try {
				await serve(signal, report);
			} catch (error) {
				if (signal.aborted) return;
				if (performance.now() - began > GOOD_AFTER_MS) [pause, said] = [FIRST_PAUSE_MS, null];
				if (!(error instanceof BrokerFailure)) log.error({ err: error }, 'MQTT');
				else if (error.message !== said) {
					log.warn({ broker: describe, problem: error.message }, 'the MQTT broker is away');
					said = error.message;
				}
				const problem = error instanceof BrokerFailure ? error.message : 'accounts could not be announced';
				await report(problem).catch((failed: unknown) => log.warn({ err: failed }, 'MQTT'));
				if (error instanceof BrokerFailure && error.isRefusal) pause = LONGEST_PAUSE_MS;
			}
			await waits(pause * (0.75 + Math.random() / 2), signal).catch(() => undefined);
			pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
		}
	})();
	return {
		async stop() {
			stopping.abort();
			await going;
		},
	};
}
