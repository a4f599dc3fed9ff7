/** Reads the files of a form that a device posts (multipart/form-data). The body is in memory, within its own limits. */
import { Refusal } from '../base/failures.ts';

export interface FormFile {
	contentType: string;
	bytes: Buffer;
}

const MAX_PARTS = 20;
const MAX_HEAD = 8 * 1024;
/** How often a boundary may occur inside a file by chance. More often is an attack that costs time. */
const MAX_BY_CHANCE = 1000;
const BLANK_LINE = /\r?\n\r?\n/;

/** The boundary of a form; null if the body is not one. */
export function boundaryOf(contentType: string): string | null {
	if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) return null;
	const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType) ?? [];
	const boundary = quoted ?? plain;
	if (!boundary) throw unreadable('its Content-Type names no boundary');
	return boundary;
}

/** The files of a form in their order. Fields that are not files are left out. */
export function readFiles(body: Buffer, boundary: string, most: number): FormFile[] {
	const files = partsOf(body, boundary).flatMap(fileOf);
	if (files.length === 0) throw unreadable('it has no file');
	if (files.length > most) throw new Refusal('invalid-argument', `A form may have at most ${most} files.`);
	return files;
}

/** What is between the boundaries. The last boundary may be missing, because small devices forget it. */
function partsOf(body: Buffer, boundary: string): Buffer[] {
	const delimiter = Buffer.from(`--${boundary}`, 'latin1');
	const parts: Buffer[] = [];
	for (let at = nextLine(body, delimiter, 0); at >= 0; ) {
		const start = at + delimiter.length;
		if (body.toString('latin1', start, start + 2) === '--') break;
		if (parts.length >= MAX_PARTS) throw unreadable(`it has more than ${MAX_PARTS} parts`);
		const next = nextLine(body, delimiter, start);
		parts.push(body.subarray(start, next < 0 ? body.length : next));
		at = next;
	}
	return parts;
}

/** The next place where the delimiter is on its own line. Elsewhere it is part of a file. */
function nextLine(body: Buffer, delimiter: Buffer, from: number): number {
	const isLine = (at: number) =>
		(at === 0 || body[at - 1] === LF) && AFTER_DELIMITER.has(body[at + delimiter.length]);
	let at = body.indexOf(delimiter, from);
	for (let chance = 0; at >= 0 && !isLine(at); chance++) {
		if (chance > MAX_BY_CHANCE) throw unreadable('its boundary is everywhere in its files');
		at = body.indexOf(delimiter, at + 1);
	}
	return at;
}

const LF = 0x0a;
const CR = 0x0d;
/** Spaces, the end of the line or of the body, and the hyphens of the last one. */
const AFTER_DELIMITER = new Set([LF, CR, 0x20, 0x09, 0x2d, undefined]);

/** A part with a file name or with the type of a picture is a file. */
function fileOf(part: Buffer): FormFile[] {
	const head = part.toString('latin1', 0, MAX_HEAD);
	const blank = BLANK_LINE.exec(head);
	if (!blank) throw unreadable('a part has no end of its header');
	const fields = head.slice(0, blank.index);
	const contentType =
		/^content-type:\s*([^\s;]+)/im.exec(fields)?.[1]?.toLowerCase() ?? 'application/octet-stream';
	const isFile = /;\s*filename\*?=/i.test(fields) || contentType.startsWith('image/');
	if (!isFile) return [];
	// The line break before the next boundary belongs to the boundary.
	let end = part.length;
	if (part[end - 1] === LF) end -= part[end - 2] === CR ? 2 : 1;
	const start = blank.index + blank[0].length;
	return [{ contentType, bytes: part.subarray(start, Math.max(start, end)) }];
}

const unreadable = (why: string) => new Refusal('invalid-argument', `The form cannot be read: ${why}.`);
