/** Reads a raw mail. It needs nothing but the bytes, so it can run in a thread. */
import { FORWARDED, REPLY } from '@watchword/contract/subject';
import type { ReplyFacts } from '../tables.ts';
import { type OurAddresses, whyNotAnswered } from './answerable.ts';
import { authorOf, showAuthor } from './author.ts';
import { charsetOfHtml, decodeText, firstPart, isText } from './charset.ts';
import { decodeWords, type Field, firstOf } from './header.ts';
import { cleanHtml, escapeText, linksOf, shownText, takePictures } from './html.ts';
import { marksOf } from './marks.ts';
import { MAIL, type Part, parseMime, takeUuencoded } from './mime.ts';

export const TEXT_LIMIT = 100_000;
const HTML_LIMIT = 2_000_000;
export const AFTER_LIMIT = `the text after the first ${TEXT_LIMIT.toLocaleString('en')} characters`;
const MAX_ATTACHMENTS = 50;
const MAX_NAMED = 10;

export interface Enclosed {
	name: string;
	contentType: string;
	bytes: Buffer;
	/** The name by which the HTML refers to it, if it does. */
	cid?: string;
}

/** The fields have the names that a run stores them by. */
export interface Message {
	trigger_from: string;
	trigger_subject: string;
	trigger_html: string | null;
	trigger_text: string;
	/** What was not read, in words that follow "was not read:". Attachments are reported separately. */
	trigger_unread: string[];
	trigger_reply: ReplyFacts;
	attachments: Enclosed[];
}

/** The text and the attachments of a raw mail. Nothing is stored. */
export function parseMessage(
	raw: Buffer,
	/** The sender on the envelope; if null, the address in From is used. */
	envelopeSender: string | null,
	ours: OurAddresses,
): Message {
	const { root, unread } = parseMime(raw);
	const content: Content = { blocks: [], enclosed: [], unread: new Set(unread) };
	collect(root, content);
	const subject = oneLine(decodeWords(firstOf(root.fields, 'subject') ?? ''), 1000);
	const isReply = REPLY.test(subject) || firstOf(root.fields, 'in-reply-to') !== undefined;
	const { html: whole, text, hasWords } = wordsOf(content, isReply && !FORWARDED.test(subject));
	const html = whole && collectPictures(whole, hasWords, content);
	const links = withRoom(text, linksOf(html ?? ''));
	if (PGP.test(text)) content.unread.add('the content, which is encrypted (PGP)');
	const from = authorOf(root.fields);
	const sender = envelopeSender ?? from?.address ?? '';
	const marks = marksOf(root.fields);
	return {
		trigger_from: from ? showAuthor(from) : sender,
		trigger_subject: subject,
		trigger_html: html,
		trigger_text: [text, ...links].join('\n'),
		attachments: keepSome(content),
		trigger_unread: [...content.unread],
		trigger_reply: {
			to: sender || null,
			author: from?.address ?? null,
			refused: whyNotAnswered(root.fields, sender, ours),
			messageId: /<[^<>\s]+>/.exec(firstOf(root.fields, 'message-id') ?? '')?.[0] ?? null,
			references: (firstOf(root.fields, 'references') ?? '').match(/<[^<>\s]+>/g)?.slice(-20) ?? [],
			...(marks && { marks }),
		},
	};
}

/** Used instead of a mail that could not be read. */
export function unreadable(sender: string | null, reason: string): Message {
	return {
		trigger_from: sender ?? '',
		trigger_subject: '',
		trigger_text: `This mail could not be read: ${reason}`,
		trigger_html: null,
		trigger_unread: [`the mail (${reason})`],
		attachments: [],
		trigger_reply: {
			to: null,
			author: null,
			refused: 'the mail could not be read',
			messageId: null,
			references: [],
		},
	};
}

interface Block {
	text: string | null;
	html: string | null;
	/** Set when it is first asked for: every level of nested forms asks, and reading HTML takes long. */
	hasWords?: boolean;
}

interface Content {
	/** What is shown, from top to bottom. A block that has both forms has the same content in both. */
	blocks: Block[];
	enclosed: Enclosed[];
	unread: Set<string>;
}

