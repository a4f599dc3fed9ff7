import { isUnreadable } from '@watchword/contract/picture-problem';
import { eq } from 'drizzle-orm';
import { prepareCapture } from '../../devices/prepare.ts';
import { captures } from '../../devices/tables.ts';
import { pictureType } from '../../files/files.ts';
import { examinePicture } from '../../pictures/examine.ts';
import type { Question } from '../../ports/model.ts';
import type { EngineNeeds } from '../engine-needs.ts';

interface OpenedFrame {
	path: string;
	image: Question['images'][number];
}

/**
 * The further pictures of the moment of a capture that an automation judges together with it: one less than its `burst`. Broken
 * and deleted ones are left out.
 */
export async function openFrames(
	needs: Pick<EngineNeeds, 'db' | 'objects' | 'model'>,
	captureId: string,
	burst: number,
): Promise<OpenedFrame[]> {
	if (burst <= 1) return [];
	const opened: OpenedFrame[] = [];
	for (const path of await preparedFrames(needs, captureId, burst - 1)) {
		const bytes = await needs.objects.read(path);
		const read = bytes && (await examinePicture(path, bytes, { square: needs.model.square }));
		if (!bytes || !read || isUnreadable(read.problem)) continue;
		const longestSide = Math.max(read.width, read.height);
		const { square } = read;
		const image = { contentType: pictureType(path), bytes, longestSide, ...(square && { squared: square }) };
		opened.push({ path, image });
	}
	return opened;
}

async function preparedFrames(
	needs: Pick<EngineNeeds, 'db' | 'objects'>,
	id: string,
	most: number,
): Promise<string[]> {
	const find = async () => {
		const [found] = await needs.db
			.select({ frames: captures.frames })
			.from(captures)
			.where(eq(captures.id, id));
		return found?.frames.slice(0, most) ?? [];
	};
	let frames = await find();
	if (frames.some(({ image_path }) => image_path === null)) {
		await prepareCapture(needs, id);
		frames = await find();
	}
	return frames.flatMap(({ image_path }) => image_path ?? []);
}
