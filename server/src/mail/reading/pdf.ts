import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { firstPart } from './charset.ts';
import { encodePng } from './encode-png.ts';

/** A scanned page may have a line of text that the program or a fax machine has added. */
const LITTLE_TEXT = 100;

interface PdfText {
	text: string;
	/** The pages with little or no text, which may be scans. */
	barePages: { page: number; empty: boolean }[];
	/** Whether there is more than was read. */
	partly: boolean;
}

/** The text of a PDF up to a limit, including the values of form fields. */
export async function pdfText(bytes: Uint8Array, most: number): Promise<PdfText> {
	const document = await getDocumentProxy(bytes);
	let text = '';
	const barePages: PdfText['barePages'] = [];
	let page = 1;
	for (; page <= document.numPages && text.length <= most; page++) {
		const opened = await document.getPage(page);
		const { items } = await opened.getTextContent();
		const before = text.length;
		for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
		for (const field of await opened.getAnnotations()) text += filledIn(field);
		const { length } = text.slice(before).trim();
		if (length < LITTLE_TEXT) barePages.push({ page, empty: length === 0 });
		text += '\n';
	}
	const whole = page > document.numPages && text.length <= most;
	return {
		text: firstPart(text.replaceAll('\0', '').trim(), most),
		barePages,
		partly: !whole,
	};
}

interface Field {
	fieldName?: string;
	/** A text, the marked choices, or the state of a box. */
	fieldValue?: unknown;
}

/** The value of a form field, on its own line. */
function filledIn({ fieldName = '', fieldValue }: Field): string {
	const values = [fieldValue]
		.flat()
		.filter((value) => typeof value === 'string' && value !== '' && value !== 'Off');
	return values.length > 0 ? `\n${fieldName}: ${values.join(', ')}` : '';
}

/** A scan fills most of its page; a logo does not. */
const MIN_SIDE = 300;
const MAX_PIXELS = 20_000_000;

/** The largest picture on a page, as PNG; null if there is none that could be a scan. */
export async function pdfPicture(bytes: Uint8Array, pageNumber: number): Promise<Uint8Array | null> {
	const document = await getDocumentProxy(bytes);
	const page = await document.getPage(pageNumber);
	const { OPS } = await getResolvedPDFJS();
	const { fnArray, argsArray } = await page.getOperatorList();
	let largest: Picture | null = null;
	for (const [index, operation] of fnArray.entries()) {
		if (operation !== OPS.paintImageXObject) continue;
		const [key] = argsArray[index] as [string];
		const store = key.startsWith('g_') ? page.commonObjs : page.objs;
		const picture = await new Promise<Picture | null>((resolve) => store.get(key, resolve));
		if (!picture?.data || picture.width * picture.height > MAX_PIXELS) continue;
		if (Math.min(picture.width, picture.height) < MIN_SIDE) continue;
		if (!largest || picture.width * picture.height > largest.width * largest.height) largest = picture;
	}
	return largest && encodePng(largest);
}

interface Picture {
	width: number;
	height: number;
	data: Uint8Array | Uint8ClampedArray;
}
