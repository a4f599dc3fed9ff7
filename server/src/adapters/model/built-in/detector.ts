import { Worker } from 'node:worker_threads';
import { ModelFailure } from '../../../model-failure.ts';
import type { Log } from '../../../ports.ts';
import type { DetectorReply, Sighting } from './sighting.ts';

export interface Detector {
	/** What is in the picture; null where the bytes are no picture that can be read. */
	look(bytes: Uint8Array, signal: AbortSignal): Promise<Sighting[] | null>;
	close(): Promise<void>;
}

interface Task {
	bytes: Uint8Array;
	resolve(sightings: Sighting[] | null): void;
	reject(error: ModelFailure): void;
}

/**
 * The object detector in a thread of its own, which starts with the first picture. It gets one picture at a time, so
 * that a question nobody waits for any more costs nothing. Should the thread die, whoever waits is told to come again,
 * and the next picture starts another.
 */
export function openDetector(log: Log, script = new URL('./detector-worker.ts', import.meta.url)): Detector {
	const queue: Task[] = [];
	let current: Task | null = null;
	let thread: Worker | null = null;
	let closed = false;

	const next = () => {
		current = queue.shift() ?? null;
		if (!current) {
			// An idle thread must not keep a finished process alive; a busy one must.
			thread?.unref();
			return;
		}
		thread ??= start();
		thread.ref();
		thread.postMessage(current.bytes);
	};

	const start = () => {
		const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
		const died = (cause: unknown) => {
			if (thread !== worker) return;
			thread = null;
			if (!closed) log.error({ err: cause }, 'the built-in model stopped');
			const told = [...(current ? [current] : []), ...queue.splice(0)];
			current = null;
			for (const { reject } of told) reject(stopped(cause));
		};
		worker.on('message', (reply: DetectorReply) => {
			current?.resolve(reply.sightings);
			next();
		});
		worker.on('error', died);
		worker.on('exit', (code) => died(new Error(`its thread ended with ${code}`)));
		return worker;
	};

	return {
		async look(bytes, signal) {
			if (closed) throw stopped(new Error('closed'));
			if (signal.aborted) throw tooLate(signal);
			const { promise, resolve, reject } = Promise.withResolvers<Sighting[] | null>();
			const task = { bytes, resolve, reject };
			const abort = () => {
				const at = queue.indexOf(task);
				if (at >= 0) queue.splice(at, 1);
				reject(tooLate(signal));
			};
			signal.addEventListener('abort', abort, { once: true });
			queue.push(task);
			if (!current) next();
			return promise.finally(() => signal.removeEventListener('abort', abort));
		},
		async close() {
			closed = true;
			await thread?.terminate();
		},
	};
}

const stopped = (cause: unknown) =>
	new ModelFailure('The built-in model stopped while it looked.', true, { cause });
const tooLate = ({ reason }: AbortSignal) =>
	new ModelFailure('The built-in model took too long.', true, { cause: reason });
