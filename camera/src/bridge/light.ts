import { setTimeout as sleep } from 'node:timers/promises';
import { CameraTrouble } from '../sources/trouble.ts';
import { Backoff } from './backoff.ts';
import type { KnownSettings } from './known-settings.ts';
import type { CameraReport } from './report.ts';

const LOOK_AGAIN_MS = 10_000;
/** While the server has not sent the light window; and at first, so that the pictures try the password before the light does. */
const SOON_MS = 1000;

/** A light that a camera can switch. */
export interface Light {
	/** False where the camera has none. */
	switch(on: boolean, signal: AbortSignal): Promise<boolean>;
}

/** Follows the light window. A failure is reported in the terminal and does not stop the pictures. */
export async function keepLight(
	light: Light,
	settings: KnownSettings,
	attempt: (act: () => Promise<boolean>) => Promise<boolean>,
	report: CameraReport,
	signal: AbortSignal,
): Promise<void> {
	const backoff = new Backoff();
	let current: boolean | null = null;
	for (let wait = SOON_MS; ; ) {
		await sleep(wait, null, { signal });
		const wanted = settings.isLightOn();
		wait = wanted === null ? SOON_MS : LOOK_AGAIN_MS;
		if (wanted !== null && wanted !== current) {
			try {
				const hasLight = await attempt(() => light.switch(wanted, signal));
				if (!hasLight) return report.event('light', 'the camera offers no light to switch');
				current = wanted;
				backoff.reset();
				report.event('light', wanted ? 'light on' : 'light off');
			} catch (error) {
				signal.throwIfAborted();
				const trouble = error instanceof CameraTrouble ? error : new CameraTrouble((error as Error).message);
				wait = backoff.next(trouble.kind);
				report.event('light', `the light could not be switched: ${trouble.message}`);
			}
		}
	}
}
