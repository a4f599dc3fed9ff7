/** What a Frigate server says through its MQTT broker: that it found something. The pictures are then asked for by HTTP. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { mqttBroker } from '../../../server/src/adapters/mqtt/broker.ts';
import { BrokerFailure } from '../../../server/src/base/failures.ts';
import type { BrokerConnection } from '../../../server/src/ports/broker.ts';

/** A tracked object with a long path. */
const MAX_BYTES = 1024 * 1024;
const PAUSE_MS = { first: 1000, longest: 60_000 };
/** How often the server is asked: without a broker or when something was just said, and otherwise, in case that a message was lost. */
const LOOK_MS = { soon: 3000, beside: 60_000 };

/** Of both kinds of message, `frigate/events` and `frigate/reviews`. */
const said = z.object({ after: z.object({ camera: z.string() }) });

/** Without a broker. */
export const everyFewSeconds = (signal: AbortSignal) => sleep(LOOK_MS.soon, undefined, { signal });

type Say = (line: string) => void;

/** What is known of one camera. */
interface News {
	/** How often something was said of it, and how often before it was last looked at. */
	said: number;
	seen: number;
	/** It is looked at once more soon: a message may be quicker than the database of Frigate. */
	again: boolean;
	wake(): void;
}

/** Listens until the signal comes. While the broker is away, the server is asked every three seconds, as without one. */
export class FrigateMessages {
	readonly #cameras = new Map<string, News>();
	readonly #lookMs: typeof LOOK_MS;
	#isConnected = false;

	/** The path of the address is the `topic_prefix` of Frigate. */
	constructor(address: string, say: Say, signal: AbortSignal, lookMs = LOOK_MS) {
		this.#lookMs = lookMs;
		void this.#listen(address, say, signal);
	}

	/** Until something may be new of this camera. */
	async untilNext(camera: string, signal: AbortSignal): Promise<void> {
		const news = this.#newsOf(camera);
		const isQuick = !this.#isConnected || news.again || news.said > news.seen;
		news.again = false;
		if (isQuick) await sleep(this.#lookMs.soon, null, { signal });
		else await this.#untilSaid(news, signal);
		news.again = news.said > news.seen;
		news.seen = news.said;
	}

	async #untilSaid(news: News, signal: AbortSignal): Promise<void> {
		const said = new Promise<void>((resolve) => {
			news.wake = resolve;
		});
		const ended = new AbortController();
		const time = sleep(this.#lookMs.beside, null, { signal: AbortSignal.any([signal, ended.signal]) });
		await Promise.race([time.catch(() => undefined), said]);
		ended.abort();
		signal.throwIfAborted();
	}

	#newsOf(camera: string): News {
		const known = this.#cameras.get(camera) ?? { said: 0, seen: 0, again: false, wake: () => undefined };
		this.#cameras.set(camera, known);
		return known;
	}

	async #listen(address: string, say: Say, signal: AbortSignal): Promise<void> {
		const broker = mqttBroker(address, MAX_BYTES);
		const prefix = decodeURIComponent(new URL(address).pathname).replace(/^\/+|\/+$/g, '') || 'frigate';
		let pause = PAUSE_MS.first;
		while (!signal.aborted) {
			try {
				const connection = await broker.connect(null, signal);
				const problem = await this.#hearUntilEnd(connection, prefix, signal, () => {
					say(`Listens to Frigate at the MQTT broker ${broker.describe}.`);
					pause = PAUSE_MS.first;
				}).finally(() => connection.close());
				if (problem !== null) throw new BrokerFailure(problem, false);
			} catch (error) {
				if (signal.aborted) return;
				if (!(error instanceof BrokerFailure)) throw error;
				if (this.#isConnected || pause === PAUSE_MS.first)
					say(
						`The MQTT broker ${broker.describe} is away: ${error.message}. Frigate is asked every three seconds.`,
					);
				if (error.isRefusal) pause = PAUSE_MS.longest;
			}
			this.#isConnected = false;
			await sleep(pause, null, { signal }).catch(() => undefined);
			pause = Math.min(pause * 2, PAUSE_MS.longest);
		}
	}

	/** Why the connection ended; null at the signal. */
	async #hearUntilEnd(
		{ listen, lost }: BrokerConnection,
		prefix: string,
		signal: AbortSignal,
		begins: () => void,
	): Promise<string | null> {
		await listen([`${prefix}/events`, `${prefix}/reviews`], ({ payload }) => this.#hear(payload));
		begins();
		this.#isConnected = true;
		// What was said meanwhile is found now.
		for (const { wake } of this.#cameras.values()) wake();
		const { promise: stopped, resolve } = Promise.withResolvers<null>();
		const stop = () => resolve(null);
		if (signal.aborted) stop();
		signal.addEventListener('abort', stop);
		return Promise.race([lost, stopped]).finally(() => signal.removeEventListener('abort', stop));
	}

	#hear(payload: Buffer): void {
		const camera = cameraIn(payload);
		const news = camera === null ? undefined : this.#cameras.get(camera);
		if (!news) return;
		news.said++;
		news.wake();
	}
}

/** Null if it is no message of Frigate. */
function cameraIn(payload: Buffer): string | null {
	try {
		return said.safeParse(JSON.parse(payload.toString())).data?.after.camera ?? null;
	} catch {
		return null;
	}
}
