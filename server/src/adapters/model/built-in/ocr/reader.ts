import { ModelFailure } from '../../../../base/model-failure.ts';
import { openProcess } from '../../../../base/thread.ts';
import { readPicture } from '../../../../pictures/decoder.ts';
import type { Log } from '../../../../ports.ts';
import type { OcrReply, OcrTask } from './line.ts';

/** What is read: a picture of a camera with a few large words, or a page full of small ones. */
export type Print = 'scene' | 'page';

/** `pixels` is the longest side that letters are read from, `side` the one in which lines are looked for. */
const EFFORT: Record<Print, { pixels: number; side: number; mostMs: number }> = {
	scene: { pixels: 1920, side: 960, mostMs: 30_000 },
	page: { pixels: 2200, side: 1280, mostMs: 60_000 },
};
/** Loaded, the networks take some hundreds of megabytes. Without work for this long, they are given back. */
const IDLE_MS = 3 * 60_000;

export interface TextReader {
	/** The text in a picture; null if the bytes are not a readable picture. */
	read(bytes: Uint8Array, print: Print, signal: AbortSignal): Promise<OcrReply | null>;
	close(): Promise<void>;
}

interface Task {
	ocr: OcrTask;
	resolve(reply: OcrReply): void;
	reject(error: ModelFailure): void;
}

/** Reads text in pictures, in a process that starts with the first picture and ends when there is nothing left to read. */
export function openTextReader(
	log: Log,
	{ idleMs = IDLE_MS, script = new URL('./process.ts', import.meta.url) } = {},
): TextReader {
	let closed = false;
	const lane = openProcess<Task, OcrReply>(
		script,
		{ idleMs, env: {}, execArgv: ['--max-old-space-size=256'], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
		{
			begin: (child, { ocr }) => child.send(ocr),
			answered: ({ resolve }, reply) => resolve(reply),
			died(task, cause) {
				if (!closed) log.error({ err: cause }, 'the text reader stopped');
				for (const { reject } of [...(task ? [task] : []), ...lane.takeBack()]) reject(stopped(cause));
			},
		},
	);

	return {
		async read(bytes, print, signal) {
			const { pixels, side, mostMs } = EFFORT[print];
			if (closed) throw stopped(new Error('closed'));
			const from = print === 'page' ? 'mail' : 'camera';
			const made = await readPicture(from, bytes, { pixels: { longestSide: pixels } }, signal).catch(
				(error) => {
					throw signal.aborted ? tooLate(signal) : stopped(error);
				},
			);
			if (!made.pixels) return null;
			if (closed) throw stopped(new Error('closed'));
			const { promise, resolve, reject } = Promise.withResolvers<OcrReply>();
			const task = { ocr: { picture: made.pixels, side, mostMs }, resolve, reject };
			const abort = () => {
				lane.takeBack(task);
				reject(tooLate(signal));
			};
			signal.addEventListener('abort', abort, { once: true });
			lane.add(task);
			return promise.finally(() => signal.removeEventListener('abort', abort));
		},
		async close() {
			closed = true;
			await lane.close();
		},
	};
}

const stopped = (cause: unknown) =>
	new ModelFailure('The built-in model stopped while it read.', true, { cause });
const tooLate = ({ reason }: AbortSignal) =>
	new ModelFailure('The built-in model took too long to read.', true, { cause: reason, absent: 'silent' });
