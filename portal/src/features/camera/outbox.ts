import type { CaptureAccepted, DeviceSettings } from '@watchword/contract/device';
import { waitBefore } from '../../lib/live.ts';
import type { Keep, Sent, Shot, Told, Waiting } from './keep.ts';
import { LIMITS, type Limits, overflow } from './limits.ts';
import type { Outcome } from './upload.ts';

export interface OutboxState {
	waiting: number;
	/** Newest first. */
	sent: Sent[];
	/** The last attempt got no answer; the next is made by itself. */
	unreachable: boolean;
	keyRefused: boolean;
	/** What was lost or refused, in words. */
	note: string | null;
	told: Told | null;
}

type Shelf = Pick<Keep, 'add' | 'waiting' | 'picture' | 'drop' | 'sent' | 'addSent' | 'read' | 'write'>;

interface Needs {
	keep: Shelf;
	upload: (shot: Omit<Shot, 'thumb'>) => Promise<Outcome<CaptureAccepted>>;
	askSettings: () => Promise<Outcome<DeviceSettings>>;
	limits?: Limits;
}

const SHOWN = 8;

/** Keeps every picture until the server has it: one at a time, oldest first, ever more patiently while nobody answers. */
export class Outbox {
	readonly #needs: Needs;
	readonly #listeners = new Set<() => void>();
	#entries: Waiting[] = [];
	#failures = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#sending = false;
	#stopped = false;
	#state: OutboxState = {
		waiting: 0,
		sent: [],
		unreachable: false,
		keyRefused: false,
		note: null,
		told: null,
	};

	constructor(needs: Needs) {
		this.#needs = needs;
	}

	readonly snapshot = () => this.#state;

	readonly subscribe = (listener: () => void) => {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	};

	/** Picks up what an earlier visit left. */
	async start(): Promise<void> {
		const { keep } = this.#needs;
		this.#stopped = false;
		const [entries, sent, told] = await Promise.all([keep.waiting(), keep.sent(), keep.read('told')]);
		this.#entries = entries;
		this.#change({ waiting: entries.length, sent, told: told ?? null });
		await this.ask();
		void this.#send();
	}

	stop(): void {
		this.#stopped = true;
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	async add(shot: Shot): Promise<void> {
		const entry = await this.#store(shot);
		if (!entry) return;
		this.#entries.push(entry);
		const dropped = overflow(this.#entries, this.#needs.limits ?? LIMITS);
		if (dropped.length > 0)
			await this.#forget(dropped, 'There was no room for more: the oldest unsent pictures were dropped.');
		this.#change({ waiting: this.#entries.length });
		void this.#send();
	}

	/** Gives up everything that waits. */
	async discard(): Promise<void> {
		await this.#forget(this.#entries, null);
	}

	/** The network is back, or someone pressed the button: no reason to wait any longer. */
	retry(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		void this.#send();
	}

	/** Asks for the settings alone: at the start, and while there is nothing to send. */
	async ask(): Promise<void> {
		const outcome = await this.#needs.askSettings();
		if (outcome.kind === 'accepted') this.#heard(outcome.answer);
		else if (outcome.kind === 'key-refused') this.#change({ keyRefused: true });
		else this.#change({ unreachable: true });
	}

	async #send(): Promise<void> {
		if (this.#sending || this.#timer !== undefined) return;
		this.#sending = true;
		try {
			while (this.#entries[0] && !this.#stopped && !this.#state.keyRefused) {
				const wait = await this.#sendOne(this.#entries[0]);
				if (wait === null) continue;
				if (!this.#stopped) this.#timer = setTimeout(() => this.retry(), wait);
				break;
			}
		} finally {
			this.#sending = false;
		}
	}

	/** Null when it is done with, one way or the other; else how long to wait before it is tried again. */
	async #sendOne(entry: Waiting): Promise<number | null> {
		const { id, capturedAt, thumb } = entry;
		const bytes = await this.#needs.keep.picture(entry.seq);
		const outcome = bytes ? await this.#needs.upload({ id, capturedAt, bytes }) : null;
		if (outcome?.kind === 'later') {
			this.#change({ unreachable: true });
			return Math.max(waitBefore(this.#failures++), outcome.retryAfterMs);
		}
		if (outcome?.kind === 'key-refused') {
			this.#change({ keyRefused: true });
			return null;
		}
		if (outcome?.kind === 'accepted') {
			const sent = { id, capturedAt, thumb };
			await this.#needs.keep.addSent(sent);
			this.#change({ sent: [sent, ...this.#state.sent].slice(0, SHOWN) });
			this.#heard(outcome.answer.settings);
		}
		await this.#forget(
			[entry],
			outcome?.kind === 'refused' ? `A picture was refused: ${outcome.message}` : null,
		);
		return null;
	}

	#heard(settings: DeviceSettings): void {
		const told = { settings, ahead: Date.parse(settings.serverTime) - Date.now() };
		this.#failures = 0;
		this.#change({ told, unreachable: false });
		void this.#needs.keep.write('told', told);
	}

	/** A browser that has no room left may have some once the oldest are gone. */
	async #store(shot: Shot): Promise<Waiting | null> {
		for (;;) {
			try {
				return await this.#needs.keep.add(shot);
			} catch (error) {
				console.error(error);
				const full = error instanceof DOMException && error.name === 'QuotaExceededError';
				const oldest = this.#entries.slice(0, 5);
				if (!full || oldest.length === 0) {
					this.#change({ note: 'A picture could not be kept: this browser has no room for it.' });
					return null;
				}
				await this.#forget(oldest, 'This browser has no more room: the oldest unsent pictures were dropped.');
			}
		}
	}

	async #forget(entries: readonly Waiting[], note: string | null): Promise<void> {
		await this.#needs.keep.drop(entries.map(({ seq }) => seq));
		this.#entries = this.#entries.filter((entry) => !entries.includes(entry));
		this.#change({ waiting: this.#entries.length, ...(note && { note }) });
	}

	#change(part: Partial<OutboxState>): void {
		this.#state = { ...this.#state, ...part };
		for (const listener of this.#listeners) listener();
	}
}