/** A separate signature has no content of its own. */
const SIGNATURES = /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature)$/;
const SEALED = /^application\/(?:x-)?pkcs7-mime$/;

/** For a mail that is kept as a file, the file already contains the mails in it. */
function collect(part: Part, content: Content, inFile = false): void {
	const { type, parts, disposition, body } = part;
	if (type === 'multipart/encrypted') content.unread.add('the content, which is encrypted');
	if (type === 'multipart/alternative') {
		collectAlternative(part, content, inFile);
		return;
	}
	if (parts[0] && MAIL.test(type)) {
		content.blocks.push({ text: headOf(parts[0].fields), html: null });
		if (part.name && !inFile) content.enclosed.push(enclosed(part, content.enclosed.length));
	}
	if (parts.length > 0) {
		const within = inFile || (MAIL.test(type) && part.name !== null);
		for (const child of parts) collect(child, content, within);
		return;
	}
	if (disposition !== 'attachment' && (type === 'text/plain' || type === 'text/html')) {
		content.blocks.push(readText(part, content));
		return;
	}
	if (type.startsWith('multipart/') || SIGNATURES.test(type)) return;
	if (SEALED.test(type) || /\.p7m$/i.test(part.name ?? '')) {
		const signed = part.params.get('smime-type') === 'signed-data';
		content.unread.add(
			`the content, which is ${signed ? 'wrapped in an S/MIME signature' : 'encrypted (S/MIME)'}`,
		);
	}
	if (body.length > 0 || part.name) content.enclosed.push(enclosed(part, content.enclosed.length));
}

/** Formats that few programs show. Next to a format that all show, they may contain anything. */
const OTHER_FORMS = /^text\/(?:x-amp-html|watch-html|enriched|richtext|rtf)\b/;

/** The same content in several forms. The last form is the one the sender prefers, so the last that can be shown is used. */
function collectAlternative({ parts }: Part, content: Content, inFile: boolean): void {
	const forms = parts.map((child) => {
		const form: Content = { blocks: [], enclosed: [], unread: content.unread };
		collect(child, form, inFile);
		return form;
	});
	const chosen =
		forms.findLast(({ blocks }) => blocks.some(({ html }) => html !== null)) ??
		forms.findLast(({ blocks }) => blocks.length > 0);
	const isForm = ({ contentType }: Enclosed) => chosen !== undefined && OTHER_FORMS.test(contentType);
	const inForms = forms.flatMap(({ enclosed }) => enclosed.filter((one) => !isForm(one)));
	content.enclosed = content.enclosed.concat(inForms);
	if (!chosen) return;
	const plain = forms.find((form) => form !== chosen && form.blocks.length > 0);
	content.blocks.push(...chosen.blocks);
	if (plain && !chosen.blocks.some(hasWords)) content.blocks.push(...plain.blocks);
}

function hasWords(block: Block): boolean {
	block.hasWords ??= wordsOf({ blocks: [block], unread: new Set() }).hasWords;
	return block.hasWords;
}

function readText(part: Part, content: Content): Block {
	const isHtml = part.type === 'text/html';
	const charset = part.params.get('charset') || (isHtml ? charsetOfHtml(part.body) : '');
	const { text: broken, unknown } = decodeText(part.body, charset);
	const text = /^flowed$/i.test(part.params.get('format') ?? '')
		? flowing(broken, /^yes$/i.test(part.params.get('delsp') ?? ''))
		: broken;
	if (!isText(text)) content.unread.add('text that is full of other signs');
	if (unknown)
		content.unread.add(`text in the unknown character set ${JSON.stringify(firstPart(charset, 40))}`);
	if (isHtml) return { html: text, text: null };
	if (PGP.test(text)) content.unread.add('the content, which is encrypted (PGP)');
	if (!/^begin [0-7]{3,4} /m.test(text)) return { text, html: null };
	const { rest, files } = takeUuencoded(part.body);
	// There may be more of them than a call can have arguments.
	for (const { name, bytes } of files) {
		const contentType = 'application/octet-stream';
		content.enclosed.push({ name: oneLine(decodeWords(name), 255), contentType, bytes });
	}
	return { text: decodeText(Buffer.from(rest, 'latin1'), charset).text, html: null };
}

