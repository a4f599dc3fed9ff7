import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LEAST_BETWEEN_CHANGES_MS } from '@watchword/contract/change';
import type { InTurn } from '../../../server/src/base/turns.ts';
import { type Moment, Refused, reportState, sendMoment, withinBounds } from '../server.ts';
import type { Shot, Source } from '../sources/source.ts';
import { CameraTrouble } from '../sources/trouble.ts';
import type { Arrivals } from './arrivals.ts';
import { Backoff } from './backoff.ts';
import { ChangeDetector } from './change.ts';
import type { CameraConfig } from './config.ts';
import type { KnownSettings } from './known-settings.ts';
import { keepLight, type Light } from './light.ts';
import { accountOf, type PasswordGuard } from './password-guard.ts';
import type { Queue } from './queue.ts';
import type { CameraReport } from './report.ts';
import { Wakeup } from './wakeup.ts';

/** How long to wait for further pictures of the same moment. */
const BURST_WITHIN_MS = 8000;
/** How often the server is asked for the settings while no picture brings them. */
const ASK_AGAIN_MS = 60_000;
const SERVER_AWAY_MS = 30_000;
/** The picture itself is refused, so sending it again is no use. */
const BAD_PICTURE = ['invalid-image', 'invalid-argument', 'payload-too-large', 'unsupported-media-type'];

export interface CameraParts {
	config: CameraConfig;
	/** Names its queue and its other files. */
	id: string;
	server: string;
	key: string;
	pictures: Source | Arrivals;
	light: Light | null;
	settings: KnownSettings;
	queue: Queue;
	report: CameraReport;
	/** Shared by all cameras. */
	passwords: PasswordGuard;
	takes: InTurn;
	uploads: InTurn;
}

/** One camera of the bridge: takes, stores and sends pictures, and reports its state. Ends only if its key is refused. */
export class BridgeCamera {
	readonly #parts: CameraParts;
	/** Names its account for `PasswordGuard`; null without a password. */
	readonly #account: string | null;
	readonly #stateChanged = new Wakeup();
	readonly #settingsKnown = new Wakeup();
	readonly #backoff = new Backoff();
	readonly #shift: number;
	#problem: string | null = null;
	#failures = 0;
	#lastSlot: number | null = null;

	constructor(parts: CameraParts) {
		this.#parts = parts;
		const { at, user, password, everyMs } = parts.config;
		this.#shift = createHash('sha256').update(parts.id).digest().readUInt32BE() % everyMs;
		this.#account = user === undefined ? null : accountOf(at, user, password);
	}

