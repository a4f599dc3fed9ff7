import { AsyncLocalStorage } from 'node:async_hooks';

/** The account that some work is done for, so that what many accounts share can be divided fairly among them. */
export interface Customer {
	owner: string;
	/** A stranger caused the work, by a mail. The owner's own work comes first. */
	stranger?: boolean;
}

const current = new AsyncLocalStorage<Customer>();
const NOBODY: Customer = { owner: '' };

/** Everything that `act` does, and what follows from it, is done for this account. */
export const workFor = <T>(customer: Customer, act: () => T): T => current.run(customer, act);

/** Who the current work is done for. Work for no account counts as one account. */
export const workingFor = (): Customer => current.getStore() ?? NOBODY;

/** What a task counts until its time is known: so the tasks of an account that run at once also count. */
const GUESS_MS = 20;
/** What strangers caused comes after others' own work, up to this much time of an account. Then it is their turn. */
const STRANGER_MS = 1000;

/**
 * The order in which waiting tasks of many accounts get their turn: next is the account that has had the least time. Time
 * counts, not the number of tasks, so an account with slow tasks delays itself alone. An account that comes back begins level
 * with those at work: nobody saves time up, and nobody pays for what was used while no one else waited.
 */
export class Turns<Task extends Customer> {
	readonly #waiting: Task[] = [];
	/** The time that each account has had, counted from where it came in, and its tasks under way. */
	readonly #accounts = new Map<string, { had: number; underWay: number }>();
	/** Where accounts come in: what the account had that was served last. */
	#level = 0;

	add(task: Task): void {
		const account = this.#accountOf(task.owner);
		// One that had nothing to do has caught up with the others.
		if (account.underWay === 0 && !this.#waits(task.owner)) account.had = Math.max(account.had, this.#level);
		this.#waiting.push(task);
	}

	/** Takes out the next of those that fit. `spend` must say how long it took. */
	next(fits: (task: Task) => boolean = () => true): Task | undefined {
		let next: Task | undefined;
		for (const task of this.#waiting) {
			if (fits(task) && (!next || this.#rank(task) < this.#rank(next))) next = task;
		}
		if (!next) return;
		this.takeBack(next);
		const account = this.#accountOf(next.owner);
		account.underWay += 1;
		this.#level = Math.max(this.#level, account.had);
		return next;
	}

	/** A task that `next` gave has ended, after this time. */
	spend(owner: string, ms: number): void {
		const account = this.#accountOf(owner);
		account.underWay -= 1;
		account.had += Math.max(ms, 1);
		for (const [one, { had, underWay }] of this.#accounts)
			if (had <= this.#level && underWay === 0 && !this.#waits(one)) this.#accounts.delete(one);
	}

	takeBack(task: Task): boolean {
		const at = this.#waiting.indexOf(task);
		if (at >= 0) this.#waiting.splice(at, 1);
		return at >= 0;
	}

	#waits(owner: string): boolean {
		return this.#waiting.some((task) => task.owner === owner);
	}

	#accountOf(owner: string) {
		const account = this.#accounts.get(owner) ?? { had: this.#level, underWay: 0 };
		this.#accounts.set(owner, account);
		return account;
	}

	#rank({ owner, stranger }: Task): number {
		const { had, underWay } = this.#accountOf(owner);
		return had + underWay * GUESS_MS + (stranger ? STRANGER_MS : 0);
	}
}

/** Runs a few tasks at once, in their turn by account. */
export class InTurn {
	readonly #turns = new Turns<Customer & { begin(): void }>();
	#free: number;

	constructor(atOnce: number) {
		this.#free = atOnce;
	}

	/** Rejects with the reason of the signal if that comes before the turn. */
	async run<T>(owner: string, act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		await new Promise<void>((begin, fail) => {
			const task = { ...workingFor(), owner, begin };
			const giveUp = () => this.#turns.takeBack(task) && fail(signal?.reason);
			signal?.addEventListener('abort', giveUp, { once: true });
			this.#turns.add(task);
			this.#fill();
		});
		const began = performance.now();
		try {
			return await act();
		} finally {
			this.#free++;
			this.#turns.spend(owner, performance.now() - began);
			this.#fill();
		}
	}

	#fill(): void {
		while (this.#free > 0) {
			const next = this.#turns.next();
			if (!next) return;
			this.#free--;
			next.begin();
		}
	}
}

/** A task for one of a few threads or processes. */
export interface Shared extends Customer {
	/** It may take long. Others must finish quickly, or begin again as a long one. */
	long: boolean;
}

/** Gives a task to a thread or process, and resolves with the time it took there, in milliseconds. */
export type Lane<Task> = (task: Task) => Promise<number>;

/**
 * Divides a few threads or processes among accounts. One of them never takes a long task, and no account has two long ones at
 * once: so a quick task waits for quick ones only, whatever strangers send.
 */
export function openPool<Task extends Shared>(lanes: Lane<Task>[]) {
	const turns = new Turns<Task>();
	const free = [...lanes];
	/** The accounts of the long tasks under way. */
	const long: string[] = [];
	const mostLong = Math.max(1, lanes.length - 1);
	const fits = (task: Task) => !task.long || (long.length < mostLong && !long.includes(task.owner));

	const begin = async (lane: Lane<Task>, task: Task) => {
		const spent = await lane(task);
		if (task.long) long.splice(long.indexOf(task.owner), 1);
		turns.spend(task.owner, spent);
		free.push(lane);
		fill();
	};
	const fill = () => {
		for (;;) {
			const lane = free.at(-1);
			const task = lane && turns.next(fits);
			if (!lane || !task) return;
			free.pop();
			if (task.long) long.push(task.owner);
			void begin(lane, task);
		}
	};
	return {
		add(task: Task): void {
			turns.add(task);
			fill();
		},
		/** Takes back a task that waits. */
		takeBack: (task: Task) => turns.takeBack(task),
	};
}
