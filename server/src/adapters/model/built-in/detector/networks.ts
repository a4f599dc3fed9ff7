/** The two networks: the input each needs and how its output is read. Their origin: server/detectors/README.md. */
import { KNOWN_OBJECTS } from '@watchword/contract/known-objects';
import { type Box, type Detection, overlap } from '@watchword/model';
import { type Network, openNetwork } from '../runtime/network.ts';
import { toFeatureMap } from './likeness.ts';
import { type Pixels, type Reports, SIDE } from './sighting.ts';

/** Results with a lower score are dropped. This low they count only in a second look, where both scores are weighed. */
const MIN = 0.05;
const MAX_DETECTIONS = 100;
const EMPTY = new Float32Array();

const FOLDER = new URL('../../../../../detectors/', import.meta.url);

const NANODET = {
	file: new URL('nanodet.onnx', FOLDER),
	digest: '331880c78dbb123ae910f5ac7ac58245eec62d8dc32b30003c1881dd0dc639c6',
	shape: [1, 3, SIDE, SIDE],
};
const SSD_SIDE = 300;
const SSDLITE = {
	file: new URL('ssdlite.onnx', FOLDER),
	digest: 'ae1b43937ab2ed511be25f327fb82a28b86b6342b96becc6410fa23df8b00c00',
	shape: [1, SSD_SIDE, SSD_SIDE, 3],
};
export const NETWORKS = [NANODET, SSDLITE];

/** Both networks, as a function that looks at a picture. */
export async function loadNetworks(): Promise<(pixels: Pixels) => Promise<Reports>> {
	const nanodet = await openNetwork(NANODET.file, NANODET.digest);
	const ssdlite = await openNetwork(SSDLITE.file, SSDLITE.digest);
	return async (pixels) => ({
		nanodet: await detectWithNanodet(nanodet, pixels),
		...(await detectWithSsdlite(ssdlite, pixels)),
	});
}

/** What NanoDet was trained with: blue, green and red, their means and deviations. */
const MEANS = [103.53, 116.28, 123.675] as const;
const DEVIATIONS = [57.375, 57.12, 58.395] as const;
const STRIDES = [8, 16, 32] as const;
/** The distance from a cell to each side of a box is a distribution over this many steps of its stride. */
const STEPS = 11;
const AREA = SIDE * SIDE;
/** What each of the 256 steps of a colour is for the network. */
const NORMAL = ([0, 1, 2] as const).map((channel) =>
	Float32Array.from({ length: 256 }, (_, step) => (step - MEANS[channel]) / DEVIATIONS[channel]),
);
/** Filled anew for each picture. */
const planes = new Float32Array(3 * AREA);

async function detectWithNanodet(network: Network, { data, share }: Pixels): Promise<Detection[]> {
	for (const [channel, normal] of NORMAL.entries()) {
		for (let to = channel * AREA, from = 2 - channel; from < 3 * AREA; from += 3)
			planes[to++] = normal[data[from] ?? 0] ?? 0;
	}
	const outputs = await network({ values: planes, shape: NANODET.shape });
	const found: Detection[] = [];
	for (const stride of STRIDES) {
		const scores = outputs[`scores${stride}`] ?? EMPTY;
		const distances = outputs[`distances${stride}`] ?? EMPTY;
		const across = SIDE / stride;
		const cells = across * across;
		for (let at = 0; at < scores.length; at++) {
			const confidence = scores[at] ?? 0;
			if (confidence < MIN) continue;
			const object = KNOWN_OBJECTS[Math.floor(at / cells)];
			if (!object) continue;
			const cell = at % cells;
			const [x, y] = [((cell % across) + 0.5) * stride, (Math.floor(cell / across) + 0.5) * stride];
			const to = (side: number) => stride * expected(distances, side * STEPS * cells + cell, cells);
			const square = { left: x - to(0), top: y - to(1), right: x + to(2), bottom: y + to(3) };
			found.push({ object, confidence, box: toPicture(square, share) });
		}
	}
	return onceEach(found, 0.6);
}

