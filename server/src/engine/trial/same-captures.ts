import { SAME_JUDGED_EVERY_MS } from '@watchword/contract/constants';
import { desc, eq } from 'drizzle-orm';
import { requireDevice } from '../../automations/edit-checks.ts';
import { limit } from '../../base/limits.ts';
import { workFor } from '../../base/turns.ts';
import { captures } from '../../devices/tables.ts';
import { readPicture } from '../../pictures/decoder.ts';
import { showsNothingNew } from '../../pictures/same.ts';
import type { Db } from '../../ports/database.ts';
import type { ObjectStore } from '../../ports/objects.ts';

const COMPARED = 100;
const PER_HOUR = 60;

/** How many of a device's last captures showed nothing new, and so need not have been judged. */
export async function countSameCaptures(
	{ db, objects }: { db: Db; objects: ObjectStore },
	uid: string,
	deviceId: string,
): Promise<{ captures: number; same: number }> {
	await requireDevice(db, uid, deviceId);
	await limit(db, `same:${uid}`, PER_HOUR, 3600);
	const newest = await db
		.select()
		.from(captures)
		.where(eq(captures.deviceId, deviceId))
		.orderBy(desc(captures.captured_at))
		.limit(COMPARED);
	const counts = { captures: 0, same: 0 };
	let judged: { sketch: Buffer; at: number } | null = null;
	// Not the thumbnails: only some captures have one, and it differs a little from the picture.
	for (const { image_path, captured_at } of newest.reverse()) {
		const bytes = image_path && (await objects.read(image_path));
		const { sketch } = bytes ? await workFor({ owner: uid }, () => readPicture(bytes, { sketch: true })) : {};
		if (!sketch) continue;
		counts.captures += 1;
		const at = captured_at.getTime();
		if (judged && at - judged.at < SAME_JUDGED_EVERY_MS && showsNothingNew(judged.sketch, sketch))
			counts.same += 1;
		else judged = { sketch, at };
	}
	return counts;
}
