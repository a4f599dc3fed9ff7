/** The two networks: the input each needs and how its output is read. Their origin: server/detectors/README.md. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import { io, setBackend, type Tensor, tensor4d } from '@tensorflow/tfjs-core';
import { KNOWN_OBJECTS } from '@watchword/contract/known-objects';
import { type FeatureMap, toFeatureMap } from './likeness.ts';
import { type Box, type Detection, overlap, type Pixels, SIDE } from './sighting.ts';

/** Results with a lower score are dropped. */
const LEAST = 0.15;
const MOST_DETECTIONS = 100;

/** What one network sees, and for examples the map of its inner features. */
interface Networks {
	nanodet(pixels: Pixels): Promise<Detection[]>;
	ssdlite(pixels: Pixels): Promise<{ found: Detection[]; map: FeatureMap }>;
}

export async function loadNetworks(): Promise<Networks> {
	const require = createRequire(import.meta.url);
	setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`);
	setThreadsCount(1);
	await setBackend('wasm');
	const [nanodet, ssdlite] = await Promise.all([load('nanodet'), load('ssdlite')]);
	return {
		nanodet: (pixels) => detectWithNanodet(nanodet, pixels),
		ssdlite: (pixels) => detectWithSsdlite(ssdlite, pixels),
	};
}

async function load(name: string): Promise<GraphModel> {
	const folder = new URL(`../../../../../detectors/${name}/`, import.meta.url);
	const [model, weights] = await Promise.all([
		readFile(new URL('model.json', folder), 'utf8'),
		readFile(new URL('weights.bin', folder)),
	]);
	const { modelTopology, weightsManifest } = JSON.parse(model) as {
		modelTopology: object;
		weightsManifest: io.WeightsManifestConfig;
	};
	return loadGraphModel(
		io.fromMemory({
			modelTopology,
			weightSpecs: weightsManifest.flatMap((group) => group.weights),
			weightData: new Uint8Array(weights).buffer,
		}),
	);
}

/** Runs a network on one input and reads its outputs. */
async function run(
	network: GraphModel,
	input: { name: string; values: Float32Array; shape: [number, number, number, number] },
	outputs: string[],
): Promise<Float32Array[]> {
	const tensor = tensor4d(input.values, input.shape);
	const found = network.execute({ [input.name]: tensor }, outputs) as Tensor[];
	const values = await Promise.all(found.map((output) => output.data() as Promise<Float32Array>));
	for (const used of [tensor, ...found]) used.dispose();
	return values;
}

/** What NanoDet was trained with: blue, green and red, their means and deviations. */
const MEANS = [103.53, 116.28, 123.675] as const;
const DEVIATIONS = [57.375, 57.12, 58.395] as const;
const STRIDES = [8, 16, 32] as const;
/** The distance from a cell to each side of a box is a distribution over this many steps of its stride. */
const STEPS = 11;

async function detectWithNanodet(network: GraphModel, { data, share }: Pixels): Promise<Detection[]> {
	const area = SIDE * SIDE;
	const values = new Float32Array(3 * area);
	for (let at = 0; at < area; at++) {
		for (const channel of [0, 1, 2] as const) {
			const colour = data[at * 3 + 2 - channel] ?? 0;
			values[channel * area + at] = (colour - MEANS[channel]) / DEVIATIONS[channel];
		}
	}
	const input = { name: 'input_1', values, shape: [1, 3, SIDE, SIDE] as [number, number, number, number] };
	const levels = ['Identity', 'Identity_1', 'Identity_2', 'Identity_3', 'Identity_4', 'Identity_5'];
	const outputs = await run(network, input, levels);
	const found: Detection[] = [];
	for (const [level, stride] of STRIDES.entries()) {
		const scores = outputs[level] ?? new Float32Array();
		const distances = outputs[level + STRIDES.length] ?? new Float32Array();
		const across = SIDE / stride;
		for (let at = 0; at < scores.length; at++) {
			const confidence = scores[at] ?? 0;
			if (confidence < LEAST) continue;
			const cell = Math.floor(at / KNOWN_OBJECTS.length);
			const object = KNOWN_OBJECTS[at % KNOWN_OBJECTS.length];
			const [x, y] = [((cell % across) + 0.5) * stride, (Math.floor(cell / across) + 0.5) * stride];
			const to = (side: number) => stride * expected(distances, (cell * 4 + side) * STEPS);
			if (!object) continue;
			const square = { left: x - to(0), top: y - to(1), right: x + to(2), bottom: y + to(3) };
			found.push({ object, confidence, box: toPicture(square, share) });
		}
	}
	return onceEach(found, 0.6);
}

/** The expected value of a distribution that is given as logits. */
function expected(values: Float32Array, from: number): number {
	let [sum, weighted] = [0, 0];
	for (let step = 0; step < STEPS; step++) {
		const weight = Math.exp(values[from + step] ?? 0);
		sum += weight;
		weighted += weight * step;
	}
	return weighted / sum;
}

/** From the square back to the picture, in fractions of its width and height. */
function toPicture(square: Box, { x, y }: Pixels['share']): Box {
	const back = (value: number, part: number) => clamp((value / SIDE - (1 - part) / 2) / part);
	return {
		left: back(square.left, x),
		top: back(square.top, y),
		right: back(square.right, x),
		bottom: back(square.bottom, y),
	};
}

const SSD_SIDE = 300;
/** SSDLite knows 90 numbers, of which COCO uses 80; these are the unused ones, counted from 0. */
const UNUSED = new Set([11, 25, 28, 29, 44, 65, 67, 68, 70, 82]);
const SSD_OBJECTS = Array.from({ length: 90 }, (_, number) =>
	UNUSED.has(number) ? null : KNOWN_OBJECTS[number - [...UNUSED].filter((unused) => unused < number).length],
);

/**
 * The inner map by which pictures are compared with examples. It is in the middle of the network: further in, a small thing
 * that differs is lost; before, there is little but edges. A change of it or of the weights needs another FEATURES_VERSION.
 */
const FEATURES = 'FeatureExtractor/MobilenetV2/expanded_conv_9/ArithmeticOptimizer/AddOpsRewrite_add';

async function detectWithSsdlite(
	network: GraphModel,
	pixels: Pixels,
): Promise<{ found: Detection[]; map: FeatureMap }> {
	const shape: [number, number, number, number] = [1, SSD_SIDE, SSD_SIDE, 3];
	const input = { name: 'Preprocessor/sub', values: stretch(pixels), shape };
	const names = ['Postprocessor/Slice', 'Postprocessor/ExpandDims_1', FEATURES];
	const outputs = await run(network, input, names);
	const [scores = new Float32Array(), boxes = new Float32Array(), features = new Float32Array()] = outputs;
	const found: Detection[] = [];
	for (let at = 0; at < scores.length; at++) {
		const confidence = scores[at] ?? 0;
		const object = SSD_OBJECTS[at % SSD_OBJECTS.length];
		if (confidence < LEAST || !object) continue;
		const from = Math.floor(at / SSD_OBJECTS.length) * 4;
		const [top = 0, left = 0, bottom = 0, right = 0] = boxes.subarray(from, from + 4).map(clamp);
		found.push({ object, confidence, box: { left, top, right, bottom } });
	}
	return { found: onceEach(found, 0.5), map: toFeatureMap(features) };
}

/** The picture without its borders, stretched to the square SSDLite was trained on, from -1 to 1. */
function stretch({ data, share }: Pixels): Float32Array {
	const values = new Float32Array(SSD_SIDE * SSD_SIDE * 3);
	const place = (at: number, part: number) => {
		const exact = SIDE * ((1 - part) / 2 + (part * (at + 0.5)) / SSD_SIDE) - 0.5;
		const low = Math.min(SIDE - 1, Math.max(0, Math.floor(exact)));
		return { low, high: Math.min(SIDE - 1, low + 1), weight: clamp(exact - low) };
	};
	const columns = Array.from({ length: SSD_SIDE }, (_, at) => place(at, share.x));
	let to = 0;
	for (let row = 0; row < SSD_SIDE; row++) {
		const y = place(row, share.y);
		for (const x of columns) {
			for (let channel = 0; channel < 3; channel++) {
				const pixel = (line: number, column: number) => data[(line * SIDE + column) * 3 + channel] ?? 0;
				const upper = mix(pixel(y.low, x.low), pixel(y.low, x.high), x.weight);
				const lower = mix(pixel(y.high, x.low), pixel(y.high, x.high), x.weight);
				values[to++] = mix(upper, lower, y.weight) / 127.5 - 1;
			}
		}
	}
	return values;
}

const mix = (a: number, b: number, weight: number) => a + (b - a) * weight;
const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** A network reports one object several times. Only the most likely report is kept. */
function onceEach(found: Detection[], same: number): Detection[] {
	const kept: Detection[] = [];
	for (const one of found.sort((a, b) => b.confidence - a.confidence)) {
		if (kept.length >= MOST_DETECTIONS) break;
		const known = kept.some((other) => other.object === one.object && overlap(other.box, one.box) > same);
		if (!known) kept.push(one);
	}
	return kept;
}
