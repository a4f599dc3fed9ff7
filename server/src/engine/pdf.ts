import { getDocumentProxy } from 'unpdf';

/** The words of a PDF, page by page until there are enough. */
export async function pdfText(bytes: Uint8Array, most: number): Promise<string> {
	const document = await getDocumentProxy(bytes);
	let text = '';
	for (let page = 1; page <= document.numPages && text.length < most; page++) {
		const { items } = await (await document.getPage(page)).getTextContent();
		for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
		text += '\n';
	}
	return text.replaceAll('\0', '').trim().slice(0, most) || '(a PDF without text)';
}
