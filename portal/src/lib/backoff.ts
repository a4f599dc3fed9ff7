const FIRST_WAIT_MS = 1_000;

/** How long to wait before the next attempt: exponential backoff with jitter. */
export function backoff(attempt: number, longestMs: number, random: number): number {
	const ceiling = Math.min(longestMs, FIRST_WAIT_MS * 2 ** attempt);
	return ceiling / 2 + (ceiling / 2) * random;
}

/** Time and randomness, so that tests can control both. */
export interface Clock {
	now(): number;
	random(): number;
	/** Resolves after `ms`, or at once when the signal is aborted. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
	/** Calls back after `ms`. Returns a function that cancels it. */
	after(ms: number, callback: () => void): () => void;
}

export const realClock: Clock = {
	now: () => performance.now(),
	random: Math.random,
	sleep: (ms, signal) =>
		new Promise((resolve) => {
			const end = () => {
				clearTimeout(timer);
				signal.removeEventListener('abort', end);
				resolve();
			};
			const timer = setTimeout(end, ms);
			signal.addEventListener('abort', end);
			if (signal.aborted) end();
		}),
	after: (ms, callback) => {
		const timer = setTimeout(callback, ms);
		return () => clearTimeout(timer);
	},
};

/** The result of one attempt: a value, or a reason to retry. */
export type Attempt<T> = { value: T } | { again: unknown };

interface Limits {
	/** All attempts and pauses together may take this long. */
	limitMs: number;
	longestWaitMs: number;
	clock: Clock;
	signal?: AbortSignal | undefined;
	/** The error for time that ran out; gets the reason of the last attempt. */
	timedOut: (last: unknown) => Error;
	canceled: () => Error;
}

/** Attempts until one succeeds or refuses (throws), the caller cancels, or the time is up. */
export async function retrying<T>(
	attempt: (signal: AbortSignal) => Promise<Attempt<T>>,
	{ limitMs, longestWaitMs, clock, signal, timedOut, canceled }: Limits,
): Promise<T> {
	const stop = new AbortController();
	const cancel = () => stop.abort();
	signal?.addEventListener('abort', cancel);
	// An attempt that hangs must not outlive the limit.
	const keep = clock.after(limitMs, cancel);
	const until = clock.now() + limitMs;
	let last: unknown = null;
	try {
		for (let tries = 0; ; tries += 1) {
			if (signal?.aborted) throw canceled();
			if (stop.signal.aborted) throw timedOut(last);
			const outcome = await attempt(stop.signal);
			if (signal?.aborted) throw canceled();
			if ('value' in outcome) return outcome.value;
			last = outcome.again ?? last;
			const wait = backoff(tries, longestWaitMs, clock.random());
			if (clock.now() + wait >= until) throw timedOut(last);
			await clock.sleep(wait, stop.signal);
		}
	} finally {
		keep();
		signal?.removeEventListener('abort', cancel);
	}
}
