import { setTimeout } from 'node:timers/promises';

/** How long a stop lets requests, runs, deliveries and jobs continue. */
export const LET_END_MS = 8000;

const LOOK_AGAIN_MS = 20;

/** Waits while something is under way, but no longer than a stop lets it continue. */
export async function letEnd(isBusy: () => boolean): Promise<void> {
	const late = performance.now() + LET_END_MS;
	while (isBusy() && performance.now() < late) await setTimeout(LOOK_AGAIN_MS);
}
