import type { Log } from '../ports.ts';

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
