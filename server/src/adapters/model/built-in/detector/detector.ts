import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { SelfTest } from '@watchword/contract/example';
import type { KnownObject } from '@watchword/contract/known-objects';
import { ModelFailure } from '../../../../base/model-failure.ts';
import { openProcesses } from '../../../../base/processes.ts';
import { readPicture } from '../../../../pictures/decoder.ts';
import type { Log } from '../../../../ports.ts';
import { ableAnswer, CannotRun, type Unable } from '../runtime/network.ts';
import type { Comparison, Lesson } from '../sight/lesson.ts';
import { agree } from './agree.ts';
import { afterPart, doubtful, isDark, partsAround } from './closer.ts';
import {
	type Asked,
	type Box,
	type Pixels,
	type Reports,
	type Seen,
	SIDE,
	type Sighting,
} from './sighting.ts';

export interface Detector {
	/**
	 * What is in the picture, and what the examples say of it; null if the bytes are not a readable picture. Rejects with
	 * CannotRun if no picture can be looked at.
	 */
	detect(bytes: Uint8Array, signal: AbortSignal, lesson?: Lesson | null): Promise<Seen | null>;
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
const MOST_MS = 60_000;
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
		...{ name: 'the object detector', script, count, idleMs, mostMs: MOST_MS, heapMb: 96 },
	});
	const looks = new Map<string, Promise<Look>>();

	const ask = async <T extends object>(asked: Asked, signal: AbortSignal): Promise<T> =>
		ableAnswer(await processes.ask<T | Unable>(asked, signal));

	const look = async (bytes: Uint8Array, signal: AbortSignal): Promise<Look> => {
		const decoded = await decode(bytes, signal);
		if (!decoded) return null;
		const { pixels, size } = decoded;
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
		for (const part of partsAround(unsure, size)) {
			const decoded = await decode(bytes, signal, part);
			if (!decoded) continue;
			const { pixels } = decoded;
			const reports = await ask<Reports>({ pixels }, signal);
			now = afterPart(now, unsure, { ...reports, part, isDark: isDark(pixels) });
		}
		return now;
	};

	/** A picture that is looked at already is not looked at again, unless that look failed. */
	const lookOnce = async (bytes: Uint8Array, signal: AbortSignal): Promise<Look> => {
		const key = createHash('sha256').update(bytes).digest('base64');
		for (let known = looks.get(key); known; known = looks.get(key)) {
			const found = await unlessAborted(known, signal).catch(() => undefined);
			signal.throwIfAborted();
			if (found !== undefined) return found;
			if (looks.get(key) === known) looks.delete(key);
		}
		const mine = look(bytes, signal);
		looks.set(key, mine);
		const [oldest] = looks.keys();
		if (looks.size > KEPT && oldest !== undefined) looks.delete(oldest);
		return mine;
	};

	return {
		detect: (bytes, signal, lesson = null) =>
			asFailure(signal, async () => {
				const seen = await lookOnce(bytes, signal);
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

/** The picture or a part of it, upright and centred in the square. If it were stretched, the detector would miss people and cars. */
async function decode(bytes: Uint8Array, signal: AbortSignal, part?: Box) {
	const wanted = { square: { side: SIDE, background: '#808080', ...(part && { part }) } };
	const { square, ...size } = await readPicture(bytes, wanted, signal);
	if (!square) return null;
	const width = size.width * (part ? part.right - part.left : 1);
	const height = size.height * (part ? part.bottom - part.top : 1);
	const longest = Math.max(width, height);
	return {
		pixels: { data: square, share: { x: width / longest, y: height / longest } } satisfies Pixels,
		size,
	};
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
