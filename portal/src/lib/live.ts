import type { LiveEvent } from '@watchword/contract/events';
import { backoff } from './backoff.ts';

/** Only visible tabs listen, so somebody may be waiting. */
const LONGEST_WAIT_MS = 10_000;

type Handlers = {
	onEvent: (event: LiveEvent) => void;
	/** The stream is back after a gap in which anything may have been missed. */
	onReconnect: () => void;
	/** The stream broke or was refused; the browser does not say why. */
	onBreak: () => void;
};

/** With jitter, so that not all tabs reconnect at once after a restart. */
export const waitBefore = (attempt: number, random = Math.random()) =>
	backoff(attempt, LONGEST_WAIT_MS, random);

/**
 * One live event stream. An EventSource gives up for good after an HTTP error, such as a proxy's 502 during a restart, so each
 * new attempt here uses a new EventSource.
 */
export function listen(url: string, handlers: Handlers): () => void {
	let source: EventSource;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let failures = 0;
	let wasBroken = false;

	const connect = () => {
		source = new EventSource(url);
		source.onopen = () => {
			failures = 0;
			if (wasBroken) handlers.onReconnect();
			wasBroken = false;
		};
		source.onmessage = (message) => {
			const event = parseEvent(message.data);
			if (event) handlers.onEvent(event);
		};
		source.onerror = () => {
			source.close();
			wasBroken = true;
			timer = setTimeout(connect, waitBefore(failures));
			failures += 1;
			handlers.onBreak();
		};
	};

	/** The browser's online event starts the next attempt before its timer. */
	const onOnline = () => {
		if (!wasBroken) return;
		clearTimeout(timer);
		source.close();
		connect();
	};

	connect();
	window.addEventListener('online', onOnline);
	return () => {
		window.removeEventListener('online', onOnline);
		clearTimeout(timer);
		source.close();
	};
}

/** A newer server may send events that this portal does not know. They are ignored. */
export function parseEvent(data: unknown): LiveEvent | null {
	try {
		const event: unknown = JSON.parse(String(data));
		const known =
			typeof event === 'object' && event !== null && 'topic' in event && typeof event.topic === 'string';
		return known ? (event as LiveEvent) : null;
	} catch {
		return null;
	}
}
