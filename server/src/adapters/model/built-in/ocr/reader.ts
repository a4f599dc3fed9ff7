import { ModelFailure } from '../../../../base/failures.ts';
import { openProcesses } from '../../../../base/processes.ts';
import { readPicture } from '../../../../pictures/decoder.ts';
import type { Log } from '../../../../ports/log.ts';
import { ableAnswer, CannotRun, type Unable } from '../runtime/network.ts';
import type { OcrReply, OcrTask } from './line.ts';

/** What is read: a picture of a camera with a few large words, or a page full of small ones. */
export type Print = 'scene' | 'page';

/** `pixels` is the longest side that letters are read from, `side` the one in which lines are looked for. */
const EFFORT: Record<Print, { pixels: number; side: number; mostMs: number }> = {
	scene: { pixels: 1920, side: 960, mostMs: 30_000 },
	page: { pixels: 2200, side: 1280, mostMs: 60_000 },
};
/** Loaded, the networks take some hundreds of megabytes. Without work for this long, they are given back. */
const IDLE_MS = 2 * 60_000;
/** It stops by itself after the time for a picture, and one line more. */
const MAX_MS = 90_000;

export interface TextReader {
	/** The text in a picture; null if the bytes are not a readable picture. Rejects with CannotRun if nothing can be read. */
	read(bytes: Uint8Array, print: Print, signal: AbortSignal): Promise<OcrReply | null>;
	close(): void;
}

/** Reads text in pictures, in a process that starts with the first picture and ends when there is nothing left to read. */
export function openTextReader(
	log: Log,
	{ idleMs = IDLE_MS, script = new URL('./process.ts', import.meta.url) } = {},
): TextReader {
	const processes = openProcesses<OcrTask>(log, {
		...{ name: 'the text reader', script, count: 1, idleMs, mostMs: MAX_MS, heapMb: 256, givesBack: true },
	});
	return {
		async read(bytes, print, signal) {
			const { pixels, side, mostMs } = EFFORT[print];
			try {
				const made = await readPicture(bytes, { pixels: { longestSide: pixels } }, signal);
				if (!made.pixels) return null;
				const task = { picture: made.pixels, side, mostMs };
				return ableAnswer(await processes.ask<OcrReply | Unable>(task, signal));
			} catch (error) {
				if (error instanceof CannotRun) throw error;
				throw signal.aborted ? tooLate(signal) : stopped(error);
			}
		},
		close: processes.close,
	};
}

const stopped = (cause: unknown) =>
	new ModelFailure('The built-in model stopped while it read.', true, { cause });
const tooLate = ({ reason }: AbortSignal) =>
	new ModelFailure('The built-in model took too long to read.', true, { cause: reason, absent: 'silent' });
