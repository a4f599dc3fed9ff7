import { Worker, type WorkerOptions } from 'node:worker_threads';

interface Uses<Task, Answer> {
	/** Gives a task to the thread. */
	begin(thread: Worker, task: Task): void;
	answered(task: Task, answer: Answer): void;
	/** The thread has ended during this task; null if it had none. */
	died(task: Task | null, cause: unknown): void;
}

/** A thread that starts with the first task and gets one task at a time. If it dies, a new one replaces it. */
export function openThread<Task, Answer>(script: URL, options: WorkerOptions, uses: Uses<Task, Answer>) {
	const queue: Task[] = [];
	let current: Task | null = null;
	let thread: Worker | null = null;

	const next = () => {
		current = queue.shift() ?? null;
		if (!current) {
			// An idle one must not keep a finished process alive; a busy one must.
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
			if (thread !== worker) return;
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
	};
}
