import type { PictureProblem } from '@watchword/contract/picture-problem';
import { TookTooMuch } from '../../base/threads.ts';
import { readPicture } from '../../pictures/decoder.ts';
import { pictureTypeOf } from '../../pictures/format.ts';
import type { Question } from '../../ports/model.ts';
import type { Attachment } from '../tables.ts';
import { charsetOfHtml, decodeText, firstPart, isText } from './charset.ts';
import { parseStructured } from './header.ts';
import { MAIL } from './mime.ts';
import { readHtml, readPdf, readPdfPage } from './reader.ts';

const MAX_IMAGES = 5;
const MAX_TEXT = 50_000;
/** No character takes more in a usual character set. */
const MAX_TEXT_BYTES = 4 * MAX_TEXT;
/** The pages of a PDF in which a scan is looked for. */
const MAX_SCANS = 10;
const MAX_BYTES = 10 * 1024 * 1024;
/** Icons, lines and spacers in a mail's HTML are smaller than this on one side. They mean nothing. */
const MIN_INLINE_SIDE = 64;

/**
 * What the attachments of one mail may take together, so that a hostile mail keeps the others waiting for a short time only:
 * the time to decode pictures, and how many files and pages are read in threads.
 */
const MAX_EFFORT = { pictureMs: 20_000, inThreads: 50 };
type Effort = typeof MAX_EFFORT;

type Enclosed = Pick<Attachment, 'name' | 'contentType' | 'size' | 'cid'> & {
	open(): Promise<Buffer | null>;
};

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
export async function readAttachments(attachments: Enclosed[], most = MAX_EFFORT) {
	const left = { ...most };
	const images: Question['images'] = [];
	const texts: { name: string; text: string; note?: true }[] = [];
	const unread: string[] = [];
	// Attached pictures come before those that the HTML shows, which are mostly decoration.
	const isInline = ({ cid }: Enclosed) => Number(cid !== undefined);
	for (const attachment of attachments.toSorted((a, b) => isInline(a) - isInline(b))) {
		const { name } = attachment;
		const seen = await read(attachment, images.length, left);
		images.push(...(seen.images ?? []));
		if (seen.text !== undefined) texts.push({ name, text: seen.text, ...(seen.note && { note: true }) });
		if (seen.unread) unread.push(`the attachment ${JSON.stringify(firstPart(name, 80))}`);
	}
	return { images, texts, unread };
}

async function read(
	{ name, contentType: given, size, cid, open }: Enclosed,
	imagesSoFar: number,
	left: Effort,
): Promise<Seen> {
	const { value: contentType, params } = parseStructured(given);
	// Its words are already in the text of the mail.
	if (MAIL.test(contentType)) return {};
	const charset = params.get('charset') ?? '';
	const bytes = size <= MAX_BYTES ? await open() : null;
	if (!bytes) return notRead('too large to be read');
	if (contentType.startsWith('image/') || pictureTypeOf(bytes)) {
		const surplus = imagesSoFar >= MAX_IMAGES ? notRead(`a picture after the first ${MAX_IMAGES}`) : null;
		if (surplus && cid === undefined) return surplus;
		if (left.pictureMs <= 0) return NO_TIME_LEFT;
		const { leastSide, ...seen } = await openPicture(bytes, left);
		if (cid !== undefined && leastSide > 0 && leastSide < MIN_INLINE_SIDE) return {};
		return surplus ?? seen;
	}
	if (contentType === 'application/pdf' || bytes.subarray(0, 5).equals(PDF))
		return left.inThreads > 0 ? readPdfText(bytes, MAX_IMAGES - imagesSoFar, left) : NO_TIME_LEFT;
	if (TEXT.test(contentType) || (TEXT_NAME.test(name) && !bytes.includes(0))) {
		const isHtml = contentType === 'text/html';
		// Only its beginning is shown, and to decode all of it here would keep others waiting.
		const beginning = isHtml ? bytes : bytes.subarray(0, MAX_TEXT_BYTES);
		const { text, unknown } = decodeText(beginning, charset || (isHtml ? charsetOfHtml(bytes) : ''));
		if (!isText(text)) return notRead('a file that is not text');
		if (!isHtml) return someOf(text.replaceAll('\0', ''), unknown || beginning.length < bytes.length);
		if (left.inThreads <= 0) return NO_TIME_LEFT;
		return someOf(await inThread(left, () => readHtml(text)).catch(() => null), unknown);
	}
	if (contentType === 'application/ms-tnef' || /^winmail\.dat$/i.test(name))
		return notRead('in a format of Outlook that is not read');
	return notRead(`a file of type ${contentType}, which is not read`);
}

