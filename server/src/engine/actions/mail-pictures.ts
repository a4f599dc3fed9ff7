import type { PictureBox } from '@watchword/contract/boxes';
import type { Zone } from '@watchword/contract/zone';
import { workFor } from '../../base/turns.ts';
import { pictureType } from '../../files/files.ts';
import { readPicture } from '../../pictures/decoder.ts';
import type { Mail } from '../../ports/mailer.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import type { LeasedRun } from '../lease.ts';

type MailPicture = NonNullable<Mail['pictures']>[number];
type Pictured = Pick<
	LeasedRun,
	'_owner' | 'picture' | 'trigger_capture' | 'trigger_frames' | 'action_boxes' | 'action_zones'
>;

/** Many mail servers accept at most 10 MB, and encoding makes pictures a third larger. */
export const MAX_PICTURE_BYTES = 6 * 1024 * 1024;
/** Larger pictures are scaled down: the run has the original. */
const MAX_BYTES = 2 * 1024 * 1024;
const LONGEST_SIDE = 2560;

/** The capture of a run and the further pictures of its moment, each with its boxes; empty without a capture. */
export const picturesOf = (objects: ObjectStore, run: Pictured, name = 'capture') =>
	workFor({ owner: run._owner }, () => drawPictures(objects, run, name));

async function drawPictures(objects: ObjectStore, run: Pictured, name: string): Promise<MailPicture[]> {
	const pictures: MailPicture[] = [];
	let left = MAX_PICTURE_BYTES;
	for (let place = 0; place <= run.trigger_frames.length; place++) {
		const picture = await pictureAt(objects, run, place, cidAt(name, place));
		if (!picture || picture.bytes.length > left) break;
		left -= picture.bytes.length;
		pictures.push(picture);
	}
	return pictures;
}

/** The capture of a run with its boxes; null without one. */
export const pictureOf = (objects: ObjectStore, run: Pictured): Promise<MailPicture | null> =>
	workFor({ owner: run._owner }, () => pictureAt(objects, run, 0, 'capture'));

/** No name is the prefix of another: some programs replace them in the text without checking where they end. */
const cidAt = (name: string, place: number) => (place === 0 ? name : `picture-${place + 1}-of-${name}`);

/** One picture of a run with its boxes drawn on it, as a JPEG for every mail program; null if it is missing. */
async function pictureAt(
	objects: ObjectStore,
	run: Pictured,
	place: number,
	cid: string,
): Promise<MailPicture | null> {
	const path = place === 0 ? run.trigger_capture : run.trigger_frames[place - 1];
	if (!path) return null;
	const bytes = (place === 0 && run.picture) || (await objects.read(path));
	if (!bytes) return null;
	const drawn = await drawFindings(bytes, run, place, LONGEST_SIDE);
	if (drawn) return { cid, contentType: 'image/jpeg', bytes: drawn };
	const contentType = pictureType(path);
	if (bytes.length <= MAX_BYTES && contentType !== 'image/webp') return { cid, contentType, bytes };
	const plain = await toJpeg(bytes, { longestSide: LONGEST_SIDE });
	return plain ? { cid, contentType: 'image/jpeg', bytes: plain } : { cid, contentType, bytes };
}

/** A picture of a run as a JPEG with its boxes and zones drawn on it; null if there are none or drawing fails. */
export async function drawFindings(
	picture: Buffer,
	found: Findings,
	place: number,
	longestSide?: number,
): Promise<Buffer | null> {
	const isPlain = found.action_zones.length === 0 && !found.action_boxes.some((box) => box.picture === place);
	return isPlain ? null : drawPicture(picture, found, place, longestSide);
}

type Findings = Pick<LeasedRun, 'action_boxes' | 'action_zones'>;

/** The same where there may be nothing to draw. */
export async function drawPicture(
	picture: Buffer,
	{ action_boxes, action_zones }: Findings,
	place: number,
	longestSide?: number,
): Promise<Buffer | null> {
	const outlines = action_zones.map(({ points, use }) => ({ points, use, number: null }));
	const frames = action_boxes
		.filter((box) => box.picture === place)
		.map(({ left, top, right, bottom, counted }) => ({ left, top, right, bottom, dashed: !counted }));
	return toJpeg(picture, { frames, outlines, ...(longestSide !== undefined && { longestSide }) });
}

/** A mail without boxes is better than no mail. */
async function toJpeg(
	picture: Buffer,
	wanted: Omit<NonNullable<Parameters<typeof readPicture>[1]['jpeg']>, 'quality'>,
): Promise<Buffer | null> {
	const made = await readPicture(picture, { jpeg: { quality: 85, ...wanted } }).catch(() => null);
	return made?.jpeg ?? null;
}

/** Names the objects in the boxes of the first pictures, because their names are not drawn on them. */
export function captionOf(all: readonly PictureBox[], zones: readonly Zone[], pictures: number): string {
	if (pictures === 0) return '';
	const boxes = all.filter(({ picture }) => picture < pictures);
	const named = (counted: boolean) => [
		...new Set(boxes.filter((box) => box.counted === counted).map(({ name }) => name)),
	];
	const [sure, faint] = [named(true), named(false)];
	const outlined = zones.map(({ name }) => name);
	return [
		sure.length > 0 && `Framed: ${sure.join(', ')}.`,
		faint.length > 0 && `Dashed, not sure and not counted: ${faint.join(', ')}.`,
		outlined.length > 0 && `Outlined: ${outlined.join(', ')}.`,
	]
		.filter(Boolean)
		.join(' ');
}
