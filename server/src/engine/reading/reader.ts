/**
 * A stranger can make a mail or file that takes unlimited time and memory to read. So they are read in threads, with limits.
 * There are two threads: while a hostile mail keeps one busy, the other continues to read.
 */
import type { Worker } from 'node:worker_threads';
import { openThread } from '../../base/thread.ts';
import type { checkPolicies, checkSignatures } from './authenticate.ts';
import type { findPictures, MailedPictures } from './mailed-pictures.ts';
import { type Message, type parseMessage, unreadable } from './message.ts';
import type { pdfPicture, pdfText } from './pdf.ts';

/**
 * The limits for one mail or file. `ms` is the CPU time of the thread, so that a busy machine does not give up on what it
 * could read. `bytes` is the growth of the whole process, because the memory of a single thread cannot be measured.
 */
const BOUNDS = { ms: 5000, wallMs: 60_000, bytes: 256 * 1024 * 1024, threads: 2 };
const CHECK_MS = 100;

export type Question =
	| { message: Parameters<typeof parseMessage> }
	| { pdf: Parameters<typeof pdfText> }
	| { pdfPage: Parameters<typeof pdfPicture> }
	| { html: string }
	| { pictures: Parameters<typeof findPictures> }
	| { signatures: Parameters<typeof checkSignatures> }
	| { policies: Parameters<typeof checkPolicies> };
export type Answer = { result: unknown } | { problem: string };

interface Task {
	question: Question;
	/** It was stopped once because of memory. Something else may have used the memory, so it gets a second try. */
	again?: boolean;
	resolve(result: unknown): void;
	reject(error: Error): void;
}

/** Opens the reading threads. A thread that is stopped is replaced. The next task goes to the first free thread. */
export function openReader(bounds: Partial<typeof BOUNDS> = {}) {
	const { ms, wallMs, bytes, threads } = { ...BOUNDS, ...bounds };
	const waiting: Task[] = [];
	const lane = () => {
		let watch: NodeJS.Timeout | undefined;
		let busy = false;
		let swollen = false;
		const thread = openThread<Task, Answer>(
			new URL('./reader-thread.ts', import.meta.url),
			{},
			{
				begin(worker, { question }) {
					worker.postMessage(question);
					const [began, before, spent] = [performance.now(), process.memoryUsage.rss(), computed(worker)];
					const mine = setInterval(async () => {
						swollen = process.memoryUsage.rss() - before > bytes;
						const late = performance.now() - began > wallMs;
						const tooMuch = swollen || late || (await computed(worker)) - (await spent) > ms;
						if (tooMuch && watch === mine) void worker.terminate();
					}, CHECK_MS);
					watch = mine;
				},
				answered({ resolve, reject }, answer) {
					free();
					if ('result' in answer) resolve(answer.result);
					else reject(new Error(answer.problem));
				},
				died(task) {
					if (task && swollen && !task.again) waiting.push({ ...task, again: true });
					else task?.reject(new Error('it takes too much to read'));
					free();
				},
			},
		);
		const free = () => {
			clearInterval(watch);
			watch = undefined;
			swollen = false;
			busy = false;
			take();
		};
		const take = () => {
			const task = busy ? undefined : waiting.shift();
			if (!task) return;
			busy = true;
			thread.add(task);
		};
		return take;
	};
	const lanes = Array.from({ length: threads }, lane);
	const ask = <T>(question: Question): Promise<T> => {
		const { promise, resolve, reject } = Promise.withResolvers<unknown>();
		waiting.push({ question, resolve, reject });
		for (const take of lanes) take();
		return promise as Promise<T>;
	};

	return {
		async readMessage(...message: Parameters<typeof parseMessage>): Promise<Message> {
			try {
				const { attachments, ...words } = await ask<Message>({ message });
				return {
					...words,
					attachments: attachments.map((one) => ({ ...one, bytes: Buffer.from(one.bytes) })),
				};
			} catch (error) {
				return unreadable(message[1], error instanceof Error ? error.message : String(error));
			}
		},
		/** Rejects if the mail takes too much to read. */
		async readPictures(...given: Parameters<typeof findPictures>): Promise<MailedPictures> {
			const { pictures, ...rest } = await ask<MailedPictures>({ pictures: given });
			return { ...rest, pictures: pictures.map((one) => ({ ...one, bytes: Buffer.from(one.bytes) })) };
		},
		/** Rejects if the PDF cannot be read. */
		readPdf: (...pdf: Parameters<typeof pdfText>) => ask<Awaited<ReturnType<typeof pdfText>>>({ pdf }),
		/** The picture of a scanned page as PNG; null if there is none. Rejects if it cannot be read. */
		readPdfPage: (...pdfPage: Parameters<typeof pdfPicture>) => ask<Uint8Array | null>({ pdfPage }),
		/** The text of an HTML page. */
		readHtml: (html: string) => ask<string>({ html }),
		readSignatures: (...signatures: Parameters<typeof checkSignatures>) =>
			ask<Awaited<ReturnType<typeof checkSignatures>>>({ signatures }),
		readPolicies: (...policies: Parameters<typeof checkPolicies>) =>
			ask<Awaited<ReturnType<typeof checkPolicies>>>({ policies }),
	};
}

/** The CPU time of a thread in milliseconds; 0 before it runs. */
const computed = (worker: Worker): Promise<number> =>
	worker.cpuUsage().then(
		({ user, system }) => (user + system) / 1000,
		() => 0,
	);

export const { readMessage, readPictures, readPdf, readPdfPage, readHtml, readSignatures, readPolicies } =
	openReader();
