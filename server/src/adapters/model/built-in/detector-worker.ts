/** The thread of the detector, so that nothing else waits while it works. It gets one picture at a time. */
import { parentPort } from 'node:worker_threads';
import { agree } from './agree.ts';
import { loadNetworks } from './detector-networks.ts';
import { compareWith, type Lesson, testLesson } from './lesson.ts';
import type { DetectorReply, DetectorTask, Pixels, Seen } from './sighting.ts';

let networks: ReturnType<typeof loadNetworks> | undefined;

parentPort?.on('message', async ({ pixels, lesson }: DetectorTask) => {
	const reply: DetectorReply = {
		seen: pixels && (await look(pixels, lesson)),
		test: lesson && !pixels ? testLesson(lesson) : null,
	};
	parentPort?.postMessage(reply);
});

async function look(pixels: Pixels, lesson: Lesson | null): Promise<Seen> {
	networks ??= loadNetworks();
	const { nanodet, ssdlite } = await networks;
	const first = await nanodet(pixels);
	const { found, map } = await ssdlite(pixels);
	const ratio = pixels.share.x / pixels.share.y;
	return {
		sightings: agree(first, found),
		map,
		ratio,
		comparison: lesson && compareWith(lesson, { map, ratio }),
	};
}