/**
 * What the customer sees of the mail: as HTML if it has any, and as plain text. In a reply, a <blockquote> contains the mail
 * that it answers; elsewhere it may be any indented passage.
 */
function wordsOf(
	{ blocks, unread }: Pick<Content, 'blocks' | 'unread'>,
	isReply = false,
): {
	html: string | null;
	text: string;
	/** Whether there is more than the descriptions of pictures. */
	hasWords: boolean;
} {
	const marked = blocks.some(({ html }) => html !== null);
	const all = blocks.map(({ html, text }) => html ?? (marked ? escapeText(text ?? '') : (text ?? '')));
	const whole = withoutNul(all.join('\n'));
	const html = marked ? cleanHtml(firstPart(whole, HTML_LIMIT)) : null;
	const text = html === null ? whole : shownText(html, { quotes: isReply });
	const hasWords = (html?.includes('<img ') ? shownText(html, { descriptions: false }) : text).trim() !== '';
	if (text.length > TEXT_LIMIT || (marked && whole.length > HTML_LIMIT)) {
		unread.add(AFTER_LIMIT);
	}
	return { html, text: firstPart(text, TEXT_LIMIT), hasWords };
}

/** Pictures inside the HTML are attachments. The content of pictures on other hosts is unknown, which matters if there is nothing else. */
function collectPictures(whole: string, hasWords: boolean, content: Content): string {
	const { html, inside, remote } = takePictures(whole);
	for (const [index, picture] of inside.entries())
		content.enclosed.push({ name: `picture ${index + 1} in the text`, ...picture });
	if (remote && !hasWords) content.unread.add('pictures that are not in the mail itself');
	return html;
}

/** The links are only a help, so they never count as unread text. */
const withRoom = (text: string, links: string[]) =>
	links.length > 0 && [text, ...links].join('\n').length < TEXT_LIMIT
		? ['', 'Links in the mail:', ...links]
		: [];

/** Joins lines that a program has wrapped (RFC 3676), except quotes and signatures. With `delsp`, lines break inside words. */
function flowing(text: string, delsp: boolean): string {
	const lines = text.split(/\r?\n/);
	const stands = (line = '') => line.trim() === '' || line === '-- ' || line.startsWith('>');
	return lines
		.map((line, at) => {
			if (at + 1 === lines.length) return line;
			const isOpen = line.endsWith(' ') && !stands(line) && !stands(lines[at + 1]);
			return isOpen ? line.slice(0, delsp ? -1 : undefined) : `${line}\r\n`;
		})
		.join('');
}

const PGP = /^-----BEGIN PGP MESSAGE-----/m;

/** The header of a mail inside a mail. */
function headOf(fields: Field[]): string {
	const shown = ['from', 'to', 'date', 'subject'] as const;
	const lines = shown.map((name) => {
		const value = firstOf(fields, name);
		return value && `${name[0]?.toUpperCase()}${name.slice(1)}: ${oneLine(decodeWords(value), 500)}`;
	});
	return `${['---------- A mail in the mail ----------', ...lines.filter(Boolean)].join('\n')}\n`;
}

function enclosed({ type, params, name, cid, body }: Part, index: number): Enclosed {
	const [charset] = /^[\w.:-]{1,40}/.exec(params.get('charset') ?? '') ?? [];
	return {
		name: oneLine(name ?? `attachment ${index + 1}`, 255),
		contentType: charset ? `${type}; charset=${charset}` : type,
		bytes: body,
		...(cid && cid.length <= 255 && { cid }),
	};
}

/** The first attachments, up to the limit. The others are listed as unread. */
function keepSome({ enclosed, unread }: Content): Enclosed[] {
	const left = enclosed.slice(MAX_ATTACHMENTS);
	for (const { name } of left.slice(0, MAX_NAMED))
		unread.add(`the attachment ${JSON.stringify(firstPart(name, 80))}, which was not kept`);
	if (left.length > MAX_NAMED) unread.add(`${left.length - MAX_NAMED} more attachments, which were not kept`);
	return enclosed.slice(0, MAX_ATTACHMENTS);
}

const withoutNul = (text: string) => text.replaceAll('\0', '');

const oneLine = (text: string, most: number) => firstPart(withoutNul(text).replace(/[\r\n\t]+/g, ' '), most);
