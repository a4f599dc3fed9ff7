import { setTimeout as sleep } from 'node:timers/promises';

/** Shorter than the time limit of a test, so that the test fails with this message. */
const WITHIN_MS = 50_000;
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
	const until = Date.now() + withinMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined && answer !== null && answer !== false)
			return answer as Exclude<T, undefined | null | false>;
		if (Date.now() > until) {
			const instead = seen ? `; there is ${JSON.stringify(seen())}` : '';
			throw new Error(`waited ${withinMs / 1000} s for ${what}${instead}`);
		}
		await sleep(everyMs);
	}
}
