import { setTimeout as sleep } from 'node:timers/promises';
import type { drawScene, Scene } from '@watchword/scenes/scene';
import { takeCapture } from '../captures/take-capture.ts';
import { findDevices, replaceKey } from '../devices/devices.ts';
import { deviceByKey, type KnownDevice } from '../devices/keys.ts';
import { addDevice } from '../devices/pairing.ts';
import { tidyPicture } from '../pictures/tidy.ts';
import type { IntakeNeeds } from '../triggers/intake-needs.ts';
import { type Chapter, LOOK, lastTime, STORY } from './story.ts';

/** Between two pictures, so that visitors do not notice the load. */
const PAUSE_MS = 100;

type Camera = Chapter & { device: KnownDevice };

/** The three cameras; existing ones stay. */
export async function demoCameras(needs: IntakeNeeds, uid: string): Promise<Camera[]> {
	const cameras: Camera[] = [];
	for (const camera of STORY)
		cameras.push({ ...camera, device: await ensureDevice(needs, uid, camera.desc) });
	return cameras;
}

/** The cameras' pictures of the last day, stored like any capture. Safe to repeat. */
export async function makeCaptures(
	needs: IntakeNeeds,
	cameras: Camera[],
	now: Date,
	signal: AbortSignal,
	draw: typeof drawScene,
): Promise<number> {
	const taken = cameras
		.flatMap((camera) => camera.moments.map((moment) => ({ camera, moment, at: lastTime(moment.at, now) })))
		// The newest hour first: its pictures are on the cards. Within an hour in time order, so that episodes form as they would live.
		.sort((one, other) => hourOf(other.at) - hourOf(one.at) || one.at.getTime() - other.at.getTime());
	for (const { camera, moment, at } of taken) {
		await sleep(PAUSE_MS, null, { signal });
		const { device, place } = camera;
		await storePicture(
			needs,
			device,
			{ place, at, who: moment.who },
			`demo-${place}-${moment.at}`,
			draw,
			signal,
		);
	}
	return taken.length;
}

/** Draws what a camera sees and stores it like any capture. */
export async function storePicture(
	needs: IntakeNeeds,
	device: KnownDevice,
	seen: Pick<Scene, 'place' | 'at' | 'who' | 'cast'>,
	key: string,
	draw: typeof drawScene,
	signal?: AbortSignal,
): Promise<void> {
	const bytes = await draw({ ...seen, ...LOOK });
	signal?.throwIfAborted();
	const pictures = [tidyPicture(bytes, 'image/jpeg')];
	await takeCapture(needs, device, { pictures, key, capturedAt: seen.at, reason: 'interval' });
}

const hourOf = (at: Date) => Math.floor(at.getTime() / 3_600_000);

async function ensureDevice(needs: IntakeNeeds, uid: string, desc: string): Promise<KnownDevice> {
	const known = (await findDevices(needs.db, uid)).find((device) => device.desc === desc);
	const { deviceKey } = known
		? await replaceKey(needs.db, uid, known.id)
		: await addDevice(needs.db, uid, desc, Intl.DateTimeFormat().resolvedOptions().timeZone);
	return deviceByKey(needs.db, deviceKey);
}
