import sanitize from 'sanitize-html';
import { buildElements, repeatElements } from './elements.ts';
import { watchHidden } from './hidden.ts';
import { LOOKS_AHEAD } from './selectors.ts';

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

/** Blocks that become a plain div, which still separates their text from its neighbours. */
const OTHER_BLOCKS =
	'address article aside button center details dir fieldset figcaption figure footer form header legend main menu nav section summary';

const OF_A_STRANGER: sanitize.IOptions = {
	...READING,
	nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'title'],
	transformTags: {
		...Object.fromEntries(OTHER_BLOCKS.split(' ').map((tag) => [tag, 'div'])),
		del: 's',
		ins: 'u',
	},
};

/**
 * The HTML of a stranger's mail, made safe to store and show. Hidden text must not influence the verdict, so only empty
 * elements remain of it. Throws if its elements are nested too deeply to be read.
 */
export function cleanHtml(html: string): string {
	const whole = html.replaceAll('\0', '');
	const hidden = watchHidden(
		html,
		LOOKS_AHEAD.test(html) ? repeatElements(elementsOf(whole)) : buildElements(),
	);
	return sanitize(whole, {
		...OF_A_STRANGER,
		onOpenTag(name, attribs) {
			hidden.opens(name, attribs);
			if (hidden.isGone()) for (const name of Object.keys(attribs)) delete attribs[name];
		},
		onCloseTag: hidden.closes,
		textFilter: (text) => (hidden.hidesText() ? '' : text),
	});
}

function elementsOf(html: string) {
	const elements = buildElements();
	sanitize(html, { ...OF_A_STRANGER, onOpenTag: elements.opens, onCloseTag: elements.closes });
	return elements.all;
}

/** A mail of ours as the portal shows it: the portal uses its own colours and sizes, and its page allows no others. */
export const withoutStyles = (html: string) => sanitize(html, READING);

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
const MAX_LINKS = 20;

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

const ENTITY = /&(amp|lt|gt|quot|#39|nbsp);/g;

const BLOCK = 'p|div|li|dt|dd|tr|table|caption|h[1-6]|blockquote|pre|ul|ol|dl';
const LINE_END = new RegExp(`<[bh]r ?/?>|</(?:${BLOCK})>`, 'gi');
const LINE_BEGINNING = new RegExp(`<(?:${BLOCK})(?: [^<>]*)?>`, 'gi');

/** The text of cleaned HTML, with its line breaks. Every pattern here takes linear time, whatever the input. */
export function htmlToText(html: string): string {
	return html
		.replaceAll('\0', '')
		.replace(LINE_END, '\n')
		.replace(LINE_BEGINNING, '\0')
		.replace(/<\/t[dh]>/gi, '\t')
		.replace(/<[^<>]*>/g, '')
		.replace(ENTITY, (whole, name: string) => NAMES[name] ?? whole)
		.split('\n')
		.map(withoutEmptyBeginnings)
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}

/** A block begins a line only if something is before it. */
const withoutEmptyBeginnings = (line: string) =>
	line
		.split('\0')
		.map((piece) => piece.trim())
		.filter((piece) => piece !== '')
		.join('\n');

/**
 * The text that a browser shows of a stranger's cleaned HTML: white space is one space, except in a <pre>, and pictures are their
 * descriptions. With `quotes`, lines inside a <blockquote> begin with “>”, as in plain text.
 */
export function shownText(html: string, { descriptions = true, quotes = false } = {}): string {
	let depth = 0;
	const pieces = html.split(/(<pre(?=[ >])|<\/pre>)/).map((piece, index) => {
		if (index % 2 === 1) depth += piece === '</pre>' ? -1 : 1;
		return depth > 0 ? piece.replace(/\r\n?|\n/g, '<br>') : piece;
	});
	const squeezed = pieces.join('').replace(/\s+/g, ' ');
	const text = descriptions
		? squeezed.replace(PICTURE, (tag) => ` ${/ alt="([^"]*)"/.exec(tag)?.[1] ?? ''} `)
		: squeezed;
	return quotes ? withQuotes(text) : htmlToText(text);
}

function withQuotes(html: string): string {
	let depth = 0;
	return html
		.split(/(<blockquote(?: [^<>]*)?>|<\/blockquote>)/)
		.flatMap((piece, index) => {
			if (index % 2 === 1) depth += piece === '</blockquote>' ? -1 : 1;
			const text = index % 2 === 1 ? '' : htmlToText(piece);
			return text === '' ? [] : [depth > 0 ? text.replace(/^/gm, '> ') : text];
		})
		.join('\n\n');
}

const PICTURE = /<img [^<>]*>/g;

/** The first links of a stranger's cleaned HTML whose text does not show the target, each with its text. */
export function linksOf(html: string): string[] {
	const found = new Map<string, string>();
	let target = '';
	for (const piece of html.split(/(<a [^<>]*>|<\/a>)/)) {
		if (piece.startsWith('<a ')) target = / href="([^"]*)"/.exec(piece)?.[1] ?? '';
		else if (piece === '</a>') target = '';
		else if (target && found.size < MAX_LINKS && !found.has(target) && !saysTarget(htmlToText(piece), target))
			found.set(target, shownText(piece).replaceAll('\n', ' '));
	}
	return [...found].map(([link, words]) =>
		`${words && `${words}: `}${shortened(link)}`.replace(
			ENTITY,
			(whole, name: string) => NAMES[name] ?? whole,
		),
	);
}

interface Inside {
	contentType: string;
	bytes: Buffer;
	cid: string;
}

/**
 * Moves the pictures out of cleaned HTML, which then refers to them like attached ones. `remote`: it also shows pictures of
 * other hosts.
 */
export function takePictures(html: string): { html: string; inside: Inside[]; remote: boolean } {
	const inside: Inside[] = [];
	let remote = false;
	const rest = html.replace(PICTURE, (tag) =>
		tag.replace(/ src="([^"]*)"/, (source, address: string) => {
			remote ||= /^https?:/i.test(address);
			const [, contentType, data] = /^data:(image\/[\w.+-]+);base64,(.+)$/is.exec(address) ?? [];
			if (!contentType || !data) return source;
			const cid = `picture-${inside.length + 1}.in.the.text`;
			inside.push({ contentType: contentType.toLowerCase(), bytes: Buffer.from(data, 'base64'), cid });
			return ` src="cid:${cid}"`;
		}),
	);
	return { html: rest, inside, remote };
}
