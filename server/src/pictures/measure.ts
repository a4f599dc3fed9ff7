import type { PictureProblem } from '@watchword/contract/picture-problem';

/** Pictures are scaled to this longest side: fine enough for edges, while sensor noise is averaged out. */
export const MEASURED_SIDE = 256;
/** If a side is shorter than this, nothing can be recognised. */
const TINY = 16;
/** Of 255. Fewer than one pixel in a thousand is brighter: the room or the lens is dark. */
const DARK = 24;
/** Of 255. A smaller difference between the darkest and the brightest pixels is one colour with noise. */
const FLAT = 16;
/** In a picture in focus, the sharpest edges span most of its contrast within two pixels. */
const SHARP = 0.18;

export const isTiny = (width: number, height: number) => Math.min(width, height) < TINY;

/**
 * The brightness of RGB pixels, one mean for each square of `side` pixels. Whole numbers, read in order, for speed: every
 * picture goes through here.
 */
export function toGrey(
	rgb: Uint8Array,
	{ width: across, height: down }: { width: number; height: number },
	side: number,
) {
	const [width, height] = [Math.floor(across / side), Math.floor(down / side)];
	const data = new Uint8Array(width * height);
	const pixels = side * side;
	const sums = new Uint32Array(width);
	for (let y = 0; y < height; y++) {
		// The weights of red, green and blue add up to 1000; starting with half of that rounds.
		sums.fill(500 * pixels);
		for (let dy = 0; dy < side; dy++) {
			let i = 3 * (y * side + dy) * across;
			for (let x = 0; x < width; x++) {
				let sum = 0;
				for (let dx = 0; dx < side; dx++, i += 3)
					sum += 213 * (rgb[i] ?? 0) + 715 * (rgb[i + 1] ?? 0) + 72 * (rgb[i + 2] ?? 0);
				sums[x] = (sums[x] ?? 0) + sum;
			}
		}
		for (let x = 0; x < width; x++) data[y * width + x] = (sums[x] ?? 0) / (1000 * pixels);
	}
	return { data, width, height };
}

/**
 * Why these grey pixels show nothing, or null. In doubt it is null: the model judges a night picture with one lit window, fog
 * or a slightly blurred picture.
 */
export function findProblem(grey: Uint8Array, width: number, height: number): PictureProblem | null {
	const brightness = new Uint32Array(256);
	for (const value of grey) brightness[value] = (brightness[value] ?? 0) + 1;
	const brightest = quantile(brightness, 0.999);
	if (brightest < DARK) return 'dark';
	const contrast = brightest - quantile(brightness, 0.001);
	if (contrast < FLAT) return 'blurred';
	return quantile(edges(grey, width, height), 0.999) < SHARP * contrast ? 'blurred' : null;
}

/** How often each step in brightness, over two pixels across and two down, occurs. */
function edges(grey: Uint8Array, width: number, height: number): Uint32Array {
	const counts = new Uint32Array(511);
	for (let y = 1; y < height - 1; y++) {
		const end = (y + 1) * width - 1;
		for (let i = y * width + 1; i < end; i++) {
			const across = (grey[i + 1] ?? 0) - (grey[i - 1] ?? 0);
			const down = (grey[i + width] ?? 0) - (grey[i - width] ?? 0);
			const step = Math.abs(across) + Math.abs(down);
			counts[step] = (counts[step] ?? 0) + 1;
		}
	}
	return counts;
}

/** The value that this share of all counted ones does not exceed. */
function quantile(counts: Uint32Array, share: number): number {
	const wanted = share * counts.reduce((sum, count) => sum + count, 0);
	let passed = 0;
	return counts.findIndex((count) => {
		passed += count;
		return passed >= wanted;
	});
}
