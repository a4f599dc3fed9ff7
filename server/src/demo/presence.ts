import { setTimeout as sleep } from 'node:timers/promises';
import type { Demo } from '../accounts/demo.ts';
import { sawDevices } from '../devices/devices.ts';
import type { Db, Log } from '../ports.ts';

/** Well below the time after which the portal calls a camera silent. */
const EVERY_MS = 5 * 60_000;

/** The demo's cameras exist only in this server: while it runs they are online, although they send nothing new. */
export async function keepCamerasOnline(db: Db, { cameras }: Demo, log: Log, signal: AbortSignal) {
	while (!signal.aborted) {
		await sawDevices(db, cameras).catch((error: unknown) =>
			log.warn({ err: error }, 'the demo cameras could not be marked as online'),
		);
		await sleep(EVERY_MS, null, { signal, ref: false }).catch(() => {});
	}
}
