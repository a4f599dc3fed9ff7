import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Figure } from './place.ts';

/** Renders of Microsoft's Fluent emoji (MIT). A detector takes them for what they are, which it does not do with drawings. */
const RENDERS: Record<string, string> = {
	woman: '1f6b6-200d-2640-fe0f',
	man: '1f6b6-1f3fe',
	neighbour: '1f6b6-1f3fd-200d-2642-fe0f',
	dog: '1f415',
	'red car': '1f698',
	'blue car': '1f699',
	tree: '1f333',
	fir: '1f332',
	house: '1f3e0',
	cottage: '1f3e1',
	plant: '1fab4',
	sunflower: '1f33b',
	tulip: '1f337',
	daisy: '1f33c',
};

export interface Placed {
	input: Buffer;
	raw: { width: number; height: number; channels: 4 };
	left: number;
	top: number;
}

/** Every figure at every size it is needed in: some fifty, less than 10 MB. */
const sized = new Map<string, Promise<Pick<Placed, 'input' | 'raw'>>>();

/** The figure at its size, where it goes. */
export async function place(figure: Figure): Promise<Placed> {
	const key = [figure.is, figure.height, figure.flip].join();
	const render = sized.get(key) ?? resize(figure);
	sized.set(key, render);
	const { input, raw } = await render;
	return { input, raw, left: Math.round(figure.x - raw.width / 2), top: Math.round(figure.y - raw.height) };
}

async function resize({ is, height, flip = false }: Figure): Promise<Pick<Placed, 'input' | 'raw'>> {
	const name = RENDERS[is];
	if (!name) throw new Error(`there is no render of a ${is}`);
	const file = fileURLToPath(import.meta.resolve(`@lobehub/fluent-emoji-3d/assets/${name}.webp`));
	// The empty border goes first, so that the feet are the lower edge.
	const trimmed = await sharp(file).trim({ threshold: 0 }).flop(flip).png().toBuffer();
	const { data, info } = await sharp(trimmed)
		.resize({ height, kernel: 'mitchell' })
		.ensureAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	return { input: data, raw: { width: info.width, height: info.height, channels: 4 } };
}
