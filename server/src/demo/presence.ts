import { setTimeout as sleep } from 'node:timers/promises';
import { captureWindow, isWithin } from '@watchword/contract/window';
import type { drawScene } from '@watchword/scenes/scene';
import { uidOf } from '../accounts/accounts.ts';
import type { Demo } from '../accounts/demo.ts';
import { findDevices, sawDevices } from '../devices/devices.ts';
import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';
import { storePicture } from './devices.ts';
import { whoIsThere } from './hour.ts';
import { STORY } from './story.ts';

/** Well below the time after which the portal calls a camera silent. */
const SEEN_EVERY_MS = 5 * 60_000;
const LOOK_EVERY_MS = 2000;
const MINUTE_MS = 60_000;

interface Needs {
	database: { db: Db };
	queue: Queue;
	objects: ObjectStore;
	log: Log;
	freeDevices: Set<string>;
}

/**
 * The demo's cameras exist only in this server. While it runs they are online; while somebody looks, each sends a drawn picture a
 * minute, and what decides about them is free. There is a demo only on the embedded database, which one process has to itself.
 */
export async function keepCamerasAlive(
	needs: Needs,
	demo: Demo,
	isWatched: (uid: string) => boolean,
	signal: AbortSignal,
	draw?: typeof drawScene,
): Promise<void> {
	for (const id of demo.cameras) needs.freeDevices.add(id);
	const uid = await uidOf(needs.database.db, demo.email);
	let [seenAt, sent] = [0, 0];
	while (!signal.aborted) {
		try {
			const now = new Date();
			if (now.getTime() - seenAt >= SEEN_EVERY_MS) {
				await sawDevices(needs.database.db, demo.cameras);
				seenAt = now.getTime();
			}
			const minute = Math.floor(now.getTime() / MINUTE_MS);
			if (uid && minute > sent && isWatched(uid)) {
				sent = minute;
				await sendPictures(needs, demo, uid, now, draw ?? (await loadDrawing()));
			}
		} catch (error) {
			if (!signal.aborted) needs.log.warn({ err: error }, 'the demo cameras could not send');
		}
		await sleep(LOOK_EVERY_MS, null, { signal, ref: false }).catch(() => {});
	}
}

/** What each camera of the demo sees now. One that was removed, or may not look at this time, sends nothing. */
export async function sendPictures(
	{ database: { db }, queue, objects }: Needs,
	{ cameras }: Demo,
	uid: string,
	at: Date,
	draw: typeof drawScene,
): Promise<void> {
	const devices = await findDevices(db, uid);
	for (const [index, { place }] of STORY.entries()) {
		const device = devices.find(({ id }) => id === cameras[index]);
		if (!device || !isWithin(captureWindow(device), at)) continue;
		const key = `demo-${place}-${at.toISOString().slice(0, 16)}`;
		await storePicture({ db, queue, objects }, device, { place, at, ...whoIsThere(place, at) }, key, draw);
	}
}

/** Only a server whose demo is looked at draws pictures. */
export const loadDrawing = async () => (await import('@watchword/scenes/scene')).drawScene;
