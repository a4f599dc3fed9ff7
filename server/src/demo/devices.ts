import { setTimeout as sleep } from 'node:timers/promises';
import type { drawScene } from '@watchword/scenes/scene';
import { findDevices, replaceKey } from '../devices/devices.ts';
import { deviceByKey, type KnownDevice } from '../devices/keys.ts';
import { addDevice } from '../devices/pairing.ts';
import { takeCapture } from '../engine/triggers/capture.ts';
import type { IntakeNeeds } from '../engine/triggers/intake-needs.ts';
import { tidyPicture } from '../pictures/tidy.ts';
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
		const bytes = await draw({ place, at, who: moment.who, ...LOOK });
		signal.throwIfAborted();
		const key = `demo-${place}-${moment.at}`;
		await takeCapture(needs, device, {
			pictures: [tidyPicture(bytes, 'image/jpeg')],
			key,
			capturedAt: at,
			reason: 'interval',
		});
	}
	return taken.length;
}

const hourOf = (at: Date) => Math.floor(at.getTime() / 3_600_000);

async function ensureDevice(needs: IntakeNeeds, uid: string, desc: string): Promise<KnownDevice> {
	const known = (await findDevices(needs.db, uid)).find((device) => device.desc === desc);
	const { deviceKey } = known
		? await replaceKey(needs.db, uid, known.id)
		: await addDevice(needs.db, uid, desc, Intl.DateTimeFormat().resolvedOptions().timeZone);
	return deviceByKey(needs.db, deviceKey);
}
