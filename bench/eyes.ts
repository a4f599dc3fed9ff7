/** Photographs judged by the built-in model, from camera to mail; and beside it the networks alone, the least that a look can cost. */
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawScene } from '@watchword/scenes/scene';
import sharp from 'sharp';
import { NETWORKS } from '../server/src/adapters/model/built-in/detector/networks.ts';
import { SIDE } from '../server/src/adapters/model/built-in/detector/sighting.ts';
import { openNetwork } from '../server/src/adapters/model/built-in/runtime/network.ts';
import { childrenRunning, cpuOf, memoryOf, memoryTogether } from './cpu.ts';
import { sendCapture } from './load.ts';
import { setStage, type Where } from './stage.ts';

const CAMERAS = 8;
/** How often each camera sends the same scene. */
const STILLS = 12;
/** Longer than a process without work is kept. */
const IDLE_MS = 180_000;
const SAMPLE_MS = 500;
/** Counting what has ended costs CPU, too: on the embedded database 10 ms or more. */
const POLL_MS = 2000;

/** The JPEGs of a folder; without one, drawn places at each hour of a day. */
export async function photographs(folder: string): Promise<Buffer[]> {
	if (!folder) {
		const places = ['garden', 'porch', 'driveway'] as const;
		const draw = (hour: number) =>
			drawScene({
				place: places[hour % 3] ?? 'garden',
				at: new Date(2026, 5, 1, hour, 20),
				who: hour % 2 === 0 ? ['person'] : [],
				seed: 'eyes',
			});
		return Promise.all(Array.from({ length: 24 }, (_, hour) => draw(hour)));
	}
	const names = (await readdir(folder)).filter((name) => /\.jpe?g$/i.test(name)).sort();
	return Promise.all(names.map((name) => readFile(join(folder, name))));
}

/** The same scene once more: with the noise of a sensor, compressed again. */
async function again(picture: Buffer): Promise<Buffer> {
	const { data, info } = await sharp(picture).autoOrient().raw().toBuffer({ resolveWithObject: true });
	for (let at = 0; at < data.length; at++) data[at] = (data[at] ?? 0) + Math.round(4 * (Math.random() - 0.5));
	return sharp(data, { raw: info }).jpeg({ quality: 85 }).toBuffer();
}

/** The CPU time of decoding a photograph and running both networks on it, on a warm process, in milliseconds. */
export async function bareLook(pictures: Buffer[]): Promise<number> {
	const networks = await Promise.all(
		NETWORKS.map(async ({ file, digest, shape }) => {
			const run = await openNetwork(file, digest);
			return () => run({ values: new Float32Array(shape.reduce((all, one) => all * one)), shape });
		}),
	);
	const look = async (picture: Buffer) => {
		const square = sharp(picture).autoOrient().resize(SIDE, SIDE, { fit: 'contain' });
		await square.toColourspace('srgb').raw().toBuffer();
		for (const run of networks) await run();
	};
	for (const picture of pictures.slice(0, CAMERAS)) await look(picture);
	const before = process.cpuUsage();
	for (const picture of pictures) await look(picture);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000 / pictures.length;
}

export async function measureEyes(where: Where, pictures: Buffer[], rounds: number) {
	const stage = await setStage(where, { builtIn: true });
	const { server, keys, ended, close, captures } = stage;
	const cameras = keys.slice(0, CAMERAS);
	const agent = new http.Agent({ keepAlive: true });
	let sent = 0;
	/** Each camera sends its next picture when the server has taken the one before. */
	const judge = async (some: Buffer[], everyMs = POLL_MS) => {
		const send = async (key: string, first: number) => {
			for (let at = first; at < some.length; at += CAMERAS)
				await sendCapture(agent, captures, key, some[at] ?? Buffer.alloc(0));
		};
		await Promise.all(cameras.map(send));
		sent += some.length;
		await ended(sent, everyMs);
	};
	const cpu = () => {
		const { all, database } = stage.cpu();
		const of = (script: string) =>
			childrenRunning(script, server.pid).reduce((sum, pid) => sum + cpuOf(pid), 0);
		const [decoding, networks] = [of('pictures-decoder-process'), of('detector-process')];
		return { all, database, decoding, networks, rest: all - database - decoding - networks };
	};
	/** What each of these pictures costs. */
	const cost = async (some: Buffer[]) => {
		const [before, began] = [cpu(), performance.now()];
		await judge(some);
		const [after, seconds] = [cpu(), (performance.now() - began) / 1000];
		const of = (part: keyof typeof before) => (after[part] - before[part]) / some.length;
		return {
			perSecond: some.length / seconds,
			cpu: of('all'),
			...{ decoding: of('decoding'), networks: of('networks'), rest: of('rest'), database: of('database') },
		};
	};

	await sleep(SAMPLE_MS);
	const memoryBefore = memoryTogether(server.pid);
	const began = performance.now();
	await judge(pictures.slice(0, 1), 10);
	const first = performance.now() - began;
	await judge(pictures);
	let [resident, together] = [0, 0];
	const sampling = setInterval(() => {
		resident = Math.max(resident, memoryOf(server.pid));
		together = Math.max(together, memoryTogether(server.pid));
	}, SAMPLE_MS);
	const many = await cost(Array.from({ length: rounds }, () => pictures).flat());
	clearInterval(sampling);
	const scenes = pictures.slice(0, CAMERAS);
	const stills: Buffer[] = [];
	for (let n = 0; n <= STILLS; n++) for (const scene of scenes) stills.push(await again(scene));
	await judge(stills.splice(0, scenes.length));
	const still = await cost(stills);
	await sleep(IDLE_MS);
	const more = memoryTogether(server.pid) - memoryBefore;
	agent.destroy();
	await close();
	return { first, many, still: still.cpu, resident, together, more };
}
