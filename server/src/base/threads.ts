import { setFlagsFromString } from 'node:v8';
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';
import { giveWay } from './processes.ts';
import { type Lane, openPool, type Shared, workingFor } from './turns.ts';

/** Threads for what strangers sent, which can take unlimited time and memory to read. */

/**
 * The limits for one question. `ms` is the CPU time of the thread, so that a busy machine does not give up on what it
 * could read. `bytes` is the growth of the whole process, because the memory of a single thread cannot be measured.
 * A thread without work for `idleMs` ends, and gives its memory back.
 * A question that has not been answered after `quickMs` of CPU time begins again as a long one.
 */
const BOUNDS = {
	ms: 5000,
	quickMs: 500,
	wallMs: 60_000,
	bytes: 256 * 1024 * 1024,
	threads: 3,
	idleMs: 30_000,
};
const CHECK_MS = 100;
/** Room for young objects. The process has much more, which each thread would fill before it collects its garbage. */
const YOUNG_MB = 16;
// The flag that this process was started with would count instead. It has already had its effect here.
setFlagsFromString('--max-semi-space-size=0');

export type Bounds = typeof BOUNDS;
type Answer = { result: unknown } | { problem: string };

interface Task<Question> extends Shared {
	question: Question;
	resolve(result: unknown): void;
	reject(error: Error): void;
}

/** The answer to a question exceeded the limits. */
export class TookTooMuch extends Error {}

/** The thread was stopped, because the question took longer than a quick one, or because of the memory of the process. */
class AskAgain extends Error {}

/**
 * Opens threads that answer questions within limits. A stopped thread is replaced. Accounts take turns. `isLong` says which
 * questions are known to take long. The result rejects with TookTooMuch if the answer exceeds the limits.
 */
export function openBoundedThreads<Question>(
	script: URL,
	given: Partial<Bounds> = {},
	isLong: (question: Question) => boolean = () => false,
) {
	const bounds = { ...BOUNDS, ...given };
	const pool = openPool(Array.from({ length: bounds.threads }, () => openLane<Question>(script, bounds)));
	const ask = <T>(question: Question, long: boolean) =>
		new Promise<T>((resolve, reject) =>
			pool.add({ ...workingFor(), question, long, resolve: resolve as (result: unknown) => void, reject }),
		);
	return async <T>(question: Question): Promise<T> => {
		try {
			return await ask<T>(question, isLong(question));
		} catch (error) {
			if (!(error instanceof AskAgain)) throw error;
			// Something else may have used the memory, so it gets a second try.
			return ask<T>(question, true).catch((second: unknown) => {
				throw second instanceof AskAgain ? new TookTooMuch(TOO_MUCH) : second;
			});
		}
	};
}

const TOO_MUCH = 'it takes too much to read';

/** One thread, which is watched while it answers. */
function openLane<Question>(
	script: URL,
	{ ms, quickMs, wallMs, bytes, idleMs }: Bounds,
): Lane<Task<Question>> {
	let watch: NodeJS.Timeout | undefined;
	/** Why the thread is being stopped. */
	let stopped: Error | null = null;
	let spent = 0;
	let end: (spent: number) => void = () => undefined;
	const free = () => {
		clearInterval(watch);
		watch = undefined;
		end(spent);
	};
	const thread = openThread<Task<Question>, Answer>(
		script,
		{ resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB }, idleMs },
		{
			begin(worker, { question, long }) {
				[stopped, spent] = [null, 0];
				worker.postMessage(question);
				const [began, before, past] = [performance.now(), process.memoryUsage.rss(), computed(worker)];
				const most = long ? ms : Math.min(ms, quickMs);
				const mine = setInterval(async () => {
					const used = (await computed(worker)) - (await past);
					if (watch !== mine) return;
					spent = Math.max(0, used);
					if (process.memoryUsage.rss() - before > bytes) stopped = new AskAgain();
					else if (performance.now() - began > wallMs) stopped = new TookTooMuch(TOO_MUCH);
					else if (used > most) stopped = most < ms ? new AskAgain() : new TookTooMuch(TOO_MUCH);
					if (stopped) void worker.terminate();
				}, CHECK_MS);
				watch = mine;
			},
			answered({ resolve, reject }, answer) {
				if ('result' in answer) resolve(answer.result);
				else reject(new Error(answer.problem));
				free();
			},
			died(task) {
				task?.reject(stopped ?? new TookTooMuch(TOO_MUCH));
				free();
			},
		},
	);
	return (task) =>
		new Promise((ended) => {
			const began = performance.now();
			// An answer between two looks at the clock took at most the time that passed.
			end = (measured) => ended(Math.max(measured, Math.min(CHECK_MS, performance.now() - began)));
			thread.add(task);
		});
}

/** What a thread says once it can be asked. */
const READY = 'ready';

/** In such a thread: answers each question, or says what is wrong with it. */
export function answerQuestions<Question>(answer: (question: Question) => unknown): void {
	giveWay();
	parentPort?.on('message', async (question: Question) => {
		const reply: Answer = await Promise.try(answer, question).then(
			(result) => ({ result }),
			(error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
		);
		parentPort?.postMessage(reply);
	});
	parentPort?.postMessage(READY);
}

/** The CPU time of a thread in milliseconds; 0 before it runs. Node.js before 24.6 cannot measure it: there the wall time counts. */
async function computed(worker: Worker): Promise<number> {
	if (typeof worker.cpuUsage !== 'function') return performance.now();
	return worker.cpuUsage().then(
		({ user, system }) => (user + system) / 1000,
		() => 0,
	);
}

interface Uses<Task, Answer> {
	/** Gives a task to the thread. */
	begin(thread: Worker, task: Task): void;
	answered(task: Task, answer: Answer): void;
	/** The thread has ended during this task; null if it had none. */
	died(task: Task | null, cause: unknown): void;
}

/** A thread that starts with the first task and gets one task at a time. If it dies, a new one replaces it. Without work it ends. */
function openThread<Task, Answer>(
	script: URL,
	options: WorkerOptions & { idleMs: number },
	uses: Uses<Task, Answer>,
) {
	const queue: Task[] = [];
	let current: Task | null = null;
	let thread: Worker | null = null;
	/** Its program is loaded. What that takes is no part of any question. */
	let isReady = false;
	let idle: NodeJS.Timeout | undefined;

	const next = () => {
		clearTimeout(idle);
		current = queue.shift() ?? null;
		if (!current) {
			// An idle one must not keep a finished process alive; a busy one must.
			thread?.unref();
			if (thread) idle = setTimeout(end, options.idleMs).unref();
			return;
		}
		thread ??= start();
		thread.ref();
		if (isReady) uses.begin(thread, current);
	};

	const end = () => {
		void thread?.terminate();
		thread = null;
	};

	const start = () => {
		isReady = false;
		const worker = new Worker(script, options);
		const died = (cause: unknown) => {
			if (thread !== worker) return;
			thread = null;
			uses.died(current, cause);
			next();
		};
		worker.on('message', (answer: Answer | typeof READY) => {
			if (thread !== worker) return;
			if (answer !== READY) {
				if (current) uses.answered(current, answer);
				next();
			} else {
				isReady = true;
				if (current) uses.begin(worker, current);
			}
		});
		worker.on('error', died);
		worker.on('exit', (code) => died(new Error(`its thread ended with ${code}`)));
		return worker;
	};

	return {
		add(task: Task): void {
			queue.push(task);
			if (!current) next();
		},
	};
}
