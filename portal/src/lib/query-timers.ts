import { notifyManager, type TimeoutProvider, timeoutManager } from '@tanstack/react-query';

/** Timers that are due within this time share one. */
const TOGETHER_MS = 5_000;
/** Shorter timers are exact: somebody waits for them. */
const SHARED_FROM_MS = 10_000;

let last = 0;
/** By the moment they are due, in milliseconds since 1970. */
const shared = new Map<number, Map<number, () => void>>();

/** A screen shows dozens of documents, and each sets timers of minutes: for becoming stale, and for being released after disuse. */
const timers: TimeoutProvider = {
	setTimeout(act, ms) {
		if (ms < SHARED_FROM_MS) return setTimeout(act, ms);
		const now = Date.now();
		const due = Math.ceil((now + ms) / TOGETHER_MS) * TOGETHER_MS;
		const others = shared.get(due) ?? new Map<number, () => void>();
		if (others.size === 0) setTimeout(() => fire(due), due - now);
		shared.set(due, others);
		// Negative, because the browser's ids are positive.
		others.set(--last, act);
		return last;
	},
	clearTimeout(id) {
		const number = Number(id);
		if (number < 0) for (const timers of shared.values()) timers.delete(number);
		else clearTimeout(number);
	},
	setInterval: (act, ms) => setInterval(act, ms),
	clearInterval: (id) => clearInterval(Number(id)),
};

function fire(due: number): void {
	const acts = shared.get(due)?.values() ?? [];
	shared.delete(due);
	doAll(acts);
}

let reports: (() => void)[] = [];

/** Query updates within one task are passed on together in the next, so that there is one render instead of many. */
function passOn(report: () => void): void {
	reports.push(report);
	if (reports.length > 1) return;
	setTimeout(() => {
		const all = reports;
		reports = [];
		doAll(all);
	});
}

/** A failing one must not block the others. */
function doAll(acts: Iterable<() => void>): void {
	for (const act of acts) {
		try {
			act();
		} catch (error) {
			console.error(error);
		}
	}
}

export function shareTimers(): void {
	timeoutManager.setTimeoutProvider(timers);
	notifyManager.setScheduler(passOn);
}
