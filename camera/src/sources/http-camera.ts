import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import { CAPTURE_MAX_BYTES } from '@watchword/contract/constants';
import { refuseTinyPieces } from '../../../server/src/base/pieces.ts';
import { answer, type Challenge, readChallenges, strongest } from './digest.ts';
import { CameraTrouble, noCredentials, unreachable, wrongPassword } from './trouble.ts';

/** Where a camera is and how to get in. */
export interface Access {
	url: URL;
	user?: string | undefined;
	password?: string | undefined;
	/** The SHA-256 fingerprint of the one certificate to trust, for cameras that made their own. */
	certificate?: string | undefined;
}

interface Ask {
	/** Another address of the same camera. */
	url?: URL;
	method?: string;
	headers?: Record<string, string>;
	body?: string;
	/** SOAP explains errors in the body of the answer. */
	takesErrors?: boolean;
	signal: AbortSignal;
}

/** Until the answer begins. */
const ANSWER_WITHIN_MS = 15_000;

/** Speaks to one camera over HTTP, with basic or digest authentication as the camera wants it. */
export class HttpCamera {
	readonly #access: Access;
	#challenge: Challenge | null = null;
	/** How often the challenge's nonce was used. */
	#used = 0;

	constructor(access: Access) {
		this.#access = access;
	}

	/** The answer, once it begins. The caller reads or destroys its body. */
	async ask(ask: Ask): Promise<IncomingMessage> {
		const { user, password } = this.#access;
		const knew = this.#challenge !== null;
		let response = await this.#send(ask);
		if (response.statusCode === 401 && (user === undefined || password === undefined)) {
			response.destroy();
			throw noCredentials();
		}
		// The password is tried once. Only if it was right before may the camera ask for it again with a fresh nonce.
		for (let tries = 0; response.statusCode === 401; tries++) {
			response.destroy();
			const offered = strongest(readChallenges(response.headers['www-authenticate'] ?? ''));
			const isStale = /^true$/i.test(offered?.parameters.stale ?? '');
			const mayTry =
				tries === 0 ? !knew || isStale || isFresh(offered, this.#challenge) : tries === 1 && isStale;
			if (!mayTry) throw this.#refused();
			if (!offered) throw new CameraTrouble('The camera uses an unknown authentication', 'setting');
			this.#challenge = offered;
			this.#used = 0;
			response = await this.#send(ask);
		}
		const status = response.statusCode ?? 0;
		if ((status >= 200 && status < 300) || (ask.takesErrors && status >= 400)) return response;
		response.destroy();
		if (status === 403) throw wrongPassword();
		if (status >= 300 && status < 400) {
			throw new CameraTrouble('The camera redirects to another address', 'setting');
		}
		if (status === 404) throw new CameraTrouble('The camera has nothing at this address', 'setting');
		throw new CameraTrouble(`The camera answers with error ${status}`);
	}

	#refused(): CameraTrouble {
		this.#challenge = null;
		return wrongPassword();
	}

	#send({
		url = this.#access.url,
		method = 'GET',
		headers = {},
		body,
		signal,
	}: Ask): Promise<IncomingMessage> {
		const { user = '', password = '', certificate } = this.#access;
		const uri = url.pathname + url.search;
		const authorization =
			this.#challenge && answer(this.#challenge, { method, uri, user, password, count: ++this.#used });
		const options: RequestOptions = {
			method,
			headers: { accept: '*/*', ...headers, ...(authorization && { authorization }) },
			// A connection for each picture: many cameras allow few connections, and close them without notice.
			agent: false,
			// The answers of many cameras break the rules of HTTP.
			insecureHTTPParser: true,
			signal,
		};
		return new Promise((resolve, reject) => {
			const request =
				url.protocol === 'https:'
					? https.request(url, secured(options, url, certificate))
					: http.request(url, options);
			const timer = setTimeout(() => request.destroy(unreachable('no answer')), ANSWER_WITHIN_MS);
			request.once('response', (response) => {
				refuseTinyPieces(
					response,
					new CameraTrouble('The camera sends its pictures in too many small pieces'),
				);
				resolve(response);
			});
			request.once('close', () => {
				clearTimeout(timer);
				// After an upgrade that we did not ask for, there is neither a response nor an error event.
				reject(unreachable('no answer'));
			});
			request.once('response', () => clearTimeout(timer));
			request.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, signal)));
			request.end(body);
		});
	}
}

/** Sends nothing before the certificate is known to be trusted. */
function secured(
	{ agent: _, ...options }: RequestOptions,
	url: URL,
	certificate: string | undefined,
): RequestOptions {
	const host = url.hostname.replace(/^\[|\]$/g, '');
	return {
		...options,
		createConnection: (_options, connected) => {
			const servername = isIP(host) ? {} : { servername: host };
			const port = Number(url.port || 443);
			const socket = connect({ host, port, ...servername, rejectUnauthorized: false }, () => {
				const trouble = distrust(socket, certificate);
				if (trouble) socket.destroy(trouble);
				else connected(null, socket.setTimeout(0));
			});
			// The request may be aborted meanwhile, and does not know this socket yet.
			if (options.signal) addAbortSignal(options.signal, socket);
			socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy(unreachable('no answer')));
			socket.once('error', (error) => connected(error, socket));
			return undefined;
		},
	};
}

function distrust(socket: TLSSocket, certificate: string | undefined): CameraTrouble | null {
	const shown = socket.getPeerCertificate().fingerprint256;
	if (certificate === undefined && socket.authorized) return null;
	if (certificate !== undefined && isSame(shown, certificate)) return null;
	return certificate === undefined
		? new CameraTrouble(
				"The camera's certificate is not trusted",
				'setting',
				`If it is the camera's own, add to the config: certificate: "${shown}"`,
			)
		: new CameraTrouble(
				'The camera shows another certificate than the one to trust',
				'setting',
				'Set `certificate` to its new fingerprint if the camera was replaced or reset.',
			);
}

/** The nonce is not ours: the camera restarted or has many clients, and did not check the password. */
const isFresh = (offered: Challenge | null, used: Challenge | null) =>
	offered?.scheme === 'digest' && offered.parameters.nonce !== used?.parameters.nonce;

const isSame = (one: string, other: string) => plain(one) === plain(other);
const plain = (fingerprint: string) => fingerprint.replaceAll(':', '').toUpperCase();

function explain(error: NodeJS.ErrnoException, signal: AbortSignal): unknown {
	if (error instanceof CameraTrouble || signal.aborted) return error;
	if (error.code?.startsWith('HPE_')) return new CameraTrouble('The camera does not speak HTTP', 'setting');
	return unreachable(error.code ?? error.message);
}

/** The body of an answer, cut off if it is longer than `maxBytes`. */
export async function readBody(response: IncomingMessage, maxBytes = CAPTURE_MAX_BYTES): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of response) {
		chunks.push(chunk);
		length += chunk.length;
		// One byte more than allowed is enough to be refused.
		if (length > maxBytes) break;
	}
	return Buffer.concat(chunks);
}
