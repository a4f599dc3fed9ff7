/**
 * Splits a mail into its parts, as mail programs do. A broken part is shown as text, attachments keep every byte, and what
 * was not read is listed. The time grows linearly with the size of the mail.
 */
import {
	type Field,
	firstOf,
	MAX_FIELDS,
	parseFields,
	parseStructured,
	splitHead,
	trimmedEnd,
} from './header.ts';

const MAX_PARTS = 1000;
const MAX_DEPTH = 20;

export interface Part {
	fields: Field[];
	/** The media type in lower case. */
	type: string;
	params: Map<string, string>;
	disposition: string;
	name: string | null;
	/** The name that `cid:` addresses use. */
	cid: string | null;
	/** Decoded; empty if there are parts, unless it is a mail. */
	body: Buffer;
	parts: Part[];
}

/** A mail inside a mail. */
export const MAIL = /^message\/(?:rfc822|global)$/;

interface Walk {
	count: number;
	/** What was not read, in words for a customer. */
	unread: Set<string>;
}

export function parseMime(raw: Buffer): { root: Part; unread: string[] } {
	const walk: Walk = { count: 0, unread: new Set() };
	const root = parsePart(raw, walk, { depth: 0, usual: 'text/plain', inMultipart: false });
	return { root, unread: [...walk.unread] };
}

interface Place {
	depth: number;
	/** The media type of a part that names none. */
	usual: string;
	inMultipart: boolean;
}

function parsePart(raw: Buffer, walk: Walk, { depth, usual, inMultipart }: Place): Part {
	walk.count++;
	const { head, body, skipped } = splitHead(raw);
	if (skipped && body.length === 0) walk.unread.add('lines in a damaged header');
	const fields = parseFields(head);
	if (fields.length >= MAX_FIELDS) walk.unread.add('the end of a header');
	const { value, params } = parseStructured(firstOf(fields, 'content-type') ?? usual);
	const disposition = parseStructured(firstOf(fields, 'content-disposition') ?? '');
	const part: Part = {
		fields,
		type: typeOf(value, usual),
		params,
		disposition: disposition.value,
		name: disposition.params.get('filename') || params.get('name') || null,
		cid: /<([^<>]+)>/.exec(firstOf(fields, 'content-id') ?? '')?.[1] ?? null,
		body: Buffer.alloc(0),
		parts: [],
	};
	const deeper = depth < MAX_DEPTH;
	if (part.type.startsWith('multipart/')) {
		if (!deeper) walk.unread.add('parts that are nested too deeply');
		const found = deeper ? splitParts(body, params.get('boundary') ?? '', walk) : null;
		// A part that was cut off has no other part after it, so the outermost one shows it.
		if (found && !found.closed && !inMultipart) walk.unread.add('the end of the mail, which is cut off');
		const usualInside = part.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
		const inside = { depth: depth + 1, usual: usualInside, inMultipart: true };
		if (found) return { ...part, parts: found.pieces.map((piece) => parsePart(piece, walk, inside)) };
		// The boundary never occurs. Like mail programs, we show the whole part as text.
		return { ...part, type: 'text/plain', body: deeper ? decodeBody(body, fields, walk) : Buffer.alloc(0) };
	}
	const decoded = decodeBody(body, fields, walk);
	if (MAIL.test(part.type) || isMailFile(part, decoded)) {
		const inside = { depth: depth + 1, usual: 'text/plain', inMultipart: false };
		if (deeper) {
			const parts = [parsePart(decoded, walk, inside)];
			return { ...part, type: 'message/rfc822', body: decoded, parts };
		}
		walk.unread.add('mails that are nested too deeply');
	}
	return { ...part, body: decoded };
}

/** Many programs send a saved mail as a file of an unknown type. */
const isMailFile = ({ type, name }: Part, body: Buffer) =>
	type === 'application/octet-stream' &&
	/\.eml$/i.test(name ?? '') &&
	/^[\w-]{1,60}:\s/.test(body.toString('latin1', 0, 100));

/** Repairs an incomplete media type, for example "text" or "html". */
function typeOf(value: string, usual: string): string {
	if (/^[\w.+-]+\/[\w.+-]+$/.test(value)) return value;
	const [main = ''] = value.split('/');
	if (main === 'html') return 'text/html';
	if (main === 'multipart') return 'multipart/mixed';
	return ['', 'text', 'plain'].includes(main) ? usual : 'application/octet-stream';
}

/** The pieces between the boundaries; null if there are none. The line end before a boundary belongs to the boundary. */
function splitParts(body: Buffer, named: string, walk: Walk): { pieces: Buffer[]; closed: boolean } | null {
	const boundary = named || firstLineAsBoundary(body);
	if (!boundary) return null;
	const mark = Buffer.from(`--${boundary}`, 'latin1');
	const pieces: Buffer[] = [];
	let begun = -1;
	let closed = false;
	for (let at = body.indexOf(mark); at !== -1 && !closed; at = body.indexOf(mark, at + mark.length)) {
		if (at > 0 && body[at - 1] !== 0x0a) continue;
		const lineEnd = body.indexOf(0x0a, at);
		const rest = body.toString('latin1', at + mark.length, lineEnd === -1 ? body.length : lineEnd).trim();
		if (rest !== '' && rest !== '--') continue;
		if (begun !== -1) pieces.push(body.subarray(begun, withoutLineEnd(body, begun, at)));
		if (walk.count + pieces.length >= MAX_PARTS) {
			walk.unread.add(`the parts after the first ${MAX_PARTS}`);
			return { pieces, closed: true };
		}
		begun = lineEnd === -1 ? body.length : lineEnd + 1;
		closed = rest === '--';
	}
	if (begun === -1) return null;
	if (!closed) pieces.push(body.subarray(begun));
	return { pieces, closed };
}

