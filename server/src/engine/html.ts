import sanitize from 'sanitize-html';

/** Markup for reading and nothing else: no script, no form, no style of the page around it, no address but web and mail. */
const READING: sanitize.IOptions = {
	allowedTags: [
		...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
		...['b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'mark', 'abbr', 'q', 'cite'],
		...[
			'ul',
			'ol',
			'li',
			'dl',
			'dt',
			'dd',
			'table',
			'thead',
			'tbody',
			'tfoot',
			'tr',
			'th',
			'td',
			'caption',
			'a',
			'img',
		],
	],
	allowedAttributes: {
		a: ['href', 'title'],
		img: ['src', 'alt', 'width', 'height'],
		'*': ['dir', 'lang', 'colspan', 'rowspan', 'align'],
	},
	allowedSchemes: ['http', 'https', 'mailto', 'tel'],
	allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
	allowProtocolRelative: false,
	disallowedTagsMode: 'discard',
	nestingLimit: 100,
};

/** What a stranger's mail said, fit to be kept and shown. */
export const cleanHtml = (html: string) => sanitize(html.replaceAll('\0', ''), READING);

const WITHOUT_PICTURES = {
	...READING,
	allowedTags: (READING.allowedTags as string[]).filter((tag) => tag !== 'img'),
};

/** What a model wrote, fit to be sent: no picture from elsewhere, which could tell who read it. */
export const cleanModelHtml = (html: string) => sanitize(html.replaceAll('\0', ''), WITHOUT_PICTURES);

/** The words of a piece of markup, with its line breaks. */
export function htmlToText(html: string): string {
	const lines = html.replace(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|blockquote|pre)>/gi, '\n');
	const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
	return sanitize(lines, { allowedTags: [], allowedAttributes: {} })
		.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => names[name] ?? whole)
		.replace(/[ \t]+\n/g, '\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}
