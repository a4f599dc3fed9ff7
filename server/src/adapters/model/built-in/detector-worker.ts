/** The thread in which the detector lives, so that nothing else waits while it looks. One picture comes at a time. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import { io, setBackend, type Tensor, tensor4d } from '@tensorflow/tfjs-core';
import { KNOWN_OBJECTS } from '@watchword/contract/known-objects';
import sharp from 'sharp';
import type { DetectorReply, Sighting } from './sighting.ts';

/** The side of the square the network looks at. */
const SIDE = 512;
/** What is not at least this likely is not worth a word. */
const FAINT = 0.3;
const MAX_PIXELS = 50_000_000;

// Pictures come one at a time; a cache of past ones would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

let model: Promise<GraphModel> | undefined;

parentPort?.on('message', async (bytes: Uint8Array) => {
	const reply: DetectorReply = { sightings: await look(bytes) };
	parentPort?.postMessage(reply);
});

async function look(bytes: Uint8Array): Promise<Sighting[] | null> {
	const pixels = await decode(bytes).catch(() => null);
	if (!pixels) return null;
	model ??= load();
	return detect(await model, pixels);
}

async function load(): Promise<GraphModel> {
	const require = createRequire(import.meta.url);
	setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`);
	setThreadsCount(1);
	await setBackend('wasm');
	const folder = join(dirname(require.resolve('@vladmandic/human')), '..', 'models');
	const { modelTopology, weightsManifest } = JSON.parse(
		await readFile(join(folder, 'centernet.json'), 'utf8'),
	) as { modelTopology: object; weightsManifest: io.WeightsManifestConfig };
	const weights = await readFile(join(folder, 'centernet.bin'));
	return loadGraphModel(
		io.fromMemory({
			modelTopology,
			weightSpecs: weightsManifest.flatMap((group) => group.weights),
			weightData: new Uint8Array(weights).buffer,
		}),
	);
}

interface Pixels {
	data: Buffer;
	/** What share of the square the picture fills; grey borders make up the rest. */
	share: { x: number; y: number };
}

/** The picture upright, whole and centred in the square: stretching it would cost the detector people and cars. */
async function decode(bytes: Uint8Array): Promise<Pixels> {
	const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
	const { autoOrient } = await picture.metadata();
	const longest = Math.max(autoOrient.width, autoOrient.height);
	const data = await picture
		.autoOrient()
		.resize(SIDE, SIDE, { fit: 'contain', background: '#808080' })
		.flatten({ background: '#808080' })
		.toColourspace('srgb')
		.raw()
		.timeout({ seconds: 30 })
		.toBuffer();
	return { data, share: { x: autoOrient.width / longest, y: autoOrient.height / longest } };
}

async function detect(network: GraphModel, { data, share }: Pixels): Promise<Sighting[]> {
	const input = tensor4d(Float32Array.from(data), [1, SIDE, SIDE, 3]);
	const output = network.execute(input, ['tower_0/detections']) as Tensor;
	const rows = await output.data();
	input.dispose();
	output.dispose();
	/** From the square back to the picture, as shares of its sides. */
	const back = (value: number, part: number) =>
		Math.min(1, Math.max(0, (value / SIDE - (1 - part) / 2) / part));
	const found: Sighting[] = [];
	for (let at = 0; at + 6 <= rows.length; at += 6) {
		const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, confidence = 0, kind = -1] = rows.slice(at, at + 6);
		const object = KNOWN_OBJECTS[kind];
		if (!object || confidence < FAINT) continue;
		const box = {
			left: back(x1, share.x),
			top: back(y1, share.y),
			right: back(x2, share.x),
			bottom: back(y2, share.y),
		};
		found.push({ object, confidence, box });
	}
	return found;
}