	async run(signal: AbortSignal): Promise<void> {
		const { light, settings, report, pictures } = this.#parts;
		await settings.load();
		// If one part ends, the others end too: without a key they have nothing to do.
		const stop = new AbortController();
		const either = AbortSignal.any([signal, stop.signal]);
		const parts = [
			this.#sendAll(either),
			this.#reportState(either),
			'fresh' in pictures ? this.#fromOthers(pictures, either) : this.#fromCamera(pictures, either),
			...(light ? [keepLight(light, settings, (act) => this.#attemptForLight(act), report, either)] : []),
		];
		try {
			await Promise.all(parts);
		} finally {
			stop.abort();
			await Promise.allSettled(parts);
		}
	}

	/** An account may be allowed to view but not to switch the light. That refusal must not stop the pictures. */
	#attemptForLight(act: () => Promise<boolean>): Promise<boolean> {
		const { passwords } = this.#parts;
		return passwords.attempt(this.#account && `light ${this.#account}`, async () => {
			passwords.throwIfRefused(this.#account);
			return act();
		});
	}

	async #fromCamera(source: Source, signal: AbortSignal): Promise<void> {
		for (;;) {
			await this.#untilOpen(signal);
			try {
				if (this.#parts.config.changes) await this.#takeWithChanges(source, signal);
				else await this.#takeAtInterval(source, signal);
			} catch (error) {
				await this.#afterTrouble(error, signal);
			}
		}
	}

	async #takeAtInterval(source: Source, signal: AbortSignal): Promise<void> {
		const { id, passwords, takes, settings } = this.#parts;
		const wait = this.#untilDue();
		if (wait > 0) return void (await sleep(Math.min(wait, ASK_AGAIN_MS), null, { signal }));
		// The turn is taken last: a camera that waits for another one's password attempt must not hold up the others.
		const take = async () => {
			signal.throwIfAborted();
			passwords.throwIfRefused(this.#account);
			const takenAt = settings.now();
			await this.#keepInterval(takenAt, await source.take(settings.burst, signal));
		};
		await passwords.attempt(this.#account, () => takes.run(id, take));
	}

	/** Reads the camera all the time: one picture at each interval, and one whenever much changes. */
	async #takeWithChanges(source: Source, signal: AbortSignal): Promise<void> {
		const { passwords, settings } = this.#parts;
		const detector = new ChangeDetector();
		const stream = source.watch(signal);
		let [hasChanged, lastChange] = [false, Number.NEGATIVE_INFINITY];
		try {
			let next = await passwords.attempt(this.#account, () => stream.next());
			for (; !next.done; next = await stream.next()) {
				const takenAt = settings.now();
				if (!settings.isOpenAt(takenAt)) return;
				this.#recovered();
				hasChanged = (await detector.isChanged(next.value.bytes).catch(() => false)) || hasChanged;
				if (this.#untilDue() <= 0) {
					await this.#keepInterval(takenAt, await this.#burst(next.value, stream));
					hasChanged = false;
				} else if (hasChanged && takenAt.getTime() - lastChange >= LEAST_BETWEEN_CHANGES_MS) {
					const id = `change-${Math.floor(takenAt.getTime() / LEAST_BETWEEN_CHANGES_MS)}`;
					await this.#keep({ id, takenAt, reason: 'change', shots: await this.#burst(next.value, stream) });
					hasChanged = false;
					lastChange = takenAt.getTime();
				}
			}
		} finally {
			await stream.return();
		}
	}

	/** The pictures of a moment, as many as the server wants. */
	async #burst(first: Shot, stream: AsyncGenerator<Shot, void, void>): Promise<Shot[]> {
		const shots = [first];
		const began = performance.now();
		while (shots.length < this.#parts.settings.burst && performance.now() - began < BURST_WITHIN_MS) {
			const next = await stream.next();
			if (next.done) break;
			shots.push(next.value);
		}
		return shots;
	}

	/** Pictures that another program made: they have names and times of their own. */
	async #fromOthers(pictures: Arrivals, signal: AbortSignal): Promise<void> {
		const { settings } = this.#parts;
		for (;;) {
			await this.#untilOpen(signal);
			try {
				for await (const { id, takenAt, see, ...shot } of pictures.fresh(signal)) {
					this.#recovered();
					if (settings.isOpenAt(takenAt)) await this.#keep({ id, takenAt, shots: [shot] });
					await see();
					if (!settings.isOpenAt(settings.now())) break;
				}
			} catch (error) {
				await this.#afterTrouble(error, signal);
			}
		}
	}

	async #untilOpen(signal: AbortSignal): Promise<void> {
		const { settings, report } = this.#parts;
		while (!settings.areKnown) {
			report.state('waiting', 'waiting for the settings of the server');
			await this.#settingsKnown.wait(ASK_AGAIN_MS, signal);
		}
		for (;;) {
			const opens = settings.opensAt()?.getTime() ?? 0;
			const wait = opens - settings.now().getTime();
			if (wait <= 0) return;
			report.waiting(new Date(opens));
			await sleep(Math.min(wait, ASK_AGAIN_MS), null, { signal });
		}
	}

