import type { LiveEvent } from '@watchword/contract/events';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { EVENT_CHANNEL, readEnvelope } from '../events.ts';
import type { Database, Log } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { newRouter, type SignedInGuard } from '../route.ts';

/** Shorter than any common proxy's idle limit. */
const HEARTBEAT_MS = 20_000;
/** A stream ends after this long and the tab opens the next, so that an expired session does not listen for ever. */
const STREAM_MS = 60 * 60_000;
const STREAMS_PER_USER = 50;
/** A tab reads its documents and opens its stream at about the same time: what changed in between is told once more. */
const RECENT_MS = 10_000;

export class LiveHub {
	readonly #streams = new Map<string, Set<SSEStreamingApi>>();
	#recent: { uid: string; data: string; at: number }[] = [];
	#closed = false;

	/** Hears what any process publishes. After a gap every tab is asked to connect anew, and reads everything again. */
	async start(database: Database, log: Log): Promise<void> {
		await database.listen(
			EVENT_CHANNEL,
			(payload) => {
				try {
					const { uid, event } = readEnvelope(payload);
					this.#tell(uid, event);
				} catch (error) {
					log.warn({ err: error }, 'live event that cannot be read');
				}
			},
			() => this.#disconnectAll(),
		);
	}

	#tell(uid: string, event: LiveEvent): void {
		const data = JSON.stringify(event);
		const now = Date.now();
		const first = this.#recent.findIndex(({ at }) => at > now - RECENT_MS);
		this.#recent.splice(0, first === -1 ? this.#recent.length : first);
		this.#recent.push({ uid, data, at: now });
		for (const stream of this.#streams.get(uid) ?? []) void stream.writeSSE({ data });
	}

	/** Keeps the stream open until the tab goes, its hour is over, or the server stops. */
	async hold(uid: string, stream: SSEStreamingApi): Promise<void> {
		if (this.#closed) return;
		const mine = this.#streams.get(uid) ?? new Set();
		if (mine.size >= STREAMS_PER_USER) throw new Refusal('resource-exhausted', 'Too many open tabs.');
		this.#streams.set(uid, mine.add(stream));
		await stream.write(': connected\nretry: 1000\n\n');
		const since = Date.now() - RECENT_MS;
		const missed = this.#recent.filter((recent) => recent.uid === uid && recent.at > since);
		for (const data of new Set(missed.map((recent) => recent.data))) await stream.writeSSE({ data });
		const heartbeat = setInterval(() => void stream.write(': \n\n'), HEARTBEAT_MS);
		await new Promise<void>((ended) => {
			stream.onAbort(ended);
			setTimeout(ended, STREAM_MS).unref();
			if (stream.aborted) ended();
		});
		clearInterval(heartbeat);
		mine.delete(stream);
		if (mine.size === 0) this.#streams.delete(uid);
	}

	#disconnectAll(): void {
		for (const streams of this.#streams.values()) for (const stream of streams) stream.abort();
	}

	close(): void {
		this.#closed = true;
		this.#disconnectAll();
	}
}

export function eventRoutes({ hub, signedIn }: { hub: LiveHub; signedIn: SignedInGuard }) {
	const router = newRouter();
	router.get('/api/events', signedIn, (c) => {
		c.header('x-accel-buffering', 'no');
		return streamSSE(c, (stream) => hub.hold(c.var.user.uid, stream));
	});
	return router;
}