const firstLineAsBoundary = (body: Buffer) =>
	/^--([^\r\n]{1,200})/m.exec(body.toString('latin1', 0, 10_000))?.[1]?.trimEnd() ?? '';

function withoutLineEnd(body: Buffer, from: number, to: number): number {
	if (to <= from || body[to - 1] !== 0x0a) return to;
	return to - 1 > from && body[to - 2] === 0x0d ? to - 2 : to - 1;
}

const AS_IT_IS = new Set(['', '7bit', '8bit', 'binary', 'none']);

function decodeBody(body: Buffer, fields: Field[], walk: Walk): Buffer {
	const encoding = parseStructured(firstOf(fields, 'content-transfer-encoding') ?? '').value;
	if (AS_IT_IS.has(encoding)) return body;
	if (encoding === 'base64') return fromBase64(body, walk);
	if (encoding === 'quoted-printable') return fromQuotedPrintable(body);
	if (/^(?:x-)?uu(?:encode|e)$/.test(encoding)) return takeUuencoded(body).files[0]?.bytes ?? body;
	walk.unread.add('a part in an unknown encoding');
	return body;
}

/**
 * Some programs pad every line, so the text between two paddings is decoded separately. Text that mailing lists add after it is
 * not Base64, nor is text that only claims to be.
 */
function fromBase64(body: Buffer, walk: Walk): Buffer {
	const text = body.toString('latin1');
	const other = text.search(/[^A-Za-z0-9+/=\s]/);
	const data = other === -1 ? text : text.slice(0, text.lastIndexOf('\n', other) + 1);
	const runs = data.replace(/\s+/g, '').split(/=+/);
	if (other !== -1 || runs.some((run) => run.length % 4 === 1)) walk.unread.add('a damaged part');
	if (data === '') return body;
	return Buffer.concat(runs.map((run) => Buffer.from(run, 'base64')));
}

function fromQuotedPrintable(body: Buffer): Buffer {
	const out = Buffer.alloc(body.length);
	let length = 0;
	const lines = body.toString('latin1').split('\n');
	for (const [index, line] of lines.entries()) {
		const ended = index < lines.length - 1;
		const lineEnd = !ended ? '' : line.endsWith('\r') ? '\r\n' : '\n';
		// Mail servers on the way may have added spaces at the end of a line.
		const text = trimmedEnd(line);
		const soft = text.endsWith('=');
		const decoded = (soft ? text.slice(0, -1) : text).replace(/=([0-9A-Fa-f]{2})/g, (_whole, hex: string) =>
			String.fromCharCode(Number.parseInt(hex, 16)),
		);
		length += out.write(soft ? decoded : decoded + lineEnd, length, 'latin1');
	}
	return out.subarray(0, length);
}

/** The uuencoded files inside a text, and the text without them. */
export function takeUuencoded(body: Buffer): { rest: string; files: { name: string; bytes: Buffer }[] } {
	const lines = body.toString('latin1').split('\n');
	const rest: string[] = [];
	const files: { name: string; bytes: Buffer }[] = [];
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] ?? '';
		const name = /^begin [0-7]{3,4} (\S[^\r]*)\r?$/.exec(line)?.[1];
		const file = name === undefined ? null : uudecode(lines, at + 1);
		if (name === undefined || !file) {
			rest.push(line);
			continue;
		}
		files.push({ name: name.trimEnd(), bytes: file.bytes });
		at = file.end;
	}
	return { rest: rest.join('\n'), files };
}

/** Decodes from the line after "begin" to "end"; null if a line is not valid or the end is missing. */
function uudecode(lines: string[], from: number): { bytes: Buffer; end: number } | null {
	const rows: Buffer[] = [];
	for (let at = from; at < lines.length; at++) {
		const line = (lines[at] ?? '').replace(/\r$/, '');
		if (line === 'end') return { bytes: Buffer.concat(rows), end: at };
		const length = (line.charCodeAt(0) - 32) & 63;
		if (!/^[ -`]*$/.test(line) || line.length > 90) return null;
		// Some mail servers remove spaces at the end of a line. In this encoding a space means zero.
		const text = line.slice(1).padEnd(Math.ceil(length / 3) * 4, ' ');
		const row = Buffer.alloc(Math.ceil(length / 3) * 3);
		for (let group = 0; group * 3 < length; group++) {
			const value = [0, 1, 2, 3].reduce(
				(sum, n) => sum * 64 + ((text.charCodeAt(group * 4 + n) - 32) & 63),
				0,
			);
			row.writeUIntBE(value, group * 3, 3);
		}
		if (line !== '') rows.push(row.subarray(0, length));
	}
	return null;
}
