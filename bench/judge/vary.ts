/** Copies of pictures as another camera, lens or encoder might make them: a verdict should not depend on such details. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

type Change = (picture: Sharp, size: { width: number; height: number }) => Sharp;

const CHANGES: Record<string, Change> = {
	smaller: (picture, { width }) => picture.resize(Math.round(width * 0.9)),
	larger: (picture, { width }) => picture.resize(Math.round(width * 1.1)),
	/** Two percent off each side. */
	cropped: (picture, { width, height }) =>
		picture.extract({
			left: Math.round(width * 0.02),
			top: Math.round(height * 0.02),
			width: Math.round(width * 0.96),
			height: Math.round(height * 0.96),
		}),
	mirrored: (picture) => picture.flop(),
	brighter: (picture) => picture.linear(1.15, 0),
	darker: (picture) => picture.linear(0.85, 0),
	'JPEG 60': (picture) => picture,
};

/** Runs `judge` on a folder with changed copies of the pictures, once for each change. */
export async function judgeVaried<T>(
	folder: string,
	pictures: string[],
	judge: (folder: string) => Promise<T>,
): Promise<[change: string, judged: T][]> {
	const copies = await mkdtemp(join(tmpdir(), 'watchword-vary-'));
	const judged: [string, T][] = [];
	try {
		for (const [name, change] of Object.entries(CHANGES)) {
			const changed = join(copies, name);
			await mkdir(changed);
			for (const picture of new Set(pictures)) {
				const upright = await sharp(join(folder, picture)).autoOrient().toBuffer({ resolveWithObject: true });
				await change(sharp(upright.data), upright.info)
					.jpeg({ quality: name === 'JPEG 60' ? 60 : 85 })
					.toFile(join(changed, picture));
			}
			judged.push([name, await judge(changed)]);
		}
	} finally {
		await rm(copies, { recursive: true, force: true });
	}
	return judged;
}
