import sharp from 'sharp';
import type { Question } from '../ports.ts';
import type { Attachment } from '../runs/tables.ts';
import { readPdf } from './reading.ts';

const MOST_IMAGES = 5;
const MOST_TEXT = 50_000;
const MOST_BYTES = 10 * 1024 * 1024;
const MOST_PIXELS = 50_000_000;

type Enclosed = Pick<Attachment, 'name' | 'contentType' | 'size'> & { open(): Promise<Buffer | null> };

/** What of the attachments a model may see: pictures, cleaned like captures, and texts. The others it only hears of. */
export async function readAttachments(attachments: Enclosed[]) {
	const images: Question['images'] = [];
	const texts: { name: string; text: string }[] = [];
	for (const attachment of attachments) {
		const { name, contentType, size } = attachment;
		const bytes = size <= MOST_BYTES ? await attachment.open() : null;
		if (!bytes) {
			texts.push({ name, text: '(too large to be read)' });
		} else if (contentType.startsWith('image/') && images.length < MOST_IMAGES) {
			const image = await picture(bytes);
			if (image) images.push(image);
			else texts.push({ name, text: '(a picture that cannot be read)' });
		} else if (contentType.startsWith('text/') || contentType === 'application/json') {
			texts.push({ name, text: bytes.toString('utf8').replaceAll('\0', '').slice(0, MOST_TEXT) });
		} else if (contentType === 'application/pdf') {
			texts.push({ name, text: await readPdf(bytes, MOST_TEXT) });
		} else {
			texts.push({ name, text: `(a file of type ${contentType}, which is not read)` });
		}
	}
	return { images, texts };
}

async function picture(bytes: Buffer): Promise<Question['images'][number] | null> {
	try {
		const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate();
		return { contentType: 'image/jpeg', bytes: await image.flatten().jpeg({ quality: 85 }).toBuffer() };
	} catch {
		return null;
	}
}
