import http from 'node:http';
import https from 'node:https';
import { refuseTinyPieces } from '../base/pieces.ts';

/** The answer is larger than the limit. */
export class AnswerTooLarge extends Error {}

const MAX_BYTES = 1_000_000;

/**
 * The part of fetch that adapters need, at a fraction of the cost. It reuses connections, limits the size of the answer,
 * and follows no redirects, so that a key goes to no other address.
 */
export const boundedFetch: typeof fetch = async (input, init = {}) => {
	const question = { url: new URL(String(input)), body: Buffer.from(String(init.body ?? '')), init };
	try {
		return await exchange(question);
	} catch (error) {
		// The server may close a reused connection just as we start to send.
		if (error instanceof Closed) return exchange(question);
		throw error;
	}
};

class Closed extends Error {}

interface Exchange {
	url: URL;
	body: Buffer;
	init: RequestInit;
}

function exchange({ url, body, init }: Exchange): Promise<Response> {
	const { request } = url.protocol === 'https:' ? https : http;
	const headers = { ...Object.fromEntries(new Headers(init.headers)), 'content-length': body.length };
	const { method = 'GET', signal } = init;
	return new Promise((answer, fail) => {
		const asking = request(url, { method, headers, ...(signal && { signal }) });
		asking.on('error', (error: NodeJS.ErrnoException) => {
			const stale = asking.reusedSocket && error.code === 'ECONNRESET';
			fail(stale ? new Closed('closed', { cause: error }) : error);
		});
		let answers = false;
		asking.on('response', (incoming) => {
			answers = true;
			refuseTinyPieces(incoming, new AnswerTooLarge('in too many small pieces'));
			readAll(incoming).then(answer, fail);
		});
		// After an upgrade that we did not ask for, there is neither a response nor an error event.
		asking.on('close', () => {
			if (!answers) fail(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' }));
		});
		asking.end(body);
	});
}

async function readAll(incoming: http.IncomingMessage): Promise<Response> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of incoming) {
		bytes += chunk.length;
		if (bytes > MAX_BYTES) throw new AnswerTooLarge();
		chunks.push(chunk);
	}
	const headers = new Headers();
	for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
	const { statusCode: status = 500 } = incoming;
	if (headers.has('location')) throw Object.assign(new Error('redirected'), { code: 'ERR_REDIRECTED' });
	return new Response(bytes > 0 ? Buffer.concat(chunks) : null, { status, headers });
}
