import { CAPTURE_MAX_BYTES } from '@watchword/contract/constants';
import { CameraTrouble } from './trouble.ts';

const HEADERS_END = Buffer.from('\r\n\r\n');
const MAX_HEADERS = 16 * 1024;

/** The boundary that a multipart content type names. Cameras write it in quotes, without, and with its dashes. */
export function boundaryOf(contentType: string | undefined): string | null {
	if (!/^multipart\//i.test(contentType ?? '')) return null;
	const [, quoted, bare] = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType ?? '') ?? [];
	return (quoted ?? bare)?.replace(/^--/, '') ?? null;
}

/** The bodies of a multipart stream, each once it is complete: by its length where it says one, else up to the next boundary. */
export async function* readParts(
	stream: AsyncIterable<Buffer>,
	boundary: string,
): AsyncGenerator<Buffer, void, void> {
	const mark = Buffer.from(`--${boundary}`);
	let held: Buffer = Buffer.alloc(0);
	/** Where to go on looking, so that a large part is searched once. */
	let looked = 0;
	for await (const chunk of stream) {
		held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
		for (;;) {
			const part = firstPart(held, mark, looked);
			if (!('body' in part)) {
				looked = part.looked;
				break;
			}
			held = held.subarray(part.end);
			looked = 0;
			yield Buffer.from(part.body);
		}
		if (held.length > CAPTURE_MAX_BYTES + MAX_HEADERS) {
			throw new CameraTrouble(
				`The camera's pictures are larger than ${CAPTURE_MAX_BYTES / 1024 ** 2} MB`,
				'setting',
			);
		}
	}
}

function firstPart(
	held: Buffer,
	mark: Buffer,
	looked: number,
): { body: Buffer; end: number } | { looked: number } {
	const start = held.indexOf(mark);
	if (start < 0) return { looked: 0 };
	const headersEnd = held.indexOf(HEADERS_END, start);
	if (headersEnd < 0) return { looked: 0 };
	const bodyStart = headersEnd + HEADERS_END.length;
	const length = /^content-length:\s*(\d+)/im.exec(held.toString('latin1', start, headersEnd))?.[1];
	if (length !== undefined) {
		const end = bodyStart + Number(length);
		return held.length < end ? { looked: 0 } : { body: held.subarray(bodyStart, end), end };
	}
	const next = held.indexOf(mark, Math.max(bodyStart, looked));
	if (next < 0) return { looked: Math.max(bodyStart, held.length - mark.length) };
	const body = held.subarray(bodyStart, next);
	const lineEnd = body.subarray(-2).toString('latin1') === '\r\n' ? 2 : 0;
	return { body: body.subarray(0, body.length - lineEnd), end: next };
}
