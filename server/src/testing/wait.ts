import { setTimeout as sleep } from 'node:timers/promises';

/** Shorter than the time limit of a test, so that the test fails with this message. */
const WITHIN_MS = 100_000;
const EVERY_MS = 20;

interface Options {
	withinMs?: number;
	everyMs?: number;
	/** The present state, for the message. */
	seen?: () => unknown;
}

/** Calls `ask` until it returns something other than undefined, null or false. Otherwise the error says what it waited for. */
export async function waitFor<T>(
	what: string,
	ask: () => T | Promise<T>,
	{ withinMs = WITHIN_MS, everyMs = EVERY_MS, seen }: Options = {},
): Promise<Exclude<T, undefined | null | false>> {
	const began = Date.now();
	for (;;) {
		const answer = await ask();
		if (answer !== undefined && answer !== null && answer !== false)
			return answer as Exclude<T, undefined | null | false>;
		const waited = Date.now() - began;
		if (waited > withinMs) {
			const instead = seen ? `; there is ${JSON.stringify(seen())}` : '';
			throw new Error(`waited ${withinMs / 1000} s for ${what}${instead}`);
		}
		// What takes long is asked for less often: on a busy machine each question takes time from what is waited for.
		await sleep(Math.max(everyMs, waited / 50));
	}
}
