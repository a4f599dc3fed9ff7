import sanitize from 'sanitize-html';

/** HTML that can only be read: no scripts, no forms, no styles, and links to web, mail and phone addresses only. */
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

/** The HTML of a stranger's mail, made safe to store and show. */
export const cleanHtml = (html: string) => sanitize(html.replaceAll('\0', ''), READING);

const OF_A_MODEL: sanitize.IOptions = {
	...READING,
	allowedTags: (READING.allowedTags as string[]).filter((tag) => tag !== 'img'),
	allowedAttributes: { a: ['href'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
};

/**
 * The HTML of a model, made safe to send. It has no pictures, because loading one could reveal who reads the mail. Each link
 * shows its target, and quotes from a mail are marked as quotes.
 */
export function cleanModelHtml(html: string, quotesMail: boolean): string {
	const clean = sanitize(html.replaceAll('\0', ''), OF_A_MODEL);
	const honest = clean.replace(LINK, (link, target: string, words: string) =>
		saysTarget(words, target) ? link : `${link} (${shortened(target)})`,
	);
	return quotesMail ? honest.replaceAll('<blockquote>', `<blockquote>${QUOTED}`) : honest;
}

/** This pattern is enough because the sanitizer closes every tag and keeps only this attribute. */
const LINK = /<a href="([^"]*)">([^<]*(?:<(?!\/?a[ >])[^<]*)*)<\/a>/g;
const QUOTED = '<p><small>Quoted from the mail:</small></p>';
const LINK_SHOWN = 200;

const saysTarget = (words: string, target: string) => bareAddress(words) === bareAddress(target);
const bareAddress = (text: string) =>
	text
		.trim()
		.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '')
		.replace(/\/$/, '');
/** The target is escaped HTML, so it is never cut inside an entity. */
const shortened = (target: string) =>
	target.length <= LINK_SHOWN ? target : `${target.slice(0, LINK_SHOWN).replace(/&[^;]*$/, '')}…`;

/** HTML that shows a plain text. */
export const escapeText = (text: string) =>
	`<div>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')}</div>`;

const NAMES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** The text of cleaned HTML, with its line breaks. Every pattern here takes linear time, whatever the input. */
export function htmlToText(html: string): string {
	return html
		.replace(
			/<br ?\/?>|<\/(?:p|div|li|dt|dd|tr|table|caption|h[1-6]|blockquote|pre|ul|ol)>|<hr ?\/?>/gi,
			'\n',
		)
		.replace(/<\/t[dh]>/gi, ' ')
		.replace(/<[^<>]*>/g, '')
		.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => NAMES[name] ?? whole)
		.split('\n')
		.map((line) => line.trim())
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}
