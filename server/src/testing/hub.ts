import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void;

export interface TestHub {
	url: string;
	/** What was asked, with the part of the file that was wanted: "GET /... bytes=5-". */
	asked: string[];
	/** Answers the next requests whose address contains a text in another way, each once. */
	faults: { at: string; answer: Answer }[];
	close(): void;
}

const REPOSITORY = 'lab/tiny';
const REVISION = '0123456789abcdef0123456789abcdef01234567';
export const ON_HUB = { repository: REPOSITORY, revision: REVISION };

/** From this size on, files are in the hub's large storage. */
const LARGE = 1000;
const PAGE = 5;

/**
 * A hub of models on loopback: lists files in pages, redirects to another host for large files, and sends parts. Its wire format
 * is that of huggingface.co.
 */
export async function startHub(files: Record<string, Buffer>): Promise<TestHub> {
	const asked: string[] = [];
	const faults: TestHub['faults'] = [];
	const server = http.createServer((request, response) => {
		const url = new URL(request.url ?? '', 'http://hub');
		asked.push([request.method, url.pathname, request.headers.range].filter(Boolean).join(' '));
		const at = faults.findIndex((fault) => request.url?.includes(fault.at));
		if (at >= 0) return faults.splice(at, 1)[0]?.answer(request, response);
		if (url.pathname === `/api/models/${REPOSITORY}/tree/${REVISION}`) return list(url, response);
		const [, kind, path = ''] =
			new RegExp(`^/(${REPOSITORY}/resolve|cdn)/${REVISION}/(.*)$`).exec(url.pathname) ?? [];
		const bytes = files[path];
		if (!bytes)
			return void response.writeHead(404, { 'x-error-code': 'EntryNotFound' }).end('Entry not found');
		if (kind !== 'cdn' && bytes.length >= LARGE) {
			// The other host is this one under its other name.
			const location = `http://localhost:${port()}/cdn/${REVISION}/${path}?signed=1`;
			return void response.writeHead(302, { location, 'x-linked-size': bytes.length }).end();
		}
		const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
		const part = bytes.subarray(from);
		const range = from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
		response.writeHead(from > 0 ? 206 : 200, { 'content-length': part.length, ...range }).end(part);
	});
	const port = () => (server.address() as AddressInfo).port;

	const list = (url: URL, response: http.ServerResponse) => {
		const first = Number(url.searchParams.get('cursor') ?? 0);
		const all = [{ type: 'directory', oid: 'a'.repeat(40), size: 0, path: 'onnx' }, ...Object.entries(files)];
		const page = all
			.slice(first, first + PAGE)
			.map((one) => (Array.isArray(one) ? entryOf(one[0], one[1]) : one));
		const next = `<http://${url.host === 'hub' ? `127.0.0.1:${port()}` : url.host}${url.pathname}?recursive=true&cursor=${first + PAGE}>; rel="next"`;
		const more = first + PAGE < all.length && { link: next };
		response.writeHead(200, { 'content-type': 'application/json', ...more }).end(JSON.stringify(page));
	};

	await new Promise<void>((listening) => server.listen(0, listening));
	return {
		url: `http://127.0.0.1:${port()}`,
		asked,
		faults,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

function entryOf(path: string, bytes: Buffer) {
	const oid = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
	const lfs = { oid: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, pointerSize: 134 };
	return { type: 'file', oid, size: bytes.length, path, ...(bytes.length >= LARGE && { lfs }) };
}

/** Answers with this status, and ends. */
export const withStatus =
	(status: number, headers: Record<string, string> = {}, body = ''): Answer =>
	(_request, response) =>
		void response.writeHead(status, headers).end(body);

/** Promises all bytes, sends some, and breaks the connection once they are `stored`: a client may drop the last ones otherwise. */
export const cutAfter =
	(bytes: Buffer, count: number, stored: () => Promise<unknown> = async () => undefined): Answer =>
	(_request, response) => {
		response.writeHead(200, { 'content-length': bytes.length });
		response.write(bytes.subarray(0, count), () => void stored().finally(() => response.destroy()));
	};

/** Sends nothing and stays open. */
export const silent: Answer = () => {};
