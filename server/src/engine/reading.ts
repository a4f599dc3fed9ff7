/**
 * What strangers send can be made to take any time and any memory to read. So it is read in a thread of its own, within
 * bounds: whoever sent it waits alone.
 */
import { openThread } from '../thread.ts';
import { type Message, parseMessage, unreadable } from './message.ts';

/** Of a mail this small nothing takes long, and most are. */
const SMALL = 16 * 1024;
/** For one mail or file. The memory is that of the whole process, as what is unfolded in a thread counts there alone. */
const BOUNDS = { ms: 15_000, bytes: 256 * 1024 * 1024 };
const LOOK_MS = 100;

export type Question =
	| { message: Parameters<typeof parseMessage> }
	| { pdf: [bytes: Uint8Array, most: number] };
export type Answer = { result: unknown } | { problem: string };

interface Task {
	question: Question;
	resolve(result: unknown): void;
	reject(error: Error): void;
}

/** A thread that reads, and is replaced when something was too much for it. */
export function openReader({ ms, bytes } = BOUNDS) {
	let watch: NodeJS.Timeout | undefined;
	const thread = openThread<Task, Answer>(
		new URL('./reading-thread.ts', import.meta.url),
		{},
		{
			begin(worker, { question }) {
				worker.postMessage(question);
				const [began, before] = [performance.now(), process.memoryUsage.rss()];
				watch = setInterval(() => {
					const tooMuch = performance.now() - began > ms || process.memoryUsage.rss() - before > bytes;
					if (tooMuch) void worker.terminate();
				}, LOOK_MS);
			},
			answered({ resolve, reject }, answer) {
				clearInterval(watch);
				if ('result' in answer) resolve(answer.result);
				else reject(new Error(answer.problem));
			},
			died(task) {
				clearInterval(watch);
				task?.reject(new Error('it takes too much to read'));
			},
		},
	);
	const ask = (question: Question): Promise<unknown> => {
		const { promise, resolve, reject } = Promise.withResolvers<unknown>();
		thread.add({ question, resolve, reject });
		return promise;
	};

	return {
		async readMessage(...given: Parameters<typeof parseMessage>): Promise<Message> {
			const [raw, sender] = given;
			if (raw.length <= SMALL) return parseMessage(...given);
			try {
				const { attachments, ...words } = (await ask({ message: given })) as Message;
				return {
					...words,
					attachments: attachments.map((one) => ({ ...one, bytes: Buffer.from(one.bytes) })),
				};
			} catch (error) {
				return unreadable(sender, error instanceof Error ? error.message : String(error));
			}
		},
		async readPdf(bytes: Uint8Array, most: number): Promise<string> {
			try {
				return (await ask({ pdf: [bytes, most] })) as string;
			} catch {
				return '(a PDF that cannot be read)';
			}
		},
	};
}

export const { readMessage, readPdf } = openReader();
