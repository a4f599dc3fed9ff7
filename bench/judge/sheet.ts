/** The wrong verdicts as a page one can look through: each picture with what was found in it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureBox } from '@watchword/contract/boxes';
import sharp from 'sharp';
import type { Judged } from './ask.ts';

const LONGEST_SIDE = 640;

/** Writes index.html with its pictures into a folder, and says where it is. */
export async function writeSheet(folder: string, pictures: string, judged: Judged[]): Promise<string> {
	await mkdir(folder, { recursive: true });
	const sizes = new Map<string, { width: number; height: number; file: string }>();
	for (const name of new Set(judged.map(({ picture }) => picture))) {
		const { data, info } = await sharp(join(pictures, name))
			.autoOrient()
			.resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside' })
			.jpeg({ quality: 80 })
			.toBuffer({ resolveWithObject: true });
		const file = `picture-${sizes.size + 1}.jpg`;
		await writeFile(join(folder, file), data);
		sizes.set(name, { width: info.width, height: info.height, file });
	}
	const cards = judged.map((one) => {
		const { width = 1, height = 1, file = '' } = sizes.get(one.picture) ?? {};
		return `<article>
<figure><img src="${file}" width="${width}" height="${height}" alt="">
<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${one.boxes.map((box) => drawBox(box, width, height)).join('')}</svg></figure>
<h2>${escapeHtml(one.prompt)}</h2>
<p>said <b>${one.verdict ?? 'nothing'}</b>, right is <b>${one.accept.join(' or ')}</b> (${escapeHtml([one.picture, one.kind, one.about, ...one.hard].join(', '))})</p>
<p>${escapeHtml(one.evidence)}</p></article>`;
	});
	const page = join(folder, 'index.html');
	await writeFile(
		page,
		`${HEAD}<h1>${judged.length} confidently wrong</h1><main>${cards.join('\n')}</main>\n`,
	);
	return page;
}

function drawBox(box: PictureBox, width: number, height: number): string {
	const [x, y] = [Math.round(box.left * width), Math.round(box.top * height)];
	const size = `width="${Math.round(box.right * width) - x}" height="${Math.round(box.bottom * height) - y}"`;
	const dashes = box.counted ? '' : ' stroke-dasharray="6 4"';
	const label = `${box.name} ${box.score.toFixed(2)}`;
	return `<rect x="${x}" y="${y}" ${size}${dashes}/><text x="${x + 3}" y="${Math.max(12, y - 4)}">${escapeHtml(label)}</text>`;
}

const escapeHtml = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const HEAD = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Confidently wrong</title><style>
body { font: 14px/1.4 system-ui; margin: 24px; background: #f6f4ef; color: #1d1d1b }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr)); gap: 24px }
figure { position: relative; margin: 0 } img { width: 100%; height: auto; display: block }
svg { position: absolute; inset: 0; width: 100%; height: 100% }
rect { fill: none; stroke: #1f8a5f; stroke-width: 3 } text { fill: #fff; stroke: #000; stroke-width: 3; paint-order: stroke; font: 13px system-ui }
h2 { font-size: 15px; margin: 8px 0 0 } p { margin: 4px 0 }
</style>`;
