/** The thread of the detector, so that nothing else waits while it works. It gets one picture at a time. */
import { parentPort } from 'node:worker_threads';
import { compareWith, type Lesson, testLesson } from '../sight/lesson.ts';
import { agree } from './agree.ts';
import { loadNetworks } from './networks.ts';
import type { DetectorReply, DetectorTask, Pixels, Seen } from './sighting.ts';

let networks: ReturnType<typeof loadNetworks> | undefined;

parentPort?.on('message', async ({ pixels, lesson }: DetectorTask) => {
	const reply: DetectorReply = {
		seen: pixels && (await look(pixels, lesson)),
		test: lesson && !pixels ? testLesson(lesson) : null,
	};
	parentPort?.postMessage(reply);
});

/** Several automations ask about one picture, one soon after the other: what was seen in the last pictures is kept. */
const KEPT = 4;
const kept: { pixels: Pixels; seen: Awaited<ReturnType<typeof lookAnew>> }[] = [];

async function look(pixels: Pixels, lesson: Lesson | null): Promise<Seen> {
	const known = kept.find((one) => isSame(one.pixels, pixels));
	const seen = known?.seen ?? (await lookAnew(pixels));
	if (!known) kept.splice(0, kept.length, { pixels, seen }, ...kept.slice(0, KEPT - 1));
	return { ...seen, comparison: lesson && compareWith(lesson, seen) };
}

async function lookAnew(pixels: Pixels) {
	networks ??= loadNetworks();
	const { nanodet, ssdlite } = await networks;
	const first = await nanodet(pixels);
	const { found, map } = await ssdlite(pixels);
	return { sightings: agree(first, found), map, ratio: pixels.share.x / pixels.share.y };
}

const isSame = (one: Pixels, other: Pixels) =>
	one.share.x === other.share.x &&
	one.share.y === other.share.y &&
	Buffer.compare(one.data, other.data) === 0;
