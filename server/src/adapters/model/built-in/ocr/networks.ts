/** The two networks that read: one finds lines of text, the other reads a line. Their origin: server/ocr/README.md. */
import { readFile } from 'node:fs/promises';
import type { Line } from '@watchword/model';
import { openNetwork } from '../runtime/network.ts';
import { cutOut, type Planes, shrink } from './crop.ts';
import { decodeLetters } from './letters.ts';
import type { Raster } from './line.ts';
import { findRegions, type Quad } from './regions.ts';

const FOLDER = new URL('../../../../../ocr/', import.meta.url);

export interface Networks {
	/** The regions of text, in pixels of the picture, the largest first. */
	find(picture: Raster, side: number): Promise<Quad[]>;
	/** The text in a region; null if there is none. */
	read(picture: Raster, region: Quad): Promise<Line | null>;
}

export async function loadNetworks(): Promise<Networks> {
	const load = async (name: string, digest: string) => {
		const network = await openNetwork(new URL(name, FOLDER), digest);
		return async ({ values, width, height }: Planes): Promise<Float32Array> => {
			const [found = new Float32Array()] = Object.values(
				await network({ values, shape: [1, 3, height, width] }),
			);
			return found;
		};
	};
	const detect = await load(
		'detection.onnx',
		'2932f2ccb9360f3ae3b14fda1c8e1ef98b57d5466ecbe1885596ac3a8c5ad0d3',
	);
	const recognise = await load(
		'recognition.onnx',
		'bed851d920629f51325ae6151366e30f13418f22f2da69356680077d5c45457e',
	);
	const alphabet = await readAlphabet();
	return {
		async find(picture, side) {
			const small = shrink(picture, side);
			const regions = findRegions(await detect(small), small.width, small.height);
			const [sx, sy] = [picture.width / small.width, picture.height / small.height];
			return regions.map((quad) => quad.map(({ x, y }) => ({ x: x * sx, y: y * sy })) as Quad);
		},
		async read(picture, region) {
			const letters = decodeLetters(await recognise(cutOut(picture, region)), alphabet);
			const text = letters
				.map(({ char }) => char)
				.join('')
				.trim();
			if (text === '') return null;
			const confidence = letters.reduce((sum, letter) => sum + letter.confidence, 0) / letters.length;
			return { text, confidence, letters, box: around(region, picture) };
		},
	};
}

/** Place 0 is "nothing here"; the last one is the space. */
async function readAlphabet(): Promise<string[]> {
	const letters = await readFile(new URL('alphabet.txt', FOLDER), 'utf8');
	return ['', ...letters.replace(/\n$/, '').split('\n'), ' '];
}

/** The upright rectangle around a region, in fractions of the picture. */
function around(region: Quad, { width, height }: Raster): Line['box'] {
	const share = (value: number, size: number) => Math.min(1, Math.max(0, value / size));
	const [xs, ys] = [region.map(({ x }) => x), region.map(({ y }) => y)];
	return {
		left: share(Math.min(...xs), width),
		top: share(Math.min(...ys), height),
		right: share(Math.max(...xs), width),
		bottom: share(Math.max(...ys), height),
	};
}
