import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../ports/log.ts';

/** Repeats something until it is stopped. A failure is logged, and the next tick does the missed work. */
export function startTicking(
	what: string,
	everyMs: number,
	act: () => Promise<void>,
	log: Log,
): { stop(): Promise<void> } {
	let timer: NodeJS.Timeout | undefined;
	let ticking = Promise.resolve();
	let stopped = false;
	const tick = async () => {
		try {
			await act();
		} catch (error) {
			log.error({ err: error }, `${what} tick failed`);
		}
		if (!stopped) timer = setTimeout(start, everyMs);
	};
	const start = () => {
		ticking = tick();
	};
	start();
	return {
		async stop() {
			stopped = true;
			clearTimeout(timer);
			await ticking;
		},
	};
}

/**
 * Looks for work, one look at a time. A call during a look causes one more look, and so does a look that returns true. After a
 * failure nothing more happens until the next call.
 */
export function oneLookAtATime(look: () => Promise<boolean>, failed: (error: unknown) => void) {
	let isLooking = false;
	let again = false;
	return {
		isLooking: () => isLooking,
		async poll(): Promise<void> {
			again = true;
			if (isLooking) return;
			isLooking = true;
			try {
				while (again) {
					again = false;
					if (await look()) again = true;
				}
			} catch (error) {
				failed(error);
			} finally {
				isLooking = false;
			}
		},
	};
}

/** How long a stop lets requests, runs, deliveries and jobs continue. */
export const LET_END_MS = 8000;

const LOOK_AGAIN_MS = 20;

/** Waits while something is under way, but no longer than a stop lets it continue. */
export async function waitUntilIdle(isBusy: () => boolean): Promise<void> {
	const late = performance.now() + LET_END_MS;
	while (isBusy() && performance.now() < late) await sleep(LOOK_AGAIN_MS);
}
