import { ModelFailure } from '../../../model-failure.ts';
import type { Log } from '../../../ports.ts';
import { openThread } from '../../../thread.ts';
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
	let closed = false;
	const thread = openThread<Task, DetectorReply>(
		script,
		{ resourceLimits: { maxOldGenerationSizeMb: 512 } },
		{
			begin: (worker, { bytes }) => worker.postMessage(bytes),
			answered: ({ resolve }, { sightings }) => resolve(sightings),
			died(task, cause) {
				if (!closed) log.error({ err: cause }, 'the built-in model stopped');
				for (const { reject } of [...(task ? [task] : []), ...thread.takeBack()]) reject(stopped(cause));
			},
		},
	);

	return {
		async look(bytes, signal) {
			if (closed) throw stopped(new Error('closed'));
			if (signal.aborted) throw tooLate(signal);
			const { promise, resolve, reject } = Promise.withResolvers<Sighting[] | null>();
			const task = { bytes, resolve, reject };
			const abort = () => {
				thread.takeBack(task);
				reject(tooLate(signal));
			};
			signal.addEventListener('abort', abort, { once: true });
			thread.add(task);
			return promise.finally(() => signal.removeEventListener('abort', abort));
		},
		async close() {
			closed = true;
			await thread.close();
		},
	};
}

const stopped = (cause: unknown) =>
	new ModelFailure('The built-in model stopped while it looked.', true, { cause });
const tooLate = ({ reason }: AbortSignal) =>
	new ModelFailure('The built-in model took too long.', true, { cause: reason, absent: 'silent' });
