import { CAPTURE_MAX_BYTES } from '@watchword/contract/constants';
import { CameraTrouble } from './trouble.ts';

const HEADERS_END = Buffer.from('\r\n\r\n');
const MAX_HEADERS = 16 * 1024;

/** The boundary that a multipart content type names. Cameras write it with or without quotes, and with or without its dashes. */
export function boundaryOf(contentType: string | undefined): string | null {
	if (!/^multipart\//i.test(contentType ?? '')) return null;
	const [, quoted, bare] = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType ?? '') ?? [];
	return (quoted ?? bare)?.replace(/^--/, '') ?? null;
}

/** The bodies of a multipart stream, each once it is complete: by its length if it names one, else up to the next boundary. */
export async function* readParts(
	stream: AsyncIterable<Buffer>,
	boundary: string,
): AsyncGenerator<Buffer, void, void> {
	const mark = Buffer.from(`--${boundary}`);
	let held: Buffer = Buffer.alloc(0);
	let part: Begun | null = null;
	for await (const chunk of stream) {
		held = joined(held, chunk);
		for (;;) {
			if (!part) held = fromMark(held, mark);
			part ??= begin(held);
			const body: { start: number; end: number } | null = part && whole(held, part, mark);
			if (!body) break;
			yield Buffer.from(held.subarray(body.start, body.end));
			held = held.subarray(body.end);
			part = null;
		}
		if (held.length > CAPTURE_MAX_BYTES + MAX_HEADERS) {
			throw new CameraTrouble(
				`The camera's pictures are larger than ${CAPTURE_MAX_BYTES / 1024 ** 2} MB`,
				'setting',
			);
		}
	}
}

/** A part whose headers are there. */
interface Begun {
	start: number;
	length: number | null;
	/** Where to go on looking for the next boundary, so that a large part is searched once. */
	looked: number;
}

/** Bytes before a part are dropped, but not an incomplete boundary. */
function fromMark(held: Buffer, mark: Buffer): Buffer {
	const from = held.indexOf(mark);
	return held.subarray(from < 0 ? Math.max(0, held.length - mark.length + 1) : from);
}

function begin(held: Buffer): Begun | null {
	const headersEnd = held.indexOf(HEADERS_END);
	if (headersEnd < 0 && held.length <= MAX_HEADERS) return null;
	if (headersEnd < 0) throw new CameraTrouble('The camera sends no MJPEG stream at this address', 'setting');
	const start = headersEnd + HEADERS_END.length;
	const length = /^content-length:\s*(\d+)/im.exec(held.toString('latin1', 0, headersEnd))?.[1];
	return { start, length: length === undefined ? null : Number(length), looked: start };
}

function whole(held: Buffer, part: Begun, mark: Buffer): { start: number; end: number } | null {
	const { start, length, looked } = part;
	if (length !== null) return held.length < start + length ? null : { start, end: start + length };
	const next = held.indexOf(mark, looked);
	if (next < 0) {
		part.looked = Math.max(start, held.length - mark.length);
		return null;
	}
	const lineEnd = held.toString('latin1', Math.max(start, next - 2), next) === '\r\n' ? 2 : 0;
	return { start, end: next - lineEnd };
}

/** Doubles the buffer, so that many small chunks are not copied again and again. */
function joined(held: Buffer, chunk: Buffer): Buffer {
	const length = held.length + chunk.length;
	const isRoom = held.buffer.byteLength - held.byteOffset >= length && held.length > 0;
	const room = isRoom ? held.buffer : new ArrayBuffer(2 * length);
	const both = Buffer.from(room, isRoom ? held.byteOffset : 0, length);
	if (!isRoom) held.copy(both);
	chunk.copy(both, held.length);
	return both;
}
