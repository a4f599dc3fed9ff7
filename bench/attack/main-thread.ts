/** How much CPU of the server's main thread something takes: meanwhile nobody else is answered. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './target.ts';

/** No request, mail or picture may take more. */
const CEILING_MS = 250;

const BACKGROUND_MS = 3000;
/** The customer who works meanwhile, and the garbage of others, can make one measurement larger. */
const TIMES = 3;

/** Milliseconds of CPU that the first thread of a process has used. */
export const mainThreadMs = (pid: number | undefined) =>
	Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

export class MainThread {
	/** The most that anything took, and what it was. */
	readonly most = { ms: 0, what: '' };
	readonly wrong: string[] = [];
	readonly #target: Target;
	/** The share of the main thread that is used anyway. */
	readonly #background: number;

	private constructor(target: Target, background: number) {
		this.#target = target;
		this.#background = background;
	}

	static async of(target: Target, ms = BACKGROUND_MS): Promise<MainThread> {
		const before = target.mainThreadMs();
		await sleep(ms);
		return new MainThread(target, (target.mainThreadMs() - before) / Math.max(ms, 1));
	}

	/** Does something, again if it took too much, and notes the least that it took. */
	async measure(what: string, act: () => Promise<unknown>, times = TIMES): Promise<number> {
		let least = Number.POSITIVE_INFINITY;
		for (let n = 0; n < times && least > CEILING_MS; n++) {
			const [before, began] = [this.#target.mainThreadMs(), performance.now()];
			await act();
			const background = this.#background * (performance.now() - began);
			least = Math.min(least, Math.max(0, this.#target.mainThreadMs() - before - background));
		}
		const ms = Math.round(least);
		if (ms > this.most.ms) Object.assign(this.most, { ms, what });
		if (ms > CEILING_MS) this.wrong.push(`${what} took ${ms} ms of the main thread`);
		return ms;
	}
}
