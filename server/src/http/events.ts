import type { LiveEvent } from '@watchword/contract/events';
import { listen } from '@watchword/contract/routes/events';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { sessionLives } from '../accounts/sessions/sessions.ts';
import { EVENT_CHANNEL, readEnvelope } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import { newRouter, type SignedIn, type SignedInGuard, serve } from '../base/route.ts';
import type { Database } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';

/** Shorter than the idle timeout of common proxies. */
const HEARTBEAT_MS = 20_000;
/** A stream ends after this time and the tab opens a new one, so that an expired session does not listen forever. */
const STREAM_MS = 60 * 60_000;
const STREAMS_PER_USER = 50;
/** A tab reads its documents and opens its stream at about the same time. Changes in between are sent again. */
const RECENT_MS = 10_000;
/** Events that may wait for a tab that does not read them. */
const MAX_WAITING = 1000;

interface Tab {
	user: SignedIn;
	/** Events that were written but not read yet. */
	waiting: number;
}

export class LiveHub {
	readonly #streams = new Map<string, Map<SSEStreamingApi, Tab>>();
	#isSignedIn: (user: SignedIn) => Promise<boolean> = async () => true;
	#recent: { uid: string; data: string; at: number }[] = [];
	#closed = false;

	/** Listens to all processes. After a gap every tab must reconnect, and then reads everything again. */
	async start(database: Database, log: Log): Promise<void> {
		this.#isSignedIn = (user) => sessionLives(database.db, user);
		await database.listen(
			EVENT_CHANNEL,
			(payload) => {
				try {
					const { uid, event } = readEnvelope(payload);
					this.#tell(uid, event);
					if (event.topic === 'session' || event.topic === 'tokens') {
						this.#endRevoked(uid).catch((error: unknown) => log.warn({ err: error }, 'live streams'));
					}
				} catch (error) {
					log.warn({ err: error }, 'unreadable live event');
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
		for (const [stream, tab] of this.#streams.get(uid) ?? []) {
			tab.waiting++;
			// Waiting events fill the memory. A tab that reconnects reads everything again.
			if (tab.waiting > MAX_WAITING) stream.abort();
			else void stream.writeSSE({ data }).finally(() => tab.waiting--);
		}
	}

	/** Ends the streams of sessions and API tokens that have ended. */
	async #endRevoked(uid: string): Promise<void> {
		for (const [stream, { user }] of this.#streams.get(uid) ?? []) {
			if (!(await this.#isSignedIn(user))) stream.abort();
		}
	}

	/** Refused before the stream opens: a stream that ends at once would make the tab read everything again each time. */
	refuseTooMany({ uid }: SignedIn): void {
		const open = this.#streams.get(uid)?.size ?? 0;
		if (open >= STREAMS_PER_USER) throw new Refusal('resource-exhausted', 'Too many open tabs.');
	}

	/** Keeps the stream open until the tab closes, the session or the hour ends, or the server stops. */
	async hold(user: SignedIn, stream: SSEStreamingApi): Promise<void> {
		if (this.#closed) return;
		const { uid } = user;
		const mine = this.#streams.get(uid) ?? new Map<SSEStreamingApi, Tab>();
		this.#streams.set(uid, mine.set(stream, { user, waiting: 0 }));
		const heartbeat = setInterval(() => void stream.write(': \n\n'), HEARTBEAT_MS);
		let hour: NodeJS.Timeout | undefined;
		try {
			// The session may have ended since the request was checked.
			if (!(await this.#isSignedIn(user))) stream.abort();
			await stream.write(': connected\nretry: 1000\n\n');
			const since = Date.now() - RECENT_MS;
			const missed = this.#recent.filter((recent) => recent.uid === uid && recent.at > since);
			for (const data of new Set(missed.map((recent) => recent.data))) await stream.writeSSE({ data });
			await new Promise<void>((ended) => {
				stream.onAbort(ended);
				hour = setTimeout(ended, STREAM_MS).unref();
				if (stream.aborted) ended();
			});
		} finally {
			clearInterval(heartbeat);
			clearTimeout(hour);
			mine.delete(stream);
			if (mine.size === 0) this.#streams.delete(uid);
		}
	}

	/** Whether a tab of the account is in sight; a hidden one closes its stream. */
	isWatched(uid: string): boolean {
		return this.#streams.has(uid);
	}

	#disconnectAll(): void {
		for (const streams of this.#streams.values()) for (const stream of streams.keys()) stream.abort();
	}

	close(): void {
		this.#closed = true;
		this.#disconnectAll();
	}
}

export function eventRoutes({ hub, signedIn }: { hub: LiveHub; signedIn: SignedInGuard }) {
	const router = newRouter();
	serve(
		router,
		listen,
		({ c, user }) => {
			hub.refuseTooMany(user);
			c.header('x-accel-buffering', 'no');
			return streamSSE(c, (stream) => hub.hold(user, stream));
		},
		signedIn,
	);
	return router;
}
