import type { Raster } from './line.ts';
import type { Point, Quad } from './regions.ts';

/** A picture for a network: three planes, blue, green and red, one after the other. */
export interface Planes {
	values: Float32Array;
	width: number;
	height: number;
}

/** The height of a line for the recognition network, and the most it may be wide. */
const HEIGHT = 48;
const MAX_WIDTH = 1600;
const MIN_WIDTH = 48;

/** A line cut out of a picture, straight and of the height the network wants: three planes of values from -1 to 1. */
export function cutOut(picture: Raster, quad: Quad): Planes {
	const [a, b, c, d] = quad;
	const across = (length(a, b) + length(d, c)) / 2;
	const down = Math.max(1, (length(a, d) + length(b, c)) / 2);
	const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round((across / down) * HEIGHT)));
	const values = new Float32Array(3 * HEIGHT * width);
	// Letters higher than the network's are averaged over the pixels between, otherwise thin strokes would fall out.
	const step = down / HEIGHT;
	const samples = Math.min(4, Math.max(1, Math.round(step)));
	for (let y = 0; y < HEIGHT; y++) {
		for (let x = 0; x < width; x++) {
			const sum = [0, 0, 0];
			for (let i = 0; i < samples; i++) {
				for (let j = 0; j < samples; j++) {
					const [u, v] = [(x + (i + 0.5) / samples) / width, (y + (j + 0.5) / samples) / HEIGHT];
					const px = mix(mix(a.x, b.x, u), mix(d.x, c.x, u), v);
					const py = mix(mix(a.y, b.y, u), mix(d.y, c.y, u), v);
					addPixel(picture, px - 0.5, py - 0.5, sum);
				}
			}
			for (let plane = 0; plane < 3; plane++) {
				// The networks were trained on blue, green, red.
				values[(plane * HEIGHT + y) * width + x] =
					((sum[2 - plane] ?? 0) / (samples * samples) - 127.5) / 127.5;
			}
		}
	}
	return { values, width, height: HEIGHT };
}

/** Adds the colour between four pixels; outside the picture the nearest pixel counts. */
function addPixel({ data, width, height }: Raster, x: number, y: number, sum: number[]): void {
	const [left, top] = [clamp(Math.floor(x), width), clamp(Math.floor(y), height)];
	const [right, bottom] = [clamp(Math.floor(x) + 1, width), clamp(Math.floor(y) + 1, height)];
	const [u, v] = [x - Math.floor(x), y - Math.floor(y)];
	for (let plane = 0; plane < 3; plane++) {
		const at = (px: number, py: number) => data[(py * width + px) * 3 + plane] ?? 0;
		sum[plane] =
			(sum[plane] ?? 0) +
			mix(mix(at(left, top), at(right, top), u), mix(at(left, bottom), at(right, bottom), u), v);
	}
}

/** The picture as the detection network wants it: at most this long, in whole steps of 32 pixels, three planes. */
export function shrink(picture: Raster, side: number): Planes {
	const scale = Math.min(1, side / Math.max(picture.width, picture.height));
	const [width, height] = [inSteps(picture.width * scale), inSteps(picture.height * scale)];
	const values = new Float32Array(3 * width * height);
	const [sx, sy] = [picture.width / width, picture.height / height];
	for (let y = 0; y < height; y++) {
		const [top, bottom] = [Math.floor(y * sy), Math.max(Math.floor(y * sy) + 1, Math.floor((y + 1) * sy))];
		for (let x = 0; x < width; x++) {
			const [left, right] = [Math.floor(x * sx), Math.max(Math.floor(x * sx) + 1, Math.floor((x + 1) * sx))];
			for (let plane = 0; plane < 3; plane++) {
				let sum = 0;
				for (let py = top; py < bottom; py++) {
					for (let px = left; px < right; px++) {
						const at = clamp(py, picture.height) * picture.width + clamp(px, picture.width);
						sum += picture.data[at * 3 + plane] ?? 0;
					}
				}
				const value = sum / ((bottom - top) * (right - left)) / 255;
				const [mean = 0, spread = 1] = NORMAL[2 - plane] ?? [];
				values[((2 - plane) * height + y) * width + x] = (value - mean) / spread;
			}
		}
	}
	return { values, width, height };
}

/** Mean and spread of each plane in the pictures the network was trained on. */
const NORMAL = [
	[0.485, 0.229],
	[0.456, 0.224],
	[0.406, 0.225],
] as const;

const inSteps = (length: number) => Math.max(32, Math.round(length / 32) * 32);
const clamp = (at: number, size: number) => Math.min(size - 1, Math.max(0, at));
const mix = (a: number, b: number, share: number) => a + (b - a) * share;
const length = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
