import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { Worker, type WorkerOptions } from 'node:worker_threads';

interface Uses<Carrier, Task, Answer> {
	/** Gives a task to the thread. */
	begin(thread: Carrier, task: Task): void;
	answered(task: Task, answer: Answer): void;
	/** The thread has ended during this task; null if it had none. */
	died(task: Task | null, cause: unknown): void;
}

/** How a thread or a process is started, kept and ended. */
interface Kind<Carrier> {
	start(on: { answer(answer: unknown): void; died(cause: unknown): void }): Carrier;
	/** An idle one must not keep a finished process alive; a busy one must. */
	hold(carrier: Carrier, busy: boolean): void;
	end(carrier: Carrier): unknown;
}

/**
 * A thread that starts with the first task and gets one task at a time. If it dies, a new one replaces it. Waiting tasks
 * can be taken back.
 */
export const openThread = <Task, Answer>(
	script: URL,
	options: WorkerOptions,
	uses: Uses<Worker, Task, Answer>,
) =>
	openLane(
		{
			start({ answer, died }) {
				const worker = new Worker(script, options);
				worker.on('message', answer);
				worker.on('error', died);
				worker.on('exit', (code) => died(new Error(`its thread ended with ${code}`)));
				return worker;
			},
			hold: (worker, busy) => (busy ? worker.ref() : worker.unref()),
			end: (worker) => worker.terminate(),
		},
		uses,
	);

/**
 * The same in its own process, for work that needs much memory: after `idleMs` without work it ends, and the operating system
 * gets all memory back. With a thread, the allocator would keep most of it.
 */
export const openProcess = <Task, Answer>(
	script: URL,
	options: ForkOptions & { idleMs: number },
	uses: Uses<ChildProcess, Task, Answer>,
) =>
	openLane(
		{
			start({ answer, died }) {
				const child = fork(script, [], { serialization: 'advanced', ...options });
				child.on('message', answer);
				child.on('error', died);
				child.on('exit', (code, signal) => died(new Error(`its process ended with ${signal ?? code}`)));
				return child;
			},
			hold(child, busy) {
				for (const held of [child, child.channel]) busy ? held?.ref() : held?.unref();
			},
			end: (child) => child.kill('SIGKILL'),
		},
		uses,
		options.idleMs,
	);

function openLane<Carrier, Task, Answer>(
	kind: Kind<Carrier>,
	uses: Uses<Carrier, Task, Answer>,
	idleMs = Number.POSITIVE_INFINITY,
) {
	const queue: Task[] = [];
	let current: Task | null = null;
	let thread: Carrier | null = null;
	let idle: NodeJS.Timeout | undefined;

	const end = async () => {
		clearTimeout(idle);
		const ended = thread;
		thread = null;
		if (ended) await kind.end(ended);
	};

	const next = () => {
		clearTimeout(idle);
		current = queue.shift() ?? null;
		if (!current) {
			if (!thread) return;
			kind.hold(thread, false);
			if (idleMs < Number.POSITIVE_INFINITY) idle = setTimeout(end, idleMs).unref();
			return;
		}
		thread ??= start();
		kind.hold(thread, true);
		uses.begin(thread, current);
	};

	const start = () => {
		const carrier: Carrier = kind.start({
			answer(answer) {
				if (thread !== carrier) return;
				if (current) uses.answered(current, answer as Answer);
				next();
			},
			died(cause) {
				if (thread !== carrier) return;
				thread = null;
				uses.died(current, cause);
				next();
			},
		});
		return carrier;
	};

	return {
		add(task: Task): void {
			queue.push(task);
			if (!current) next();
		},
		/** Takes back waiting tasks: this one, or all. */
		takeBack(task?: Task): Task[] {
			if (task === undefined) return queue.splice(0);
			const at = queue.indexOf(task);
			return at >= 0 ? queue.splice(at, 1) : [];
		},
		/** Ends it. A running task is reported as died. */
		async close(): Promise<void> {
			clearTimeout(idle);
			if (thread) await kind.end(thread);
		},
	};
}
