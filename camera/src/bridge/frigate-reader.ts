import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type Finding, type Frigate, LOOK_BACK_SECONDS } from '../sources/frigate.ts';
import type { Arrival, Arrivals } from './arrivals.ts';
import type { PasswordGuard } from './password-guard.ts';

/** What began longer ago, or in the future, is of a clock that is wrong. */
const PLAUSIBLE_MS = 7 * 24 * 3_600_000;

/** Which findings were sent, as it is kept from one start to the next. */
const seenEvents = z.object({
	/** When the newest one began, in seconds. */
	upTo: z.number(),
	/** Those that began shortly before it, with that time. */
	recent: z.record(z.string(), z.number()),
});

interface Parts {
	frigate: Frigate;
	/** Resolves when it is time to look again. */
	untilNext(signal: AbortSignal): Promise<void>;
	/** Begins the names of what is sent. */
	kind: 'event' | 'review';
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
		const { frigate, leastMs, passwords, account, kind, untilNext } = this.#parts;
		const guarded = <T>(act: () => Promise<T>) => passwords.attempt(account, act);
		this.#seen ??= await this.#read();
		for (;;) {
			for (const finding of await guarded(() => this.#newFindings(signal))) {
				signal.throwIfAborted();
				const takenAt = plausible(finding.start_time * 1000);
				const isSoon = Math.abs(takenAt.getTime() - this.#lastTaken) < leastMs;
				const shot = isSoon ? null : await guarded(() => frigate.picture(finding, signal));
				if (shot) {
					this.#lastTaken = takenAt.getTime();
					yield { ...shot, id: `${kind}-${nameOf(finding)}`, takenAt, see: () => this.#see(finding) };
				} else if (isSoon || !finding.goesOn) await this.#see(finding);
			}
			await untilNext(signal);
		}
	}

	/** At the first start only the newest one: the others are old. */
	async #newFindings(signal: AbortSignal): Promise<Finding[]> {
		const { frigate } = this.#parts;
		const seen = this.#seen;
		if (!seen) {
			const newest = await frigate.newest(signal);
			const upTo = newest?.start_time ?? 0;
			const old = newest ? await frigate.since(upTo - LOOK_BACK_SECONDS, signal) : [];
			const before = old.filter(({ id }) => id !== newest?.id).map(({ id, start_time }) => [id, start_time]);
			this.#seen = { upTo, recent: Object.fromEntries(before) };
			return newest ? [newest] : [];
		}
		const found = await frigate.since(seen.upTo - LOOK_BACK_SECONDS, signal);
		return found.filter(({ id }) => !(id in seen.recent));
	}

	/** After a crash before this, it is sent again under the same name. */
	async #see({ id, start_time }: Finding): Promise<void> {
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

/** A name of a finding that is also one of a file. */
const nameOf = ({ id }: Finding) => id.replace(/[^\w-]/g, '_');

function plausible(ms: number): Date {
	const now = Date.now();
	return new Date(ms > now || ms < now - PLAUSIBLE_MS ? now : ms);
}
