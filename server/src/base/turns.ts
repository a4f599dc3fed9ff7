import { type Customer, workingFor } from './working-for.ts';

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
