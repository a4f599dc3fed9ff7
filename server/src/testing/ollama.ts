import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The lines of a pull as Ollama sends them: a layer is named by its digest, and its bytes come with several lines. */
export const PULLED = [
	{ status: 'pulling manifest' },
	{ status: 'pulling aaaaaaaaaaaa', digest: 'sha256:aa', total: 900 },
	{ status: 'pulling aaaaaaaaaaaa', digest: 'sha256:aa', total: 900, completed: 450 },
	{ status: 'pulling bbbbbbbbbbbb', digest: 'sha256:bb', total: 100, completed: 100 },
	{ status: 'pulling aaaaaaaaaaaa', digest: 'sha256:aa', total: 900, completed: 900 },
	{ status: 'verifying sha256 digest' },
	{ status: 'writing manifest' },
	{ status: 'success' },
];

/** A server on this machine that pulls as a test says, in Ollama's form. */
export interface Ollama {
	url: string;
	/** The bodies of the pulls. */
	asked: unknown[];
	pull: (response: ServerResponse, request: IncomingMessage) => void;
	close(): void;
}

export async function startOllama(): Promise<Ollama> {
	const server = createServer(async (request, response) => {
		ollama.asked.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
		ollama.pull(response, request);
	});
	const ollama: Ollama = {
		url: '',
		asked: [],
		pull: (response) => sendLines(response, PULLED).end(),
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	ollama.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
	return ollama;
}

export function sendLines(response: ServerResponse, lines: readonly object[]): ServerResponse {
	if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/x-ndjson' });
	for (const line of lines) response.write(`${JSON.stringify(line)}\n`);
	return response;
}
