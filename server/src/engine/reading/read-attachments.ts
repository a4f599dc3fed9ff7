import type { PictureProblem } from '@watchword/contract/picture-problem';
import { readPicture } from '../../pictures/decoder.ts';
import { pictureTypeOf } from '../../pictures/format.ts';
import type { Question } from '../../ports.ts';
import type { Attachment } from '../../runs/tables.ts';
import { charsetOfHtml, decodeText, firstPart, isText } from './charset.ts';
import { parseStructured } from './header.ts';
import { MAIL } from './mime.ts';
import { readHtml, readPdf, readPdfPage } from './reader.ts';

const MOST_IMAGES = 5;
const MOST_TEXT = 50_000;
/** The pages of a PDF in which a scan is looked for. */
const MOST_SCANS = 10;
const MOST_BYTES = 10 * 1024 * 1024;
/** Icons, lines and spacers in a mail's HTML are smaller than this on one side. They mean nothing. */
const LEAST_INLINE_SIDE = 64;

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
export async function readAttachments(attachments: Enclosed[]) {
	const images: Question['images'] = [];
	const texts: { name: string; text: string; note?: true }[] = [];
	const unread: string[] = [];
	// Attached pictures come before those that the HTML shows, which are mostly decoration.
	const isInline = ({ cid }: Enclosed) => Number(cid !== undefined);
	for (const attachment of attachments.toSorted((a, b) => isInline(a) - isInline(b))) {
		const { name } = attachment;
		const seen = await read(attachment, images.length);
		images.push(...(seen.images ?? []));
		if (seen.text !== undefined) texts.push({ name, text: seen.text, ...(seen.note && { note: true }) });
		if (seen.unread) unread.push(`the attachment ${JSON.stringify(name.slice(0, 80))}`);
	}
	return { images, texts, unread };
}

async function read(
	{ name, contentType: given, size, cid, open }: Enclosed,
	imagesSoFar: number,
): Promise<Seen> {
	const { value: contentType, params } = parseStructured(given);
	// Its words are already in the text of the mail.
	if (MAIL.test(contentType)) return {};
	const charset = params.get('charset') ?? '';
	const bytes = size <= MOST_BYTES ? await open() : null;
	if (!bytes) return notRead('too large to be read');
	if (contentType.startsWith('image/') || pictureTypeOf(bytes)) {
		const surplus = imagesSoFar >= MOST_IMAGES ? notRead(`a picture after the first ${MOST_IMAGES}`) : null;
		if (surplus && cid === undefined) return surplus;
		const { leastSide, ...seen } = await openPicture(bytes);
		if (cid !== undefined && leastSide > 0 && leastSide < LEAST_INLINE_SIDE) return {};
		return surplus ?? seen;
	}
	if (contentType === 'application/pdf' || bytes.subarray(0, 5).equals(PDF))
		return readPdfText(bytes, MOST_IMAGES - imagesSoFar);
	if (TEXT.test(contentType) || (TEXT_NAME.test(name) && !bytes.includes(0))) {
		const isHtml = contentType === 'text/html';
		const { text, unknown } = decodeText(bytes, charset || (isHtml ? charsetOfHtml(bytes) : ''));
		if (!isText(text)) return notRead('a file that is not text');
		return someOf(isHtml ? await readHtml(text).catch(() => null) : text.replaceAll('\0', ''), unknown);
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

const someOf = (text: string | null, unknown: boolean): Seen =>
	text === null
		? notRead('a page that cannot be read')
		: { text: firstPart(text, MOST_TEXT), unread: unknown || text.length > MOST_TEXT };

async function readPdfText(bytes: Buffer, mostImages: number): Promise<Seen> {
	try {
		const { text, barePages, partly } = await readPdf(bytes, MOST_TEXT);
		// A page with little or no text is most likely a scanned page.
		const images: Image[] = [];
		let unread = partly || barePages.length > MOST_SCANS;
		for (const { page, empty } of barePages.slice(0, MOST_SCANS)) {
			const scan = await openScan(bytes, page);
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
async function openScan(bytes: Buffer, page: number): Promise<Image[]> {
	const scan = await readPdfPage(bytes, page).catch(() => null);
	return (scan && (await openPicture(Buffer.from(scan))).images) || [];
}

/** A picture in the form a model may see, or a text that says why there is none. */
async function openPicture(bytes: Buffer): Promise<Seen & { leastSide: number }> {
	const { problem, jpeg, width, height } = await readPicture('mail', bytes, {
		examine: true,
		jpeg: { quality: 85 },
	});
	const leastSide = Math.min(width, height);
	if (problem || !jpeg) return { ...notRead(INSTEAD[problem ?? 'broken']), leastSide };
	return { images: [{ contentType: 'image/jpeg', bytes: jpeg }], leastSide };
}

const INSTEAD: Record<PictureProblem, string> = {
	broken: 'a picture that cannot be read',
	dark: 'a picture that is all black',
	blurred: 'a picture in which nothing can be made out',
	tiny: 'a picture too small to show anything',
};
