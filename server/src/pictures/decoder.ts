/**
 * Pictures come from strangers, and C libraries decode their pixels. So this happens in separate processes: a costly picture
 * delays nobody else, because files, passwords and mail use the threads of this process, and accounts take turns.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { CAPTURE_MAX_PIXELS } from '@watchword/contract/constants';
import { isUnreadable, type PictureProblem } from '@watchword/contract/picture-problem';
import type { Rectangle } from '@watchword/contract/zone';
import { INTAKE } from '../base/incoming.ts';
import { CLEARS_OFTEN, GIVES_BACK } from '../base/processes.ts';
import { type Lane, openPool, type Shared, workingFor } from '../base/turns.ts';
import type { Square, SquaredPicture } from '../ports/model.ts';
import type { Frame } from './frames.ts';
import type { Outline } from './outlines.ts';

const MB = 1024 * 1024;

/** The limits for one picture. Times are CPU time, so that a busy machine does not give up on what it could decode. */
export interface Bounds {
	/** The longest that making one version may take, and how much more for each megapixel that is read or written. */
	ms: number;
	msPerMegapixel: number;
	/** A picture that takes longer, or will as its structure says, waits for its turn among the long ones. */
	quickMs: number;
	wallMs: number;
	/** The memory of the whole process that decodes it. */
	bytes: number;
	pixels: number;
}

const BOUNDS: Bounds = {
	ms: 500,
	msPerMegapixel: 20,
	quickMs: 400,
	wallMs: 20_000,
	bytes: 768 * MB,
	pixels: CAPTURE_MAX_PIXELS,
};
const PROCESSES = 2;
/** A process that has had nothing to do for this long ends and gives its memory back. */
const IDLE_MS = 30_000;

/** What to make of a picture, with one decoding. The result is always upright; of an animation, the first frame. */
export interface Wanted {
	/** Checks whether the picture shows anything. */
	examine?: true;
	/** A few grey pixels, enough to tell whether two pictures show the same (same.ts). */
	sketch?: true;
	/** A small WebP of this width. */
	thumbWidth?: number;
	jpeg?: {
		quality: number;
		longestSide?: number;
		frames?: Frame[];
		outlines?: Outline[];
		/** Covers the areas that must not be seen. */
		covers?: true;
	};
	/** Raw RGB of the whole picture, centred in a square. */
	square?: Square;
	/** The same of some of its parts. */
	parts?: Square & { of: Rectangle[] };
	/** Raw RGB of the whole picture, scaled down if a side is longer. */
	pixels?: { longestSide: number };
}

export interface Made {
	width: number;
	height: number;
	/** `broken` if it could not be decoded, `slow` if not within the limits; then there is nothing else. */
	problem: PictureProblem | null;
	/** The CPU time that it took. */
	ms: number;
	sketch?: Buffer;
	thumb?: Buffer;
	jpeg?: Buffer;
	square?: SquaredPicture;
	parts?: Buffer[];
	pixels?: { data: Buffer; width: number; height: number };
}

export interface Task {
	bytes: Uint8Array;
	wanted: Wanted;
	long: boolean;
}
export type Outcome = Omit<Made, 'ms'>;
/** `long`: it was not finished as a quick one. `stop`: this process must be stopped, because its time is over. */
export type Answer = 'ready' | { made: Outcome; ms: number } | { long: true; ms: number; stop?: true };

interface Waiting extends Task, Shared {
	/** `long` if it has to wait among the long ones. */
	resolve(made: Made | 'long'): void;
	reject(error: Error): void;
	deaths: number;
}

const MAX_DEATHS = 2;
const nothing = (problem: PictureProblem): Outcome => ({ width: 0, height: 0, problem });

