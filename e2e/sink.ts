import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

/** The server of a stranger, on this machine, that records its requests. At /page it serves a given page. */
export async function startSink() {
	let page = '';
	const hits: string[] = [];
	const server = createServer((request, response) => {
		if (request.url === '/page') {
			response.writeHead(200, { 'content-type': 'text/html' }).end(page);
			return;
		}
		hits.push(request.url ?? '');
		response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	const serve = (html: string) => {
		page = html;
		return `http://${host}/page`;
	};
	return { host, hits, serve, close: () => server.close() };
}
