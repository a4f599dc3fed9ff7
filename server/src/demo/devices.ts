import { setTimeout as sleep } from 'node:timers/promises';
import type { Who } from '../camera/scene/place.ts';
import type { drawScene, PlaceName } from '../camera/scene/scene.ts';
import { deviceByKey, type IntakeNeeds, type KnownDevice, takeCapture } from '../devices/captures.ts';
import { listDevices, replaceKey } from '../devices/devices.ts';
import { addDevice } from '../devices/pairing.ts';

/** What each demo camera saw: how many minutes ago, and who was there. */
const SEEN: { desc: string; place: PlaceName; captures: [minutesAgo: number, ...who: Who[]][] }[] = [
	{
		desc: 'Driveway',
		place: 'driveway',
		captures: [
			[4, 'car'],
			[65, 'car', 'person'],
			[190, 'person'],
			[330],
			[520, 'car'],
			[760, 'car', 'dog'],
			[1010],
			[1290, 'person', 'dog'],
		],
	},
	{
		desc: 'Garden',
		place: 'garden',
		captures: [
			[7, 'dog'],
			[95],
			[240, 'person', 'dog'],
			[395, 'person'],
			[610],
			[830, 'dog'],
			[1080],
			[1330, 'person'],
		],
	},
	{
		desc: 'Front porch',
		place: 'porch',
		captures: [
			[2, 'person'],
			[120],
			[275, 'dog'],
			[450, 'person', 'car'],
			[680],
			[900, 'person', 'dog'],
			[1140, 'car'],
			[1380],
		],
	},
];

/** Between two pictures, so that whoever is looking at the portal does not notice that it is busy. */
const PAUSE_MS = 100;

type Camera = (typeof SEEN)[number] & { device: KnownDevice };

/** The three cameras; those that are there already stay. */
export async function demoCameras(needs: IntakeNeeds, uid: string): Promise<Camera[]> {
	const cameras: Camera[] = [];
	for (const camera of SEEN) cameras.push({ ...camera, device: await ensureDevice(needs, uid, camera.desc) });
	return cameras;
}

/** What the cameras saw over the last day, through the same door as any capture. Safe to begin again. */
export async function makeCaptures(
	needs: IntakeNeeds,
	cameras: Camera[],
	now: Date,
	signal: AbortSignal,
	draw: typeof drawScene,
): Promise<number> {
	let captures = 0;
	// The newest of each first: these are on the cards.
	for (let turn = 0; turn < Math.max(...SEEN.map((camera) => camera.captures.length)); turn++) {
		for (const { device, place, captures: seen } of cameras) {
			const [minutesAgo, ...who] = seen[turn] ?? [];
			if (minutesAgo === undefined) continue;
			await sleep(PAUSE_MS, null, { signal });
			const at = new Date(now.getTime() - minutesAgo * 60_000);
			const bytes = await draw({ place, at, who, seed: 'demo' });
			signal.throwIfAborted();
			const key = `demo-${place}-${turn}`;
			await takeCapture(needs, device, { bytes, contentType: 'image/jpeg', key, capturedAt: at });
			captures++;
		}
	}
	return captures;
}

async function ensureDevice(needs: IntakeNeeds, uid: string, desc: string): Promise<KnownDevice> {
	const known = (await listDevices(needs.db, uid)).find((device) => device.desc === desc);
	const { deviceKey } = known
		? await replaceKey(needs.db, uid, known.id)
		: await addDevice(needs.db, uid, desc);
	return deviceByKey(needs.db, deviceKey);
}
