/** Threads for what strangers sent, which can take unlimited time and memory to read. */
import { parentPort, type Worker } from 'node:worker_threads';
import { openThread } from './thread.ts';

/**
 * The limits for one question. `ms` is the CPU time of the thread, so that a busy machine does not give up on what it
 * could read. `bytes` is the growth of the whole process, because the memory of a single thread cannot be measured.
 * There are two threads: while a hostile mail keeps one busy, the other continues to read.
 */
const BOUNDS = { ms: 5000, wallMs: 60_000, bytes: 256 * 1024 * 1024, threads: 2 };
const CHECK_MS = 100;

export type Bounds = typeof BOUNDS;
type Answer = { result: unknown } | { problem: string };

interface Task<Question> {
	question: Question;
	/** It was stopped once because of memory. Something else may have used the memory, so it gets a second try. */
	again?: boolean;
	resolve(result: unknown): void;
	reject(error: Error): void;
}

/** The answer to a question exceeded the limits. */
export class TookTooMuch extends Error {}

/**
 * Opens threads that answer questions within limits. A stopped thread is replaced. The next question goes to the first free
 * thread. The result rejects with TookTooMuch if the answer exceeds the limits.
 */
export function openBoundedThreads<Question>(script: URL, given: Partial<Bounds> = {}) {
	const { ms, wallMs, bytes, threads } = { ...BOUNDS, ...given };
	const waiting: Task<Question>[] = [];
	const lane = () => {
		let watch: NodeJS.Timeout | undefined;
		let busy = false;
		let swollen = false;
		const thread = openThread<Task<Question>, Answer>(
			script,
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
					else task?.reject(new TookTooMuch('it takes too much to read'));
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
	return <T>(question: Question): Promise<T> => {
		const { promise, resolve, reject } = Promise.withResolvers<unknown>();
		waiting.push({ question, resolve, reject });
		for (const take of lanes) take();
		return promise as Promise<T>;
	};
}

/** In such a thread: answers each question, or says what is wrong with it. */
export function answerQuestions<Question>(answer: (question: Question) => unknown): void {
	parentPort?.on('message', async (question: Question) => {
		const reply: Answer = await Promise.try(answer, question).then(
			(result) => ({ result }),
			(error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
		);
		parentPort?.postMessage(reply);
	});
}

/** The CPU time of a thread in milliseconds; 0 before it runs. Node.js before 24.6 cannot measure it: there the wall time counts. */
async function computed(worker: Worker): Promise<number> {
	if (typeof worker.cpuUsage !== 'function') return performance.now();
	return worker.cpuUsage().then(
		({ user, system }) => (user + system) / 1000,
		() => 0,
	);
}
