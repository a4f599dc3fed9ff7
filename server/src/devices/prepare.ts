import { CAPTURE_MAX_PIXELS } from '@watchword/contract/constants';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { publish } from '../events.ts';
import { recordFile, storeBytes } from '../files/files.ts';
import { type IntakeNeeds, showAsLatest } from './captures.ts';
import { captures, devices } from './tables.ts';

const THUMB_WIDTH = 640;

// One picture at a time, on one thread, nothing kept: a 50 megapixel image costs 150 MB while it is open, and no more.
sharp.concurrency(1);
sharp.cache(false);

const open = (bytes: Buffer) =>
	sharp(bytes, { limitInputPixels: CAPTURE_MAX_PIXELS, failOn: 'error' }).rotate();

/**
 * Makes what may leave the system: upright, without a place, a time or a name in it, and a small version for lists.
 * An image that turns out to be broken is recorded as such. Running it again makes the same files once more.
 */
export async function prepareCapture(
	{ db, objects }: Pick<IntakeNeeds, 'db' | 'objects'>,
	captureId: string,
): Promise<void> {
	const [found] = await db
		.select({ capture: captures, owner: devices._owner })
		.from(captures)
		.innerJoin(devices, eq(devices.id, captures.deviceId))
		.where(eq(captures.id, captureId));
	if (!found || found.capture.thumb_path) return;
	const { capture, owner } = found;
	const original = await objects.read(capture.original_path);
	const made = original
		? await encode(original, capture.image_path === null)
		: 'The picture is not there any more.';
	if (typeof made === 'string') {
		await db.transaction(async (tx) => {
			await tx.update(captures).set({ problem: made, image_path: null }).where(eq(captures.id, captureId));
			await tx
				.update(devices)
				.set({ last_image_problem: made, last_image_path: null, last_captured_at: capture.captured_at })
				.where(eq(devices.last_image_path, capture.image_path ?? ''));
			if (capture.image_path === null) {
				await tx.update(devices).set({ last_image_problem: made }).where(eq(devices.id, capture.deviceId));
			}
			await publish(tx, owner, { topic: 'devices', id: capture.deviceId });
		});
		return;
	}
	const base = capture.original_path.replace(/\.\w+$/, '');
	const metadata = { capturedAt: capture.captured_at.toISOString() };
	const store = (path: string, bytes: Buffer, contentType: string) =>
		storeBytes(objects, { path, owner, bytes, contentType, metadata });
	const thumb = await store(`${base}.small.webp`, made.thumb, 'image/webp');
	const image = made.image && (await store(`${base}.clean.jpg`, made.image, 'image/jpeg'));
	const imagePath = image?.path ?? capture.original_path;
	await db.transaction(async (tx) => {
		await recordFile(tx, thumb);
		if (image) await recordFile(tx, image);
		await tx
			.update(captures)
			.set({ image_path: imagePath, thumb_path: thumb.path })
			.where(eq(captures.id, captureId));
		if (image) await showAsLatest(tx, capture.deviceId, imagePath, capture.captured_at);
		await publish(tx, owner, { topic: 'devices', id: capture.deviceId });
	});
}

/** The small version, and the whole one where it must be made anew; or why it cannot be. */
async function encode(
	original: Buffer,
	anew: boolean,
): Promise<{ thumb: Buffer; image: Buffer | null } | string> {
	try {
		const thumb = await open(original)
			.resize({ width: THUMB_WIDTH, withoutEnlargement: true })
			.webp({ quality: 78 })
			.toBuffer();
		return {
			thumb,
			image: anew ? await open(original).keepIccProfile().jpeg({ quality: 90 }).toBuffer() : null,
		};
	} catch (error) {
		return `This picture is broken: ${error instanceof Error ? error.message.split('\n')[0] : 'it cannot be read'}.`;
	}
}
