/**
 * Pictures come from strangers, and C libraries decode their pixels. So this happens in separate processes: a costly picture
 * delays nobody else, because files, passwords and mail use the threads of this process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { CAPTURE_MAX_PIXELS } from '@watchword/contract/constants';
import type { PictureProblem } from '@watchword/contract/picture-problem';
import type { Rectangle } from '@watchword/contract/zone';
import type { Frame } from './frames.ts';
import type { Outline } from './outlines.ts';

const MB = 1024 * 1024;

/** The limits for one picture. */
export interface Bounds {
	ms: number;
	/** The memory of the whole process that decodes it. */
	bytes: number;
	pixels: number;
}

const BOUNDS: Bounds = { ms: 20_000, bytes: 768 * MB, pixels: CAPTURE_MAX_PIXELS };
/** At most this many bytes of pictures wait in memory; others must be sent again later. */
const MOST_WAITING_BYTES = 128 * MB;
/** A process that has had nothing to do for this long ends and gives its memory back. */
const IDLE_MS = 60_000;

/** What to make of a picture. The result is always upright; of an animation, the first frame. */
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
	/** Raw RGB: the whole picture, or a part of it, centred in a square. */
	square?: { side: number; background: string; part?: Rectangle };
	/** Raw RGB of the whole picture, scaled down if a side is longer. */
	pixels?: { longestSide: number };
}

export interface Made {
	width: number;
	height: number;
	/** `broken` if it could not be decoded within the limits; then there is nothing else. */
	problem: PictureProblem | null;
	/** How long the process worked on it. */
	ms: number;
	sketch?: Buffer;
	thumb?: Buffer;
	jpeg?: Buffer;
	square?: Buffer;
	pixels?: { data: Buffer; width: number; height: number };
}

export interface Task {
	bytes: Uint8Array;
	wanted: Wanted;
}
export type Answer = 'ready' | Omit<Made, 'ms'> | { broken: string };

interface Waiting extends Task {
	resolve(made: Made): void;
	reject(error: Error): void;
	deaths: number;
	ms: number;
}

const BROKEN: Omit<Made, 'ms'> = { width: 0, height: 0, problem: 'broken' };

/** Decodes one picture at a time, in a process that starts with the first and is replaced when it dies. */
export function openDecoder(given: Partial<Bounds> = {}) {
	const bounds = { ...BOUNDS, ...given };
	const queue: Waiting[] = [];
	let current: Waiting | null = null;
	let decoder: { child: ChildProcess; ready: boolean } | null = null;
	let timer: NodeJS.Timeout | undefined;
	let begun = 0;

	/** A busy process keeps this one alive; an idle one must not. */
	const hold = (child: ChildProcess, busy: boolean) => {
		for (const held of [child, child.channel]) busy ? held?.ref() : held?.unref();
	};

	const next = () => {
		clearTimeout(timer);
		current = queue.shift() ?? null;
		if (!current) {
			const idle = decoder?.child;
			if (!idle) return;
			hold(idle, false);
			timer = setTimeout(() => idle.kill('SIGKILL'), IDLE_MS).unref();
			return;
		}
		decoder ??= start();
		hold(decoder.child, true);
		if (decoder.ready) give(decoder.child, current);
	};

	const give = (child: ChildProcess, task: Waiting) => {
		child.send({ bytes: task.bytes, wanted: task.wanted } satisfies Task);
		begun = performance.now();
		timer = setTimeout(() => {
			task.deaths = MOST_DEATHS;
			child.kill('SIGKILL');
		}, bounds.ms);
	};

	const start = () => {
		const child = fork(new URL('./decoder-process.ts', import.meta.url), [JSON.stringify(bounds)], {
			env: {},
			execArgv: ['--max-old-space-size=128'],
			serialization: 'advanced',
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		});
		const started = { child, ready: false };
		const died = (cause: unknown) => {
			if (decoder !== started) return;
			decoder = null;
			const task = current;
			if (!task) return next();
			task.deaths += 1;
			if (started.ready) task.ms += performance.now() - begun;
			if (!started.ready) task.reject(new Error('the picture decoder does not start', { cause }));
			else if (task.deaths >= MOST_DEATHS) task.resolve({ ...BROKEN, ms: task.ms });
			// The process may have died for another reason.
			else queue.unshift(task);
			next();
		};
		child.on('message', (answer: Answer) => {
			if (answer === 'ready') {
				started.ready = true;
				if (current) give(child, current);
				return;
			}
			const ms = (current?.ms ?? 0) + performance.now() - begun;
			current?.resolve({ ...('broken' in answer ? BROKEN : answer), ms });
			next();
		});
		child.on('error', died);
		child.on('exit', (code, signal) => died(new Error(`it ended with ${signal ?? code}`)));
		return started;
	};

	return {
		async read(bytes: Uint8Array, wanted: Wanted, signal?: AbortSignal): Promise<Made> {
			const waiting = queue.reduce((sum, task) => sum + task.bytes.length, 0);
			if (waiting + bytes.length > MOST_WAITING_BYTES)
				throw new Error('too many pictures wait to be decoded');
			const { promise, resolve, reject } = Promise.withResolvers<Made>();
			const task = { bytes, wanted, resolve, reject, deaths: 0, ms: 0 };
			const giveUp = () => {
				const at = queue.indexOf(task);
				if (at >= 0) queue.splice(at, 1);
				reject(signal?.reason);
			};
			if (signal?.aborted) throw signal.reason;
			signal?.addEventListener('abort', giveUp, { once: true });
			queue.push(task);
			if (!current) next();
			return promise.finally(() => signal?.removeEventListener('abort', giveUp));
		},
	};
}

const MOST_DEATHS = 2;

/** Separate, so that a flood of pictures by mail does not delay the cameras. */
const decoders = { camera: openDecoder(), mail: openDecoder() };

/** Decodes a picture and makes the wanted versions. Rejects only if a retry later may succeed. */
export const readPicture = (
	from: keyof typeof decoders,
	bytes: Uint8Array,
	wanted: Wanted,
	signal?: AbortSignal,
): Promise<Made> => decoders[from].read(bytes, wanted, signal);