/** The expected value of a distribution that is given as logits, so many places apart. */
function expected(values: Float32Array, from: number, apart: number): number {
	let [sum, weighted] = [0, 0];
	for (let step = 0; step < STEPS; step++) {
		const weight = Math.exp(values[from + step * apart] ?? 0);
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

/** SSDLite knows 90 numbers, of which COCO uses 80; these are the unused ones, counted from 0. */
const UNUSED = new Set([11, 25, 28, 29, 44, 65, 67, 68, 70, 82]);
const SSD_OBJECTS = Array.from({ length: 90 }, (_, number) =>
	UNUSED.has(number) ? null : KNOWN_OBJECTS[number - [...UNUSED].filter((unused) => unused < number).length],
);

/**
 * `features` is the inner map by which pictures are compared with examples. It is in the middle of the network: further in, a
 * small thing that differs is lost; before, there is little but edges. A change of it or of the weights needs another
 * FEATURES_VERSION.
 */
async function detectWithSsdlite(network: Network, pixels: Pixels): Promise<Omit<Reports, 'nanodet'>> {
	const outputs = await network({ values: stretch(pixels), shape: SSDLITE.shape });
	const { scores = EMPTY, boxes = EMPTY, features = EMPTY } = outputs;
	const found: Detection[] = [];
	for (let at = 0; at < scores.length; at++) {
		const confidence = scores[at] ?? 0;
		if (confidence < MIN) continue;
		const object = SSD_OBJECTS[at % SSD_OBJECTS.length];
		if (!object) continue;
		const from = Math.floor(at / SSD_OBJECTS.length) * 4;
		const [top = 0, left = 0, bottom = 0, right = 0] = boxes.subarray(from, from + 4).map(clamp);
		found.push({ object, confidence, box: { left, top, right, bottom } });
	}
	return { ssdlite: onceEach(found, 0.5), map: toFeatureMap(features) };
}

/** Filled anew for each picture. */
const stretched = new Float32Array(SSD_SIDE * SSD_SIDE * 3);

/**
 * The picture without its borders, stretched to the square SSDLite was trained on, from -1 to 1. Colours are mixed in place: a
 * function would give each as an object, 10 MB of garbage for a picture.
 */
function stretch({ data, share }: Pixels): Float32Array {
	const columns = placesOf(share.x);
	let [upper, lower] = [new Float64Array(SSD_SIDE * 3), new Float64Array(SSD_SIDE * 3)];
	let [above, below] = [-1, -1];
	let to = 0;
	for (const { low, high, weight } of placesOf(share.y)) {
		if (low === below) [upper, lower, above, below] = [lower, upper, below, above];
		if (low !== above) stretchRow(data, low, columns, upper);
		if (high !== below) stretchRow(data, high, columns, lower);
		[above, below] = [low, high];
		for (let at = 0; at < upper.length; at++) {
			const value = upper[at] as number;
			stretched[to++] = (value + ((lower[at] as number) - value) * weight) / 127.5 - 1;
		}
	}
	return stretched;
}

function stretchRow(data: Uint8Array, row: number, columns: Place[], into: Float64Array): void {
	let to = 0;
	for (const { low, high, weight } of columns) {
		const a = (row * SIDE + low) * 3;
		const b = (row * SIDE + high) * 3;
		for (let channel = 0; channel < 3; channel++) {
			const left = data[a + channel] as number;
			into[to++] = left + ((data[b + channel] as number) - left) * weight;
		}
	}
}

interface Place {
	low: number;
	high: number;
	weight: number;
}

/** Between which two pixels of the square each pixel lies, where the picture fills this part of the square. */
const placesOf = (part: number): Place[] =>
	Array.from({ length: SSD_SIDE }, (_, at) => {
		const exact = SIDE * ((1 - part) / 2 + (part * (at + 0.5)) / SSD_SIDE) - 0.5;
		const low = Math.min(SIDE - 1, Math.max(0, Math.floor(exact)));
		return { low, high: Math.min(SIDE - 1, low + 1), weight: clamp(exact - low) };
	});

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** A network reports one object several times. Only the most likely report is kept. */
function onceEach(found: Detection[], same: number): Detection[] {
	const kept: Detection[] = [];
	for (const one of found.sort((a, b) => b.confidence - a.confidence)) {
		if (kept.length >= MAX_DETECTIONS) break;
		const known = kept.some((other) => other.object === one.object && overlap(other.box, one.box) > same);
		if (!known) kept.push(one);
	}
	return kept;
}
