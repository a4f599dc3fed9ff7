import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { SelfTest } from '@watchword/contract/example';
import type { KnownObject } from '@watchword/contract/known-objects';
import type { Comparison, Sighting } from '@watchword/model';
import { ModelFailure } from '../../../../base/failures.ts';
import { openProcesses } from '../../../../base/processes.ts';
import { readPicture } from '../../../../pictures/decoder.ts';
import type { Log } from '../../../../ports/log.ts';
import type { Question } from '../../../../ports/model.ts';
import { ableAnswer, CannotRun, type Unable } from '../runtime/network.ts';
import { agree } from './agree.ts';
import { afterPart, doubtful, isDark, partsAround } from './closer.ts';
import type { Lesson } from './lesson.ts';
import { type Asked, type Pixels, type Reports, type Seen, SQUARE } from './sighting.ts';

/** A picture to look at, and its square if that was made already. */
type Image = Pick<Question['images'][number], 'bytes' | 'squared'>;

export interface Detector {
	/**
	 * What is in the picture, and what the examples say of it; null if the bytes are not a readable picture. Rejects with
	 * CannotRun if no picture can be looked at.
	 */
	detect(image: Image, signal: AbortSignal, lesson?: Lesson | null): Promise<Seen | null>;
	/**
	 * The sightings after a second look at those of these kinds that are not certain, if there are any. The picture is one that
	 * `detect` has seen.
	 */
	lookCloser(
		bytes: Uint8Array,
		seen: Viewed,
		kinds: readonly KnownObject[],
		signal: AbortSignal,
	): Promise<readonly Sighting[]>;
	/** How the examples judge each other. */
	test(lesson: Lesson, signal: AbortSignal): Promise<SelfTest>;
	close(): void;
}

/** Each takes one core while it looks. One core is left for decoding and everything else. */
const PROCESSES = Math.max(1, availableParallelism() - 1);
const IDLE_MS = 2 * 60_000;
/** A look takes a tenth of a second. */
const MAX_MS = 60_000;
/** Several automations ask about one picture, at the same time or soon after: the newest looks are kept. */
const KEPT = 8;

type Look = Omit<Seen, 'comparison'> | null;
type Viewed = { sightings: readonly Sighting[] } & Pick<Seen, 'size'>;

/** The object detector, in processes that start with the first picture and end when there is nothing left to look at. */
export function openDetector(
	log: Log,
	{ script = new URL('./process.ts', import.meta.url), count = PROCESSES, idleMs = IDLE_MS } = {},
): Detector {
	const processes = openProcesses<Asked>(log, {
		...{ name: 'the object detector', script, count, idleMs, mostMs: MAX_MS, heapMb: 96, givesBack: true },
	});
	const looks = new Map<string, Promise<Look>>();

	const ask = async <T extends object>(asked: Asked, signal: AbortSignal): Promise<T> =>
		ableAnswer(await processes.ask<T | Unable>(asked, signal));

	const look = async ({ bytes, squared }: Image, signal: AbortSignal): Promise<Look> => {
		const square = squared ?? (await readPicture(bytes, { square: SQUARE }, signal)).square;
		if (!square) return null;
		const { data, ...size } = square;
		const pixels = { data, share: shareOf(size) };
		const { nanodet, ssdlite, map } = await ask<Reports>({ pixels }, signal);
		return { sightings: agree(nanodet, ssdlite), map, ratio: size.width / size.height, size };
	};

	const lookAtParts = async (
		bytes: Uint8Array,
		{ sightings, size }: Viewed,
		kinds: readonly KnownObject[],
		signal: AbortSignal,
	): Promise<readonly Sighting[]> => {
		const unsure = doubtful(sightings, kinds);
		let now: readonly Sighting[] = sightings;
		const of = partsAround(unsure, size);
		const { parts = [] } =
			of.length > 0 ? await readPicture(bytes, { parts: { ...SQUARE, of } }, signal) : {};
		for (const [at, part] of of.entries()) {
			const data = parts[at];
			if (!data) continue;
			const [width, height] = [size.width * (part.right - part.left), size.height * (part.bottom - part.top)];
			const pixels = { data, share: shareOf({ width, height }) };
			const reports = await ask<Reports>({ pixels }, signal);
			now = afterPart(now, unsure, { ...reports, part, isDark: isDark(pixels) });
		}
		return now;
	};

	/** A picture that is looked at already is not looked at again, unless that look failed. */
	const lookOnce = async (image: Image, signal: AbortSignal): Promise<Look> => {
		const key = createHash('sha256').update(image.bytes).digest('base64');
		for (let known = looks.get(key); known; known = looks.get(key)) {
			const found = await unlessAborted(known, signal).catch(() => undefined);
			signal.throwIfAborted();
			if (found !== undefined) return found;
			if (looks.get(key) === known) looks.delete(key);
		}
		const mine = look(image, signal);
		looks.set(key, mine);
		const [oldest] = looks.keys();
		if (looks.size > KEPT && oldest !== undefined) looks.delete(oldest);
		return mine;
	};

	return {
		detect: (image, signal, lesson = null) =>
			asFailure(signal, async () => {
				const seen = await lookOnce(image, signal);
				if (!seen) return null;
				const { map, ratio } = seen;
				const comparison = lesson && (await ask<Comparison>({ lesson, seen: { map, ratio } }, signal));
				return { ...seen, comparison };
			}),
		lookCloser: (bytes, seen, kinds, signal) =>
			asFailure(signal, () => lookAtParts(bytes, seen, kinds, signal)),
		test: (lesson, signal) => asFailure(signal, () => ask({ lesson, seen: null }, signal)),
		close: processes.close,
	};
}

/** What share of a square a picture fills. */
function shareOf({ width, height }: Seen['size']): Pixels['share'] {
	const longest = Math.max(width, height);
	return { x: width / longest, y: height / longest };
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	const { promise, reject } = Promise.withResolvers<T>();
	const abort = () => reject(signal.reason);
	signal.addEventListener('abort', abort, { once: true });
	return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}

/** What went wrong may go right another time, unless nothing can be looked at here. */
async function asFailure<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		if (cause instanceof CannotRun) throw cause;
		if (signal.aborted)
			throw new ModelFailure('The built-in model took too long.', true, { cause, absent: 'silent' });
		throw new ModelFailure('The built-in model stopped while it looked.', true, { cause });
	}
}
