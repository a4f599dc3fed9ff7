import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Figure } from './place.ts';

/** Renders of Microsoft's Fluent emoji (MIT). A detector recognises them, but not drawings. */
export const RENDERS: Record<string, string> = {
	woman: '1f6b6-200d-2640-fe0f',
	man: '1f6b6-1f3fe',
	neighbour: '1f6b6-1f3fd-200d-2642-fe0f',
	'red car': '1f697',
	'blue car': '1f699',
	tree: '1f333',
	fir: '1f332',
	house: '1f3e0',
	cottage: '1f3e1',
	plant: '1fab4',
	truck: '1f69a',
	parcel: '1f4e6',
};

export interface Placed {
	input: Buffer;
	raw: { width: number; height: number; channels: 4 };
	left: number;
	top: number;
}

/** Every figure at every size it is needed in: about fifty, less than 10 MB. */
const sized = new Map<string, Promise<Pick<Placed, 'input' | 'raw'>>>();

/** The figure at its size, where it goes. */
export async function place(figure: Figure): Promise<Placed> {
	const key = [figure.is, figure.height, figure.flip].join();
	const render = sized.get(key) ?? resize(figure);
	sized.set(key, render);
	const { input, raw } = await render;
	return { input, raw, left: Math.round(figure.x - raw.width / 2), top: Math.round(figure.y - raw.height) };
}

/** The detector recognises none of the emoji's dogs, so this one is our own; render-dog.ts made it. */
const DOG = new URL('../pictures/dog.webp', import.meta.url);

function renderOf(figure: string): string {
	if (figure === 'dog') return fileURLToPath(DOG);
	const name = RENDERS[figure];
	if (!name) throw new Error(`there is no render of a ${figure}`);
	return fileURLToPath(import.meta.resolve(`@lobehub/fluent-emoji-3d/assets/${name}.webp`));
}

async function resize({ is, height, flip = false }: Figure): Promise<Pick<Placed, 'input' | 'raw'>> {
	const file = renderOf(is);
	// The empty border is removed first, so that the feet are at the lower edge.
	const trimmed = await sharp(file).trim({ threshold: 0 }).flop(flip).png().toBuffer();
	const { data, info } = await sharp(trimmed)
		.resize({ height, kernel: 'mitchell' })
		.ensureAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	return { input: data, raw: { width: info.width, height: info.height, channels: 4 } };
}
