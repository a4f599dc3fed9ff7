import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LEAST_BETWEEN_CHANGES_MS } from '@watchword/contract/change';
import { CAPTURE_MAX_BYTES } from '@watchword/contract/constants';
import { type Moment, Refused, reportState, sendMoment } from '../server.ts';
import type { Shot, Source } from '../sources/source.ts';
import { CameraTrouble } from '../sources/trouble.ts';
import { Backoff, type Doors, type Turns } from './backoff.ts';
import { ChangeDetector } from './change.ts';
import type { CameraConfig } from './config.ts';
import type { FolderReader } from './folder-reader.ts';
import type { KnownSettings } from './known-settings.ts';
import { keepLight, type Light } from './light.ts';
import type { Queue } from './queue.ts';
import type { CameraReport } from './report.ts';
import { Wakeup } from './wakeup.ts';

/** Further pictures of a moment are waited for so long. */
const BURST_WITHIN_MS = 8000;
/** How often the server is asked for the settings while no picture brings them. */
const ASK_AGAIN_MS = 60_000;
const SERVER_AWAY_MS = 30_000;
/** Refusals of the picture itself: sent again, it would be refused again. */
const BAD_PICTURE = ['invalid-image', 'invalid-argument', 'payload-too-large', 'unsupported-media-type'];

export interface CameraParts {
	config: CameraConfig;
	/** Of its queue and of what is remembered of it. */
	id: string;
	server: string;
	key: string;
	pictures: Source | FolderReader;
	light: Light | null;
	settings: KnownSettings;
	queue: Queue;
	report: CameraReport;
	/** Shared by all cameras. */
	doors: Doors;
	takes: Turns;
	uploads: Turns;
}

/** One camera of the bridge: takes pictures, keeps them, sends them, and says how it is. Ends only if its key is refused. */
export class BridgeCamera {
	readonly #parts: CameraParts;
	/** Where the password is tried; null where there is none. */
	readonly #door: string | null;
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
		this.#door = user === undefined ? null : doorOf(at, user, password);
	}

	async run(signal: AbortSignal): Promise<void> {
		const { light, settings, report, pictures } = this.#parts;
		await settings.load();
		// The end of one part ends the others: without a key none of them has anything to do.
		const stop = new AbortController();
		const either = AbortSignal.any([signal, stop.signal]);
		const parts = [
			this.#sendAll(either),
			this.#tellState(either),
			'fresh' in pictures ? this.#fromFolder(pictures, either) : this.#fromCamera(pictures, either),
			...(light ? [keepLight(light, settings, (act) => this.#enterForLight(act), report, either)] : []),
		];
		try {
			await Promise.all(parts);
		} finally {
			stop.abort();
			await Promise.allSettled(parts);
		}
	}

	/** An account may be allowed to look and not to switch: that refusal closes no door for the pictures. */
	#enterForLight(act: () => Promise<boolean>): Promise<boolean> {
		const { doors } = this.#parts;
		return doors.enter(this.#door && `light ${this.#door}`, async () => {
			doors.refuseClosed(this.#door);
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
		const { doors, takes, settings } = this.#parts;
		const wait = this.#untilDue();
		if (wait > 0) return void (await sleep(Math.min(wait, ASK_AGAIN_MS), null, { signal }));
		// A turn comes after the door: whoever waits there for the answer of a recorder must not hold up other cameras.
		const take = async () => {
			signal.throwIfAborted();
			doors.refuseClosed(this.#door);
			const takenAt = settings.now();
			await this.#keepInterval(takenAt, await source.take(settings.burst, signal));
		};
		await doors.enter(this.#door, () => takes.run(take));
	}

	/** Reads the camera all the time: one picture at each interval, and one whenever much changes. */
	async #takeWithChanges(source: Source, signal: AbortSignal): Promise<void> {
		const { doors, settings } = this.#parts;
		const detector = new ChangeDetector();
		const stream = source.watch(signal);
		let [hasChanged, lastChange] = [false, Number.NEGATIVE_INFINITY];
		try {
			let next = await doors.enter(this.#door, () => stream.next());
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

	async #fromFolder(folder: FolderReader, signal: AbortSignal): Promise<void> {
		const { settings } = this.#parts;
		for (;;) {
			await this.#untilOpen(signal);
			try {
				for await (const file of folder.fresh(signal)) {
					this.#recovered();
					if (settings.isOpenAt(file.takenAt)) {
						await this.#keep({ id: `file-${file.mark}`, takenAt: file.takenAt, shots: [file] });
					}
					await folder.see(file);
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

	/** Time is cut into slots of the interval, the same on every machine, shifted for each camera so that not all come at once. */
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
		this.#tell(null);
	}

	/** Waits as long as the kind of trouble asks for. A single failure may be a lost packet; the second is told. */
	async #afterTrouble(error: unknown, signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		const trouble =
			error instanceof CameraTrouble
				? error
				: new CameraTrouble('The bridge has a problem', 'passing', (error as Error).message);
		const wait = this.#backoff.next(trouble.kind);
		if (++this.#failures > 1 || trouble.kind !== 'passing') this.#tell(trouble.message);
		this.#parts.report.trouble(trouble, wait);
		await sleep(wait, null, { signal });
	}

	#tell(problem: string | null): void {
		if (problem === this.#problem) return;
		this.#problem = problem;
		this.#stateChanged.wake();
	}

	/** Tells the portal how the camera is, whenever that changes, and asks for the settings while no picture brings them. */
	async #tellState(signal: AbortSignal): Promise<void> {
		const { server, key, config, settings, uploads } = this.#parts;
		const backoff = new Backoff();
		let told: string | null | undefined;
		for (;;) {
			if (told === this.#problem && settings.age < ASK_AGAIN_MS) {
				await this.#stateChanged.wait(ASK_AGAIN_MS - settings.age, signal);
				continue;
			}
			const problem = this.#problem;
			try {
				const state = { connection: config.source, problem };
				await settings.learn(await uploads.run(() => reportState(server, key, state, signal)));
				told = problem;
				this.#settingsKnown.wake();
				backoff.reset();
			} catch (error) {
				await this.#afterRefusal(error, backoff, signal);
			}
		}
	}

	/** Sends what is kept, the oldest first. What was accepted is forgotten; sent twice it is the same capture. */
	async #sendAll(signal: AbortSignal): Promise<void> {
		const { queue, id, server, key, settings, report, uploads } = this.#parts;
		const backoff = new Backoff();
		for (;;) {
			const { moment, done } = await queue.oldest(id, signal);
			try {
				const accepted = await uploads.run(() => sendMoment(server, key, moment, signal));
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

/** Cameras behind one address share their accounts. */
function doorOf(at: string, user: string, password = ''): string | null {
	const host = URL.parse(at)?.hostname;
	return host === undefined ? null : JSON.stringify([host, user, password]);
}

/** Further pictures of a moment are left out where all together would be too much for one request. */
function withinBounds(shots: Shot[]): Shot[] {
	let room = CAPTURE_MAX_BYTES - 64 * 1024;
	return shots.filter(({ bytes }, index) => {
		if (index > 0 && bytes.length > room) return false;
		room -= bytes.length;
		return true;
	});
}