	/**
	 * Time is divided into slots of the interval, the same on every machine. Each camera is shifted, so that they do not all
	 * send at once.
	 */
	#slot(at: number): number {
		return Math.floor((at - this.#shift) / this.#parts.config.everyMs);
	}

	/** Milliseconds until the next picture is due; the first one is due at once. */
	#untilDue(): number {
		const { config, settings } = this.#parts;
		const now = settings.now().getTime();
		const slot = this.#slot(now);
		return slot === this.#lastSlot ? (slot + 1) * config.everyMs + this.#shift - now : 0;
	}

	async #keepInterval(takenAt: Date, shots: Shot[]): Promise<void> {
		const slot = this.#slot(takenAt.getTime());
		// Two bridges with the same camera give a slot the same name, so the server takes one of the two pictures.
		const id = `interval-${this.#parts.config.everyMs}-${slot}`;
		await this.#keep({ id, takenAt, reason: 'interval', shots });
		this.#lastSlot = slot;
	}

	async #keep(moment: Moment): Promise<void> {
		const { queue, id, report } = this.#parts;
		await queue.add(id, { ...moment, shots: withinBounds(moment.shots) });
		report.kept(queue.count(id));
		this.#recovered();
	}

	#recovered(): void {
		this.#backoff.reset();
		this.#failures = 0;
		this.#setProblem(null);
	}

	/** The pause depends on the kind of trouble. A single failure may be a lost packet; the second one is reported. */
	async #afterTrouble(error: unknown, signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		const trouble =
			error instanceof CameraTrouble
				? error
				: new CameraTrouble('The bridge has a problem', 'passing', (error as Error).message);
		const wait = this.#backoff.next(trouble.kind);
		if (++this.#failures > 1 || trouble.kind !== 'passing') this.#setProblem(trouble.message);
		this.#parts.report.trouble(trouble, wait);
		await sleep(wait, null, { signal });
	}

	#setProblem(problem: string | null): void {
		if (problem === this.#problem) return;
		this.#problem = problem;
		this.#stateChanged.wake();
	}

	/** Reports the camera's state to the portal whenever it changes, and asks for the settings while no picture is sent. */
	async #reportState(signal: AbortSignal): Promise<void> {
		const { id, server, key, config, settings, uploads } = this.#parts;
		const backoff = new Backoff();
		let reported: string | null | undefined;
		for (;;) {
			if (reported === this.#problem && settings.age < ASK_AGAIN_MS) {
				await this.#stateChanged.wait(ASK_AGAIN_MS - settings.age, signal);
				continue;
			}
			const problem = this.#problem;
			try {
				const state = { connection: config.source, problem };
				await settings.learn(await uploads.run(id, () => reportState(server, key, state, signal)));
				reported = problem;
				this.#settingsKnown.wake();
				backoff.reset();
			} catch (error) {
				await this.#afterRefusal(error, backoff, signal);
			}
		}
	}

	/** Sends the queued pictures, oldest first. A picture that is sent twice is still one capture. */
	async #sendAll(signal: AbortSignal): Promise<void> {
		const { queue, id, server, key, settings, report, uploads } = this.#parts;
		const backoff = new Backoff();
		for (;;) {
			const { moment, done } = await queue.oldest(id, signal);
			try {
				const accepted = await uploads.run(id, () => sendMoment(server, key, moment, signal));
				await done();
				await settings.learn(accepted.settings);
				backoff.reset();
				report.sent(moment, accepted.repeated, queue.count(id));
			} catch (error) {
				if (error instanceof Refused && BAD_PICTURE.includes(error.code)) {
					await done();
					report.refused(error.message);
				} else await this.#afterRefusal(error, backoff, signal);
			}
		}
	}

	/** A server that is away is asked again; only a key that is no longer valid ends the camera. */
	async #afterRefusal(error: unknown, backoff: Backoff, signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		const isRefused = error instanceof Refused;
		if (isRefused && error.code === 'unauthenticated') throw error;
		this.#parts.report.away((error as Error).message);
		await sleep(backoff.next(isRefused ? 'setting' : 'passing', SERVER_AWAY_MS), null, { signal });
	}
}
