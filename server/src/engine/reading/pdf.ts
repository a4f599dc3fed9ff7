import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { encodePng } from './encode-png.ts';

/** The text of a PDF up to a limit, the pages without text, and whether there is more than was read. */
export async function pdfText(
	bytes: Uint8Array,
	most: number,
): Promise<{ text: string; emptyPages: number[]; partly: boolean }> {
	const document = await getDocumentProxy(bytes);
	let text = '';
	const emptyPages: number[] = [];
	let page = 1;
	for (; page <= document.numPages && text.length <= most; page++) {
		const { items } = await (await document.getPage(page)).getTextContent();
		const before = text.length;
		for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
		if (text.slice(before).trim() === '') emptyPages.push(page);
		text += '\n';
	}
	const whole = page > document.numPages && text.length <= most;
	return {
		text: text.replaceAll('\0', '').trim().slice(0, most),
		emptyPages,
		partly: !whole,
	};
}

/** A scanned page must fill most of it; a logo does not. */
const LEAST_SIDE = 300;
const MOST_PIXELS = 20_000_000;

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
		if (!picture?.data || picture.width * picture.height > MOST_PIXELS) continue;
		if (Math.min(picture.width, picture.height) < LEAST_SIDE) continue;
		if (!largest || picture.width * picture.height > largest.width * largest.height) largest = picture;
	}
	return largest && encodePng(largest);
}

interface Picture {
	width: number;
	height: number;
	data: Uint8Array | Uint8ClampedArray;
}
