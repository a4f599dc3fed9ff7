import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type DeviceSettings, deviceSettings } from '@watchword/contract/device';
import { captureWindow, isWithin, lightWindow, opensAt } from '@watchword/contract/window';

/**
 * What the server last said about a camera. It is stored in a file, so that a bridge that starts while the server is away knows
 * when it may take pictures. It takes none before the server has answered once.
 */
export class KnownSettings {
	readonly #file: string;
	#settings: DeviceSettings | null = null;
	/** How far the server's clock is ahead of ours; windows and times of pictures are by the server's. */
	#ahead = 0;
	#stored = '';
	#learnedAt = Number.NEGATIVE_INFINITY;

	constructor(file: string) {
		this.#file = file;
	}

	async load(): Promise<void> {
		const text = await readFile(this.#file, 'utf8').catch(() => '');
		const kept = deviceSettings.safeParse(parsed(text));
		if (kept.success) this.#settings = kept.data;
	}

	async learn(settings: DeviceSettings): Promise<void> {
		this.#settings = settings;
		this.#learnedAt = performance.now();
		this.#ahead = Date.parse(settings.serverTime) - Date.now();
		const { serverTime: _, ...lasting } = settings;
		const text = JSON.stringify(lasting);
		if (text === this.#stored) return;
		try {
			await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
			await writeFile(this.#file, JSON.stringify(settings), { mode: 0o600 });
			this.#stored = text;
		} catch {
			// The disk is full. The file is only needed at the next start, and the next answer writes it again.
		}
	}

	get areKnown(): boolean {
		return this.#settings !== null;
	}

	/** Milliseconds since the last answer of the server. */
	get age(): number {
		return performance.now() - this.#learnedAt;
	}

	/** How many pictures of a moment are wanted. */
	get burst(): number {
		return this.#settings?.burst ?? 1;
	}

	/** The time of the server's clock. */
	now(): Date {
		return new Date(Date.now() + this.#ahead);
	}

	/** When pictures may be taken next; now or earlier if they may be taken now. Null until the server has answered. */
	opensAt(): Date | null {
		return this.#settings && opensAt(captureWindow(this.#settings), this.now());
	}

	isOpenAt(at: Date): boolean {
		return this.#settings !== null && isWithin(captureWindow(this.#settings), at);
	}

	isLightOn(): boolean | null {
		return this.#settings && isWithin(lightWindow(this.#settings), this.now());
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
