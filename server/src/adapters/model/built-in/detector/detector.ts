import type { SelfTest } from '@watchword/contract/example';
import { ModelFailure } from '../../../../base/model-failure.ts';
import { openThread } from '../../../../base/thread.ts';
import { readPicture } from '../../../../pictures/decoder.ts';
import type { Log } from '../../../../ports.ts';
import type { Lesson } from '../sight/lesson.ts';
import { type DetectorReply, type DetectorTask, type Pixels, type Seen, SIDE } from './sighting.ts';

export interface Detector {
	/** What is in the picture, and what the examples say of it; null if the bytes are not a readable picture. */
	detect(bytes: Uint8Array, signal: AbortSignal, lesson?: Lesson | null): Promise<Seen | null>;
	/** How the examples judge each other. */
	test(lesson: Lesson, signal: AbortSignal): Promise<SelfTest | null>;
	close(): Promise<void>;
}

interface Task {
	asks: DetectorTask;
	resolve(reply: DetectorReply): void;
	reject(error: ModelFailure): void;
}

/**
 * The object detector in its own thread, which starts with the first picture. The thread gets one picture at a time, so
 * that a cancelled question costs nothing. If the thread dies, waiting questions fail with "try again", and the next
 * picture starts a new thread.
 */
export function openDetector(log: Log, script = new URL('./worker.ts', import.meta.url)): Detector {
	let closed = false;
	const thread = openThread<Task, DetectorReply>(
		script,
		{ resourceLimits: { maxOldGenerationSizeMb: 512 } },
		{
			begin: (worker, { asks }) => worker.postMessage(asks),
			answered: ({ resolve }, reply) => resolve(reply),
			died(task, cause) {
				if (!closed) log.error({ err: cause }, 'the built-in model stopped');
				for (const { reject } of [...(task ? [task] : []), ...thread.takeBack()]) reject(stopped(cause));
			},
		},
	);

	const ask = async (asks: DetectorTask, signal: AbortSignal): Promise<DetectorReply> => {
		if (closed) throw stopped(new Error('closed'));
		if (signal.aborted) throw tooLate(signal);
		const { promise, resolve, reject } = Promise.withResolvers<DetectorReply>();
		const task = { asks, resolve, reject };
		const abort = () => {
			thread.takeBack(task);
			reject(tooLate(signal));
		};
		signal.addEventListener('abort', abort, { once: true });
		thread.add(task);
		return promise.finally(() => signal.removeEventListener('abort', abort));
	};

	return {
		async detect(bytes, signal, lesson = null) {
			if (closed) throw stopped(new Error('closed'));
			if (signal.aborted) throw tooLate(signal);
			const pixels = await decode(bytes, signal);
			return pixels && (await ask({ pixels, lesson }, signal)).seen;
		},
		test: async (lesson, signal) => (await ask({ pixels: null, lesson }, signal)).test,
		async close() {
			closed = true;
			await thread.close();
		},
	};
}

/** The whole picture, upright and centred in the square. If it were stretched, the detector would miss people and cars. */
async function decode(bytes: Uint8Array, signal: AbortSignal): Promise<Pixels | null> {
	const wanted = { square: { side: SIDE, background: '#808080' } };
	const { square, width, height } = await readPicture('camera', bytes, wanted, signal).catch((error) => {
		throw signal.aborted ? tooLate(signal) : stopped(error);
	});
	const longest = Math.max(width, height);
	return square ? { data: square, share: { x: width / longest, y: height / longest } } : null;
}

const stopped = (cause: unknown) =>
	new ModelFailure('The built-in model stopped while it looked.', true, { cause });
const tooLate = ({ reason }: AbortSignal) =>
	new ModelFailure('The built-in model took too long.', true, { cause: reason, absent: 'silent' });
