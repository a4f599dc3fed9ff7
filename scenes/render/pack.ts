/** Makes small pictures of what render.py has rendered: `node scenes/render/pack.ts` writes pictures/*.webp of pictures/*.png. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const FOLDER = join(import.meta.dirname, '../pictures');
/** So much light is lost on the ground everywhere, not only in the shadow. */
const FLOOR = 36;
/** A shadow that leaves the picture fades away there. */
const EDGE = 40;

for (const name of await readdir(FOLDER)) {
	if (!name.endsWith('.png')) continue;
	const file = join(FOLDER, name);
	const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
	for (let at = 0; at < data.length; at += 4) {
		const alpha = data[at + 3] ?? 0;
		const [x, y] = [(at / 4) % info.width, Math.floor(at / 4 / info.width)];
		const inside = Math.min(x, y, info.width - 1 - x, info.height - 1 - y) / EDGE;
		const kept =
			alpha > 230 ? alpha : (Math.max(0, alpha - FLOOR) * 230 * Math.min(1, inside)) / (230 - FLOOR);
		data[at + 3] = kept;
		// A shadow is black, and what nobody sees takes no space.
		if (kept < 128) data.fill(0, at, at + 3);
	}
	await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
		.webp({ quality: 82, alphaQuality: 60 })
		.toFile(file.replace(/png$/, 'webp'));
	await rm(file);
}