const PDF = Buffer.from('%PDF-');
const TEXT =
	/^(?:text\/.+|message\/(?:feedback-report|(?:global-)?(?:delivery-status|disposition-notification|headers))|application\/(?:json|xml|csv|.+\+(?:json|xml)))$/;

/** Many programs give no text type, or that of the program that opens the file. */
const TEXT_NAME = /\.(?:txt|csv|tsv|log|md|ics|vcf|json|xml)$/i;

const notRead = (why: string): Seen => ({ text: `(${why})`, note: true, unread: true });

const NO_TIME_LEFT = notRead('not opened, because the other attachments took too much time');

/** Counts what is read in a thread. After something that took too much, nothing more of this mail is read there. */
async function inThread<T>(left: Effort, read: () => Promise<T>): Promise<T> {
	left.inThreads--;
	try {
		return await read();
	} catch (error) {
		if (error instanceof TookTooMuch) left.inThreads = 0;
		throw error;
	}
}

const someOf = (text: string | null, unsure: boolean): Seen =>
	text === null
		? notRead('a page that cannot be read')
		: { text: firstPart(text, MAX_TEXT), unread: unsure || text.length > MAX_TEXT };

async function readPdfText(bytes: Buffer, mostImages: number, left: Effort): Promise<Seen> {
	try {
		const { text, barePages, partly } = await inThread(left, () => readPdf(bytes, MAX_TEXT));
		// A page with little or no text is most likely a scanned page.
		const images: Image[] = [];
		let unread = partly || barePages.length > MAX_SCANS;
		for (const { page, empty } of barePages.slice(0, MAX_SCANS)) {
			if (left.inThreads <= 0 || left.pictureMs <= 0) {
				unread = true;
				break;
			}
			const scan = await openScan(bytes, page, left);
			if (images.length < mostImages) images.push(...scan);
			else unread ||= scan.length > 0;
			unread ||= empty && scan.length === 0;
		}
		if (text !== '') return { text, images, unread };
		return images.length > 0
			? { text: '(a PDF without text; its scanned pages are among the images)', note: true, images, unread }
			: notRead('a PDF without text');
	} catch {
		return notRead('a PDF that cannot be read');
	}
}

/** The scan of a page; nothing if it has none that can be read. */
async function openScan(bytes: Buffer, page: number, left: Effort): Promise<Image[]> {
	const scan = await inThread(left, () => readPdfPage(bytes, page)).catch(() => null);
	return (scan && (await openPicture(Buffer.from(scan), left)).images) || [];
}

/** A picture in the form a model may see, or a text that says why there is none. */
async function openPicture(bytes: Buffer, left: Effort): Promise<Seen & { leastSide: number }> {
	const { problem, jpeg, width, height, ms } = await readPicture(bytes, {
		examine: true,
		jpeg: { quality: 85 },
	});
	left.pictureMs -= ms;
	const leastSide = Math.min(width, height);
	if (problem || !jpeg) return { ...notRead(INSTEAD[problem ?? 'broken']), leastSide };
	return { images: [{ contentType: 'image/jpeg', bytes: jpeg }], leastSide };
}

const INSTEAD: Record<PictureProblem, string> = {
	broken: 'a picture that cannot be read',
	slow: 'a picture that takes too long to open',
	dark: 'a picture that is all black',
	blurred: 'a picture in which nothing can be made out',
	tiny: 'a picture too small to show anything',
};
