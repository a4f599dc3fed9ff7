import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Frigate, type FrigateEvent, LOOK_BACK_SECONDS } from '../sources/frigate.ts';
import type { Arrival, Arrivals } from './arrivals.ts';
import type { PasswordGuard } from './password-guard.ts';

const LOOK_AGAIN_MS = 3000;
/** An event that began longer ago, or in the future, is of a clock that is wrong. */
const PLAUSIBLE_MS = 7 * 24 * 3_600_000;

/** Which events were sent, as it is kept from one start to the next. */
const seenEvents = z.object({
	/** When the newest one began, in seconds. */
	upTo: z.number(),
	/** Those that began shortly before it, with that time. */
	recent: z.record(z.string(), z.number()),
});

interface Parts {
	frigate: Frigate;
	/** Remembers what was sent. */
	file: string;
	/** At most one picture in that time; 0 for every picture. */
	leastMs: number;
	passwords: PasswordGuard;
	/** Names the account for `passwords`; null without one. */
	account: string | null;
}

/** The pictures of what Frigate found, one after the other, each only once, even after a restart. */
export class FrigateReader implements Arrivals {
	readonly #parts: Parts;
	#seen: z.infer<typeof seenEvents> | null = null;
	#lastTaken = Number.NEGATIVE_INFINITY;

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	async *fresh(signal: AbortSignal): AsyncGenerator<Arrival, void, void> {
		const { frigate, leastMs, passwords, account } = this.#parts;
		const guarded = <T>(act: () => Promise<T>) => passwords.attempt(account, act);
		this.#seen ??= await this.#read();
		for (;;) {
			for (const event of await guarded(() => this.#newEvents(signal))) {
				signal.throwIfAborted();
				const takenAt = plausible(event.start_time * 1000);
				const isSoon = Math.abs(takenAt.getTime() - this.#lastTaken) < leastMs;
				const shot = isSoon ? null : await guarded(() => frigate.picture(event, signal));
				if (shot) {
					this.#lastTaken = takenAt.getTime();
					yield { ...shot, id: `event-${nameOf(event)}`, takenAt, see: () => this.#see(event) };
				} else await this.#see(event);
			}
			await sleep(LOOK_AGAIN_MS, null, { signal });
		}
	}

	/** At the first start only the newest one: the others are old. */
	async #newEvents(signal: AbortSignal): Promise<FrigateEvent[]> {
		const { frigate } = this.#parts;
		const seen = this.#seen;
		if (!seen) {
			const newest = await frigate.newest(signal);
			const upTo = newest?.start_time ?? 0;
			const old = newest ? await frigate.since(Math.max(0, upTo - LOOK_BACK_SECONDS), signal) : [];
			const before = old.filter(({ id }) => id !== newest?.id).map(({ id, start_time }) => [id, start_time]);
			this.#seen = { upTo, recent: Object.fromEntries(before) };
			return newest ? [newest] : [];
		}
		const events = await frigate.since(Math.max(0, seen.upTo - LOOK_BACK_SECONDS), signal);
		return events.filter(({ id }) => !(id in seen.recent));
	}

	/** After a crash before this, it is sent again under the same name. */
	async #see({ id, start_time }: FrigateEvent): Promise<void> {
		const { file } = this.#parts;
		const { upTo, recent } = this.#seen ?? { upTo: 0, recent: {} };
		const until = Math.max(upTo, Math.min(start_time, Date.now() / 1000));
		const kept = Object.entries(recent).filter(([, began]) => began > until - LOOK_BACK_SECONDS);
		this.#seen = { upTo: until, recent: { ...Object.fromEntries(kept), [id]: start_time } };
		await mkdir(dirname(file), { recursive: true, mode: 0o700 });
		await writeFile(`${file}.new`, JSON.stringify(this.#seen), { mode: 0o600 });
		await rename(`${file}.new`, file);
	}

	async #read() {
		const text = await readFile(this.#parts.file, 'utf8').catch(() => 'null');
		try {
			return seenEvents.safeParse(JSON.parse(text)).data ?? null;
		} catch {
			return null;
		}
	}
}

/** A name of an event that is also one of a file. */
const nameOf = ({ id }: FrigateEvent) => id.replace(/[^\w-]/g, '_');

function plausible(ms: number): Date {
	const now = Date.now();
	return new Date(ms > now || ms < now - PLAUSIBLE_MS ? now : ms);
}
