import { type ChildProcess, fork } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import type { Log } from '../ports/log.ts';
import { type Customer, Turns, workingFor } from './turns.ts';

interface Options {
	/** What stopped, in the log. */
	name: string;
	script: URL;
	/** At most so many processes at once. Each starts when all others are busy. */
	count: number;
	/** A process without work for this long ends, and the system gets its memory back. */
	idleMs: number;
	/** A process that takes longer for one task is ended, and the task fails. */
	mostMs: number;
	/** The memory that scripts may take in a process, in megabytes. */
	heapMb: number;
	/** What is free goes back to the system at once. It is slower if the memory for each task is hundreds of megabytes. */
	givesBack?: boolean;
}

interface Task<Question> extends Customer {
	question: Question;
	/** How often a process ended during it. It may have ended for another reason, so it is asked twice. */
	deaths: number;
	/** Tells the process that nobody waits for the answer any more; set while one answers. */
	stop?(): void;
	resolve(answer: unknown): void;
	reject(error: unknown): void;
}

const MAX_DEATHS = 2;
/** The message to a process that nobody waits for its answer any more. It still answers, so that it is free again. */
const STOP = 'stop';

const MB = 1024 * 1024;
/** Settings for the C library: what is free goes back to the system, and one thread at a time needs one heap only. */
export const GIVES_BACK = {
	MALLOC_ARENA_MAX: '1',
	MALLOC_TRIM_THRESHOLD_: String(MB),
	MALLOC_MMAP_THRESHOLD_: String(MB / 16),
};
/** What arrives and is answered is large and soon over: small first heaps are cleared before it piles up. */
export const CLEARS_OFTEN = '--max-semi-space-size=1';

/**
 * Processes that answer questions, each one at a time, in turn by account, and without secrets in its environment. They start
 * with the first questions. One that dies is replaced, and its question is asked again, once.
 */
export function openProcesses<Question extends object>(log: Log, options: Options) {
	const { name, script, count, idleMs, mostMs, heapMb, givesBack = false } = options;
	const waiting = new Turns<Task<Question>>();
	const children = new Set<ChildProcess>();
	const idle = new Map<ChildProcess, NodeJS.Timeout>();
	let closed = false;

	const next = () => {
		while (idle.size > 0 || children.size < count) {
			const task = waiting.next();
			if (!task) return;
			const [child = start()] = idle.keys();
			give(child, task);
		}
	};

	const start = (): ChildProcess => {
		const child = fork(script, [], {
			serialization: 'advanced',
			env: givesBack ? GIVES_BACK : {},
			execArgv: [`--max-old-space-size=${heapMb}`, ...(givesBack ? [CLEARS_OFTEN] : [])],
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		});
		children.add(child);
		// A process that cannot start reports an error and never exits.
		child.on('error', () => {
			child.kill('SIGKILL');
			child.emit('exit', null, 'an error');
		});
		child.once('exit', () => {
			children.delete(child);
			clearTimeout(idle.get(child));
			idle.delete(child);
			next();
		});
		return child;
	};

	const give = (child: ChildProcess, task: Task<Question>) => {
		clearTimeout(idle.get(child));
		idle.delete(child);
		hold(child, true);
		const limit = setTimeout(() => {
			task.deaths = MAX_DEATHS;
			child.kill('SIGKILL');
		}, mostMs);
		task.stop = () => void child.send(STOP, () => {});
		const began = performance.now();
		const done = () => {
			waiting.spend(task.owner, performance.now() - began);
			clearTimeout(limit);
			delete task.stop;
			child.off('message', answered);
			child.off('exit', died);
		};
		const answered = (answer: unknown) => {
			done();
			task.resolve(answer);
			hold(child, false);
			idle.set(child, setTimeout(() => child.kill('SIGKILL'), idleMs).unref());
			next();
		};
		const died = (code: number | null, signal: string | null) => {
			done();
			const err = new Error(`its process ended with ${signal ?? code}`);
			if (!closed) log.error({ err }, `${name} stopped`);
			task.deaths += 1;
			if (closed || task.deaths >= MAX_DEATHS) task.reject(err);
			else waiting.add(task);
		};
		child.once('message', answered);
		// Before the listener of `start`, so that the task already waits when the next process is chosen.
		child.prependOnceListener('exit', died);
		child.send(task.question, (error) => error && child.kill('SIGKILL'));
	};

	return {
		/** Rejects with the signal's reason, or with why the processes ended. What is not begun yet is never begun after that. */
		ask<Answer>(question: Question, signal: AbortSignal): Promise<Answer> {
			if (closed) return Promise.reject(new Error('closed'));
			if (signal.aborted) return Promise.reject(signal.reason);
			const { promise, resolve, reject } = Promise.withResolvers<unknown>();
			const task: Task<Question> = { ...workingFor(), question, deaths: 0, resolve, reject };
			const abort = () => {
				waiting.takeBack(task);
				task.deaths = MAX_DEATHS;
				task.stop?.();
				reject(signal.reason);
			};
			signal.addEventListener('abort', abort, { once: true });
			waiting.add(task);
			next();
			return promise.finally(() => signal.removeEventListener('abort', abort)) as Promise<Answer>;
		},
		close(): void {
			closed = true;
			for (let task = waiting.next(); task; task = waiting.next()) task.reject(new Error('closed'));
			for (const child of children) child.kill('SIGKILL');
		},
	};
}

/** An idle process must not keep this one alive; a busy one must. */
function hold(child: ChildProcess, busy: boolean): void {
	for (const held of [child, child.channel]) busy ? held?.ref() : held?.unref();
}

/** In such a process: answers each question. The signal is aborted when nobody waits for the answer any more. */
export function answerAsked<Question>(
	answer: (question: Question, signal: AbortSignal) => Promise<object>,
): void {
	giveWay();
	let asked = new AbortController();
	process.on('disconnect', () => process.exit());
	process.on('message', async (message: Question | typeof STOP) => {
		if (message === STOP) return asked.abort();
		asked = new AbortController();
		process.send?.(await answer(message, asked.signal));
	});
}

/** A third of the share of others. */
const STEPS = 5;

/**
 * Where processors are scarce, the main thread comes before this process, or this thread: what a stranger sent may take long to
 * read, and meanwhile everybody is answered. Linux alone has priorities for threads.
 */
export function giveWay(): void {
	if (process.platform === 'linux')
		setPriority(Math.min(getPriority() + STEPS, constants.priority.PRIORITY_LOW));
}

/**
 * Gives the memory behind some values back at once; nobody may read them any more. Processes with small heaps collect garbage
 * rarely, so that pixels and results of many pictures would be kept, or collecting would cost more than the work itself.
 */
export function giveBack({ buffer }: ArrayBufferView): void {
	(buffer as ArrayBuffer).transfer(0);
}
