import { type Shot, type Source, sourceOf } from './source.ts';
import { stalled } from './trouble.ts';

/** A stream without data for this long has stalled. Some cameras send a key frame only every ten seconds. */
const STALLS_AFTER_MS = 20_000;
/** A little less than a second, so that a camera with one picture a second loses none. */
const BETWEEN_MS = 900;

/** The same items, but waiting for one ends after a while. */
export async function* withStallTimeout<T>(
	items: AsyncGenerator<T, void, void>,
	signal: AbortSignal,
	stallsAfterMs = STALLS_AFTER_MS,
): AsyncGenerator<T, void, void> {
	try {
		for (;;) {
			let timer: NodeJS.Timeout | undefined;
			let abort: (() => void) | undefined;
			const gaveUp = new Promise<never>((_, reject) => {
				timer = setTimeout(() => reject(stalled()), stallsAfterMs);
				abort = () => reject(signal.reason);
				signal.addEventListener('abort', abort);
			});
			try {
				const next = await Promise.race([items.next(), gaveUp]);
				if (next.done) return;
				yield next.value;
			} finally {
				clearTimeout(timer);
				if (abort) signal.removeEventListener('abort', abort);
			}
		}
	} finally {
		// Not awaited: it may be waiting for the stalled stream, which its owner ends next.
		void items.return().catch(() => {});
	}
}

/** A source from a stream with possibly many pictures a second; the extra ones are dropped. */
export function oncePerSecond(all: (signal: AbortSignal) => AsyncGenerator<Shot, void, void>): Source {
	async function* watch(signal: AbortSignal) {
		let last = Number.NEGATIVE_INFINITY;
		for await (const shot of all(signal)) {
			const now = performance.now();
			if (now - last < BETWEEN_MS) continue;
			last = now;
			yield shot;
		}
	}
	return sourceOf(watch);
}
