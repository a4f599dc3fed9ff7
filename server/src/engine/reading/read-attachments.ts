import type { PictureProblem } from '@watchword/contract/picture-problem';
import { readPicture } from '../../pictures/decoder.ts';
import { pictureTypeOf } from '../../pictures/format.ts';
import type { Question } from '../../ports.ts';
import type { Attachment } from '../../runs/tables.ts';
import { guess } from './charset.ts';
import { readHtml, readPdf, readPdfPage } from './reader.ts';

const MOST_IMAGES = 5;
const MOST_TEXT = 50_000;
const MOST_BYTES = 10 * 1024 * 1024;

type Enclosed = Pick<Attachment, 'name' | 'contentType' | 'size'> & { open(): Promise<Buffer | null> };

type Image = Question['images'][number];

/**
 * What an attachment holds: a text, pictures (the scanned pages of a PDF are pictures too), or both. `unread` says that
 * something was not read; `note` that the text is not from the attachment but says why there is none.
 */
interface Seen {
	text?: string;
	note?: true;
	images?: Image[];
	unread?: boolean;
}

/**
 * The attachments as a model may see them: pictures, cleaned like captures, and texts. Of the others the model gets only
 * the name, and `unread` lists them.
 */
export async function readAttachments(attachments: Enclosed[]) {
	const images: Question['images'] = [];
	const texts: { name: string; text: string; note?: true }[] = [];
	const unread: string[] = [];
	for (const attachment of attachments) {
		const { name } = attachment;
		const seen = await read(attachment, images.length);
		images.push(...(seen.images ?? []));
		if (seen.text !== undefined) texts.push({ name, text: seen.text, ...(seen.note && { note: true }) });
		if (seen.unread) unread.push(`the attachment ${JSON.stringify(name.slice(0, 80))}`);
	}
	return { images, texts, unread };
}

async function read({ name, contentType, size, open }: Enclosed, imagesSoFar: number): Promise<Seen> {
	const bytes = size <= MOST_BYTES ? await open() : null;
	if (!bytes) return notRead('too large to be read');
	if (contentType.startsWith('image/') || pictureTypeOf(bytes)) {
		if (imagesSoFar >= MOST_IMAGES) return notRead(`a picture after the first ${MOST_IMAGES}`);
		return openPicture(bytes);
	}
	if (contentType === 'application/pdf' || bytes.subarray(0, 5).equals(PDF))
		return readPdfText(bytes, MOST_IMAGES - imagesSoFar);
	if (contentType === 'text/html') return someOf(await readHtml(guess(bytes)).catch(() => null));
	if (TEXT.test(contentType)) return someOf(textOf(bytes));
	if (contentType === 'application/ms-tnef' || /^winmail\.dat$/i.test(name))
		return notRead('in a format of Outlook that is not read');
	return notRead(`a file of type ${contentType}, which is not read`);
}

const PDF = Buffer.from('%PDF-');
const TEXT = /^(?:text\/.+|message\/.+|application\/(?:json|xml|csv|.+\+(?:json|xml)))$/;

const notRead = (why: string): Seen => ({ text: `(${why})`, note: true, unread: true });

const someOf = (text: string | null): Seen =>
	text === null
		? notRead('a page that cannot be read')
		: { text: text.slice(0, MOST_TEXT), unread: text.length > MOST_TEXT };

function textOf(bytes: Buffer): string {
	const [first, second] = bytes;
	const wide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
	const text = wide ? new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes) : guess(bytes);
	return text.replaceAll('\0', '');
}

async function readPdfText(bytes: Buffer, mostImages: number): Promise<Seen> {
	try {
		const { text, emptyPages, partly } = await readPdf(bytes, MOST_TEXT);
		// A page without text is most likely a scanned page.
		const scanned = emptyPages.slice(0, mostImages);
		const images: Image[] = [];
		for (const page of scanned) images.push(...(await openScan(bytes, page)));
		const unread = partly || images.length < emptyPages.length;
		if (text !== '') return { text, images, unread };
		return images.length > 0
			? { text: '(a PDF without text; its scanned pages are among the images)', note: true, images, unread }
			: notRead('a PDF without text');
	} catch {
		return notRead('a PDF that cannot be read');
	}
}

/** The scan of a page; nothing if it has none that can be read. */
async function openScan(bytes: Buffer, page: number): Promise<Image[]> {
	const scan = await readPdfPage(bytes, page).catch(() => null);
	return (scan && (await openPicture(Buffer.from(scan))).images) || [];
}

/** A picture in the form a model may see, or a text that says why there is none. */
async function openPicture(bytes: Buffer): Promise<Seen> {
	const { problem, jpeg } = await readPicture('mail', bytes, { examine: true, jpeg: { quality: 85 } });
	if (problem || !jpeg) return notRead(INSTEAD[problem ?? 'broken']);
	return { images: [{ contentType: 'image/jpeg', bytes: jpeg }] };
}

const INSTEAD: Record<PictureProblem, string> = {
	broken: 'a picture that cannot be read',
	dark: 'a picture that is all black',
	blurred: 'a picture in which nothing can be made out',
	tiny: 'a picture too small to show anything',
};
