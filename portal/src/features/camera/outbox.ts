import type { CaptureAccepted, DeviceSettings } from '@watchword/contract/device';
import { backoff } from '../../lib/backoff.ts';
import { LIMITS, type Limits, overflow } from './limits.ts';
import type { CameraStore, Received, Sent, Shot, Waiting } from './store.ts';
import type { Outcome } from './upload.ts';

export interface OutboxState {
	waiting: number;
	/** Newest first. */
	sent: Sent[];
	/** The last attempt got no answer. The next one is scheduled. */
	unreachable: boolean;
	keyRefused: boolean;
	/** What was lost or refused, in words. */
	note: string | null;
	received: Received | null;
}

type Store = Pick<
	CameraStore,
	'add' | 'waiting' | 'pictures' | 'drop' | 'sent' | 'addSent' | 'read' | 'write'
>;

interface Needs {
	store: Store;
	upload: (shot: Omit<Shot, 'thumb'>) => Promise<Outcome<CaptureAccepted>>;
	askSettings: () => Promise<Outcome<DeviceSettings>>;
	report: (problem: string | null) => Promise<Outcome<DeviceSettings>>;
	/** The account of this camera. Pictures taken for another account are never sent. */
	account?: string | undefined;
	limits?: Limits;
}

const SHOWN = 8;
/** Each attempt sends a whole picture, often from a phone. */
const LONGEST_WAIT_MS = 30_000;

/** Keeps every picture until the server has it. Sends one at a time, oldest first, and backs off after failures. */
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
		received: null,
	};

	constructor(needs: Needs) {
		this.#needs = needs;
	}

	readonly snapshot = () => this.#state;

	readonly subscribe = (listener: () => void) => {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	};

	/** Loads the pictures that an earlier visit did not send. */
	async start(): Promise<void> {
		const { store } = this.#needs;
		this.#stopped = false;
		const [kept, sent, told] = await Promise.all([store.waiting(), store.sent(), store.read('told')]);
		// Settings that were stored before windows had a zone.
		const received = told && {
			...told,
			settings: Object.assign({ _zone: 'UTC', _utcOffset: 0 }, told.settings),
		};
		const entries = kept.filter(({ account }) => account === this.#needs.account);
		// Pictures taken just before this camera was paired with another account.
		const foreign = kept.filter((entry) => !entries.includes(entry));
		if (foreign.length > 0) await store.drop(foreign.map(({ seq }) => seq));
		this.#entries = entries;
		this.#change({ waiting: entries.length, sent, received: received ?? null });
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

	/** Deletes every picture that was not sent. */
	async discard(): Promise<void> {
		await this.#forget(this.#entries, null);
	}

	/** Sends at once, because the network is back or someone pressed the button. */
	retry(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		void this.#send();
	}

	/** Asks for the settings alone: at the start, and while there is nothing to send. */
	async ask(): Promise<void> {
		this.#answered(await this.#needs.askSettings());
	}

	/** Tells the server what is wrong with this camera, or that nothing is. */
	async report(problem: string | null): Promise<void> {
		this.#answered(await this.#needs.report(problem));
	}

	#answered(outcome: Outcome<DeviceSettings>): void {
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

	/** Returns null when the picture was sent or given up, otherwise how long to wait before the next attempt. */
	async #sendOne(entry: Waiting): Promise<number | null> {
		const { id, capturedAt, reason, thumb } = entry;
		const pictures = await this.#needs.store.pictures(entry.seq);
		const shot = { id, capturedAt, reason, pictures };
		const outcome = pictures.length > 0 ? await this.#needs.upload(shot) : null;
		if (outcome?.kind === 'later') {
			this.#change({ unreachable: true });
			return Math.max(backoff(this.#failures++, LONGEST_WAIT_MS, Math.random()), outcome.retryAfterMs);
		}
		if (outcome?.kind === 'key-refused') {
			this.#change({ keyRefused: true });
			return null;
		}
		if (outcome?.kind === 'accepted') {
			const sent = { id, capturedAt, thumb };
			await this.#needs.store.addSent(sent);
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
		const received = { settings, ahead: Date.parse(settings.serverTime) - Date.now() };
		this.#failures = 0;
		this.#change({ received, unreachable: false });
		void this.#needs.store.write('told', received);
	}

	/** If the browser's storage is full, drops the oldest pictures to make room. */
	async #store(shot: Shot): Promise<Waiting | null> {
		for (;;) {
			try {
				return await this.#needs.store.add({ ...shot, account: this.#needs.account });
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
		await this.#needs.store.drop(entries.map(({ seq }) => seq));
		this.#entries = this.#entries.filter((entry) => !entries.includes(entry));
		this.#change({ waiting: this.#entries.length, ...(note && { note }) });
	}

	#change(part: Partial<OutboxState>): void {
		this.#state = { ...this.#state, ...part };
		for (const listener of this.#listeners) listener();
	}
}
