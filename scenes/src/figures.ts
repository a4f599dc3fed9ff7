import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import type { Figure } from './place.ts';

/** Renders of Microsoft's Fluent emoji (MIT), for what is no render of ours. A detector recognises them, but not drawings. */
export const RENDERS: Record<string, string> = {
	'red car': '1f697',
	'blue car': '1f699',
	tree: '1f333',
	fir: '1f332',
	house: '1f3e0',
	cottage: '1f3e1',
	plant: '1fab4',
	truck: '1f69a',
};

/**
 * What render/render.py has rendered as seen from three metres up, with its shadow: how far the picture goes from the feet to
 * the left, up, to the right and down, where the figure is so tall.
 */
interface Frame {
	left: number;
	above: number;
	right: number;
	below: number;
	tall: number;
}
const PERSON = { left: 130, above: 400, right: 150, below: 40, tall: 350 };
const OURS: Record<string, Frame> = {
	woman: PERSON,
	man: PERSON,
	courier: PERSON,
	parcel: { left: 70, above: 90, right: 70, below: 40, tall: 80 },
	bin: { left: 80, above: 240, right: 90, below: 40, tall: 200 },
};

export interface Placed {
	input: Buffer;
	raw: { width: number; height: number; channels: 4 };
	left: number;
	top: number;
	hasShadow: boolean;
}

/** Every figure at every size it is needed in: about fifty, less than 10 MB. */
const sized = new Map<string, Promise<Pick<Placed, 'input' | 'raw'>>>();

/** The figure at its size, where it goes. */
export async function place(figure: Figure): Promise<Placed> {
	const { is, x, y, height, flip } = figure;
	const key = [is, height, flip].join();
	const frame = OURS[is];
	const render = sized.get(key) ?? (frame ? resizeOurs(figure, frame) : resize(figure));
	sized.set(key, render);
	const { input, raw } = await render;
	const size = height / (frame?.tall ?? height);
	const [left, above] = frame
		? [(flip ? frame.right : frame.left) * size, frame.above * size]
		: [raw.width / 2, raw.height];
	return { input, raw, left: Math.round(x - left), top: Math.round(y - above), hasShadow: Boolean(frame) };
}

function resizeOurs({ is, height, flip = false }: Figure, { left, above, right, below, tall }: Frame) {
	const size = height / tall;
	return rawOf(
		sharp(fileURLToPath(new URL(`../pictures/${is}.webp`, import.meta.url)))
			.flop(flip)
			.resize(Math.round((left + right) * size), Math.round((above + below) * size), {
				fit: 'fill',
				...KERNEL,
			}),
	);
}

async function resize({ is, height, flip = false }: Figure) {
	const file = fileOf(is);
	// The empty border is removed first, so that the feet are at the lower edge.
	const trimmed = await sharp(file).trim({ threshold: 0 }).flop(flip).png().toBuffer();
	return rawOf(sharp(trimmed).resize({ height, ...KERNEL }));
}

/** The detector recognises none of the emoji's dogs, so this one is our own; render-dog.ts made it. */
const DOG = new URL('../pictures/dog.webp', import.meta.url);

function fileOf(figure: string): string {
	if (figure === 'dog') return fileURLToPath(DOG);
	const name = RENDERS[figure];
	if (!name) throw new Error(`there is no render of a ${figure}`);
	return fileURLToPath(import.meta.resolve(`@lobehub/fluent-emoji-3d/assets/${name}.webp`));
}

const KERNEL = { kernel: 'mitchell' } as const;

async function rawOf(figure: Sharp): Promise<Pick<Placed, 'input' | 'raw'>> {
	const { data, info } = await figure.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
	return { input: data, raw: { width: info.width, height: info.height, channels: 4 } };
}