/** Decodes pictures in a few processes, each with one picture at a time. */
export function openDecoder(given: Partial<Bounds> = {}) {
	const bounds = { ...BOUNDS, ...given };
	const pool = openPool<Waiting>(Array.from({ length: PROCESSES }, () => openLane(bounds)));

	const decode = (bytes: Uint8Array, wanted: Wanted, long: boolean, signal: AbortSignal | undefined) => {
		let stopListening: () => void = () => undefined;
		return new Promise<Made | 'long'>((resolve, reject) => {
			const task: Waiting = { ...workingFor(), bytes, wanted, long, resolve, reject, deaths: 0 };
			const giveUp = () => {
				pool.takeBack(task);
				reject(signal?.reason);
			};
			if (signal?.aborted) return reject(signal.reason);
			signal?.addEventListener('abort', giveUp, { once: true });
			stopListening = () => signal?.removeEventListener('abort', giveUp);
			pool.add(task);
		}).finally(() => stopListening());
	};

	return {
		async read(bytes: Uint8Array, wanted: Wanted, signal?: AbortSignal): Promise<Made> {
			const { owner, stranger } = workingFor();
			const holder = stranger ? `strangers to ${owner}` : owner;
			if (!INTAKE.pictures.take(holder, bytes.length))
				throw new Error('too many pictures wait to be decoded');
			try {
				const made = await decode(bytes, wanted, false, signal);
				if (made !== 'long') return made;
				// One version at a time, so that others get their turn between them.
				let ms = 0;
				let all: Partial<Made> = {};
				for (const one of versionsOf(wanted)) {
					const next = await decode(bytes, one, true, signal);
					if (next === 'long') throw new Error('the limit of a long picture is that of a quick one');
					ms += next.ms;
					if (isUnreadable(next.problem)) return { ...next, ms };
					all = { ...next, ...all };
				}
				return { ...nothing('broken'), ...all, ms };
			} finally {
				INTAKE.pictures.release(holder, bytes.length);
			}
		},
	};
}

/** Each wanted version alone. What was found wrong with a picture is what the first says, so examining comes first. */
const versionsOf = ({ examine, ...others }: Wanted): Wanted[] => [
	...(examine ? [{ examine }] : []),
	...Object.entries(others).map(([name, how]) => ({ [name]: how })),
];

/** A process that starts with the first picture and is replaced when it dies. */
function openLane(bounds: Bounds): Lane<Waiting> {
	let child: ChildProcess | null = null;
	let isReady = false;
	let idle: NodeJS.Timeout | undefined;

	const start = () => {
		isReady = false;
		const started = fork(new URL('./decoder-process.ts', import.meta.url), [], {
			env: GIVES_BACK,
			execArgv: ['--max-old-space-size=128', CLEARS_OFTEN],
			serialization: 'advanced',
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		});
		// One that cannot start reports an error and never exits.
		started.on('error', () => started.emit('exit', null, 'an error'));
		started.once('exit', () => {
			if (child === started) child = null;
		});
		return started;
	};

	const decode = (task: Waiting): Promise<number> => {
		const { promise, resolve: end } = Promise.withResolvers<number>();
		child ??= start();
		const mine = child;
		const { bytes, wanted, long } = task;
		const began = performance.now();
		/** The picture has had its time, so its process was stopped. */
		let stopped: { ms: number } | null = null;
		const stop = (after: { ms: number }) => {
			stopped = after;
			mine.kill('SIGKILL');
		};
		const limit = setTimeout(stop, bounds.wallMs, { ms: bounds.wallMs });
		const done = () => {
			clearTimeout(limit);
			mine.off('message', heard).off('exit', died);
		};
		const heard = (answer: Answer) => {
			if (answer === 'ready') {
				isReady = true;
				return;
			}
			if ('stop' in answer) return stop(answer);
			done();
			hold(mine, false);
			idle = setTimeout(() => mine.kill('SIGKILL'), IDLE_MS).unref();
			task.resolve('made' in answer ? { ...answer.made, ms: answer.ms } : 'long');
			end(answer.ms);
		};
		const died = (code: number | null, signal: string | null) => {
			done();
			const ms = stopped?.ms ?? performance.now() - began;
			task.deaths += 1;
			if (!isReady) {
				const cause = new Error(`it ended with ${signal ?? code}`);
				task.reject(new Error('the picture decoder does not start', { cause }));
			} else if (stopped) task.resolve(long ? { ...nothing('slow'), ms } : 'long');
			else if (task.deaths >= MAX_DEATHS) task.resolve({ ...nothing('broken'), ms });
			// The process may have died for another reason.
			else return end(decode(task));
			end(ms);
		};
		clearTimeout(idle);
		hold(mine, true);
		mine.on('message', heard).once('exit', died);
		mine.send({ task: { bytes, wanted, long } satisfies Task, bounds });
		return promise;
	};
	return decode;
}

/** A busy process keeps this one alive; an idle one must not. */
function hold(child: ChildProcess, busy: boolean): void {
	for (const held of [child, child.channel]) busy ? held?.ref() : held?.unref();
}

const decoder = openDecoder();

/** Decodes a picture and makes the wanted versions. Rejects only if a retry later may succeed. */
export const readPicture = (bytes: Uint8Array, wanted: Wanted, signal?: AbortSignal): Promise<Made> =>
	decoder.read(bytes, wanted, signal);
