import { type ChildProcess, fork } from 'node:child_process';
import type { Log } from '../ports.ts';

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
}

interface Task<Question> {
	question: Question;
	/** How often a process ended during it. It may have ended for another reason, so it is asked twice. */
	deaths: number;
	resolve(answer: unknown): void;
	reject(error: unknown): void;
}

const MOST_DEATHS = 2;

/**
 * Processes that answer questions, each one at a time and without secrets in its environment. They start with the first
 * questions. One that dies is replaced, and its question is asked again, once.
 */
export function openProcesses<Question extends object>(log: Log, options: Options) {
	const { name, script, count, idleMs, mostMs, heapMb } = options;
	const waiting: Task<Question>[] = [];
	const children = new Set<ChildProcess>();
	const idle = new Map<ChildProcess, NodeJS.Timeout>();
	let closed = false;

	const next = () => {
		while (waiting.length > 0 && (idle.size > 0 || children.size < count)) {
			const [child = start()] = idle.keys();
			const task = waiting.shift();
			if (task) give(child, task);
		}
	};

	const start = (): ChildProcess => {
		const child = fork(script, [], {
			serialization: 'advanced',
			env: {},
			execArgv: [`--max-old-space-size=${heapMb}`],
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
			task.deaths = MOST_DEATHS;
			child.kill('SIGKILL');
		}, mostMs);
		const done = () => {
			clearTimeout(limit);
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
			if (closed || task.deaths >= MOST_DEATHS) task.reject(err);
			else waiting.unshift(task);
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
			const task = { question, deaths: 0, resolve, reject };
			const abort = () => {
				const at = waiting.indexOf(task);
				if (at >= 0) waiting.splice(at, 1);
				task.deaths = MOST_DEATHS;
				reject(signal.reason);
			};
			signal.addEventListener('abort', abort, { once: true });
			waiting.push(task);
			next();
			return promise.finally(() => signal.removeEventListener('abort', abort)) as Promise<Answer>;
		},
		close(): void {
			closed = true;
			for (const { reject } of waiting.splice(0)) reject(new Error('closed'));
			for (const child of children) child.kill('SIGKILL');
		},
	};
}

/** An idle process must not keep this one alive; a busy one must. */
function hold(child: ChildProcess, busy: boolean): void {
	for (const held of [child, child.channel]) busy ? held?.ref() : held?.unref();
}

/** In such a process: answers each question, for as long as there is somebody who asks. */
export function answerAsked<Question>(answer: (question: Question) => Promise<object>): void {
	process.on('disconnect', () => process.exit());
	process.on('message', async (question: Question) => process.send?.(await answer(question)));
}
