import { Worker, type WorkerOptions } from 'node:worker_threads';

interface Uses<Task, Answer> {
	/** Gives a task to the thread. */
	begin(thread: Worker, task: Task): void;
	answered(task: Task, answer: Answer): void;
	/** The thread has ended, by itself or not, with this task in its hands; null where it had none. */
	died(task: Task | null, cause: unknown): void;
}

/**
 * A thread that starts with the first task, gets one at a time, and is followed by another should it die. What waits for
 * its turn can be taken back.
 */
export function openThread<Task, Answer>(script: URL, options: WorkerOptions, uses: Uses<Task, Answer>) {
	const queue: Task[] = [];
	let current: Task | null = null;
	let thread: Worker | null = null;

	const next = () => {
		current = queue.shift() ?? null;
		if (!current) {
			// An idle thread must not keep a finished process alive; a busy one must.
			thread?.unref();
			return;
		}
		thread ??= start();
		thread.ref();
		uses.begin(thread, current);
	};

	const start = () => {
		const worker = new Worker(script, options);
		const died = (cause: unknown) => {
			if (thread !== worker) return;
			thread = null;
			uses.died(current, cause);
			next();
		};
		worker.on('message', (answer: Answer) => {
			if (current) uses.answered(current, answer);
			next();
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
		/** Takes back those that have not begun: this one, or all. */
		takeBack(task?: Task): Task[] {
			if (task === undefined) return queue.splice(0);
			const at = queue.indexOf(task);
			return at >= 0 ? queue.splice(at, 1) : [];
		},
		async close(): Promise<void> {
			await thread?.terminate();
		},
	};
}
