/** Requests to addresses that customers chose: they reach the public web, and no internal network. */
import { Resolver as DnsResolver } from 'node:dns/promises';
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, isIPv4, type LookupFunction } from 'node:net';
import type { OpenableNetwork } from '@watchword/contract/delivery';
import { refuseTinyPieces } from '../base/pieces.ts';
import type { Resolver } from '../ports/resolver.ts';
import { kindOf, ownAddresses } from './address-rules.ts';

const CONNECT_MS = 5000;
const WHOLE_MS = 15_000;
const MAX_REDIRECTS = 3;
/** Only the beginning of an answer is read; then the connection is closed. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
/** Interim responses, such as 103: each takes time, and nobody needs many. */
const MAX_HINTS = 10;

export interface OutgoingRules {
	/** Networks that the operator has allowed. */
	networks: ReadonlySet<OpenableNetwork>;
	/** The name and the ports of this server, to which no request is sent. */
	ownHost: string;
	ownPorts: ReadonlySet<number>;
	/** Answers DNS questions; null means the name servers of the machine. */
	resolve: Resolver | null;
	/** Shorter in tests. */
	wholeMs?: number;
}

export interface Answer {
	status: number;
	headers: IncomingMessage['headers'];
	/** The beginning of the answer. */
	body: Buffer;
}

/** No usable answer came. The message is for the customer. */
export class RequestFailed extends Error {
	/** The address itself is refused: a retry does not help. */
	readonly refused: boolean;
	readonly answer: number | undefined;

	constructor(message: string, more: { refused?: boolean; answer?: number; cause?: unknown } = {}) {
		super(message, { cause: more.cause });
		this.refused = more.refused ?? false;
		this.answer = more.answer;
	}
}

export interface Outgoing {
	/** Rejects with RequestFailed if no request may be sent to this address. */
	check(url: string): Promise<void>;
	/** Posts, follows redirects that keep the request, and returns any status. Rejects with RequestFailed. */
	post(url: string, message: { headers: Record<string, string>; body: string | Uint8Array }): Promise<Answer>;
}

const refuse = (message: string) => new RequestFailed(message, { refused: true });

export function openOutgoing(rules: OutgoingRules): Outgoing {
	const resolve = rules.resolve ?? machineResolver();
	const wholeMs = rules.wholeMs ?? WHOLE_MS;
	return {
		async check(url) {
			await addressesOf(rules, resolve, readUrl(url), AbortSignal.timeout(wholeMs));
		},
		async post(url, message) {
			const whole = AbortSignal.timeout(wholeMs);
			let target = readUrl(url);
			let sent = message;
			for (let redirects = 0; ; redirects++) {
				const addresses = await addressesOf(rules, resolve, target, whole);
				const answer = await postOnce(target, addresses, sent, whole);
				const next = redirectOf(answer, target);
				if (!next) return answer;
				if (redirects === MAX_REDIRECTS) {
					throw new RequestFailed(`It redirected more than ${MAX_REDIRECTS} times.`, {
						answer: answer.status,
					});
				}
				if (next.origin !== target.origin) sent = withoutSecrets(sent);
				target = next;
			}
		},
	};
}

/** What was meant for one server is not shown to another. */
function withoutSecrets<T extends { headers: Record<string, string> }>(message: T): T {
	const { authorization: _, ...headers } = message.headers;
	return { ...message, headers };
}

/** Does not use the threads that read files, unlike the machine's own name lookup. */
function machineResolver(): Resolver {
	const dns = new DnsResolver({ timeout: 2000, tries: 2 });
	return async (name, type) => (await dns.resolve(name, type)) as string[];
}

function readUrl(text: string): URL {
	const url = URL.parse(text);
	if (!url || !/^https?:$/.test(url.protocol)) throw refuse('The address must begin with https://.');
	if (url.username || url.password) throw refuse('The address must not contain a user name or a password.');
	const port = portOf(url);
	if (port < 1024 && port !== 80 && port !== 443) {
		throw refuse(`Port ${port} is not used for this. Use 443, 80 or a port from 1024.`);
	}
	return url;
}

const portOf = ({ port, protocol }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

/** The name or the address in a URL, without the brackets of IPv6 and the dot at the end of a full name. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');

/**
 * The addresses that a request may connect to. All addresses of a name must be allowed, and the connection is made to exactly
 * these: the name is not resolved again, so a later DNS answer changes nothing.
 */
async function addressesOf(
	rules: OutgoingRules,
	resolve: Resolver,
	url: URL,
	whole: AbortSignal,
): Promise<string[]> {
	const host = hostOf(url);
	if (host === rules.ownHost && isIP(host) === 0 && host !== 'localhost') {
		throw refuse(`${host} is this server itself.`);
	}
	const addresses = isIP(host) ? [host] : await lookUp(resolve, host, whole);
	const isOwn = ownAddresses();
	for (const address of addresses) checkAddress(rules, url, address, isOwn(address));
	return addresses;
}

function checkAddress(
	{ networks, ownPorts }: OutgoingRules,
	url: URL,
	address: string,
	isOwn: boolean,
): void {
	const host = hostOf(url);
	const kind = kindOf(address);
	const ask = 'The operator of this server can allow it: WEBHOOK_PRIVATE_NETWORKS.';
	if (kind === 'reserved') throw refuse(`${host} is not an address on the web.`);
	if (isOwn && ownPorts.has(portOf(url))) throw refuse(`${host} is this server itself.`);
	if (isOwn && kind !== 'private' && !networks.has('loopback')) {
		throw refuse(`${host} is the machine of this server. ${ask}`);
	}
	if (kind === 'private' && !networks.has('private')) {
		throw refuse(`${host} is in a private network. ${ask}`);
	}
	if (url.protocol === 'http:' && kind === 'public' && !isOwn) {
		throw refuse(`${host} is on the web, so the address must begin with https://.`);
	}
}

async function lookUp(resolve: Resolver, name: string, whole: AbortSignal): Promise<string[]> {
	if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
	const asked = Promise.allSettled([resolve(name, 'A'), resolve(name, 'AAAA')]);
	const answers = await unlessAborted(asked, whole);
	const addresses = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value.flat() : []));
	if (addresses.length > 0) return addresses;
	const absent = answers.every(
		(one) => one.status === 'rejected' && ['ENOTFOUND', 'ENODATA'].includes(codeOf(one.reason)),
	);
	throw new RequestFailed(
		absent ? `There is no machine with the name ${name}.` : `The name ${name} could not be looked up.`,
	);
}

const LATE = 'No answer came in time.';

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((done, failed) => {
		const late = () => failed(new RequestFailed(LATE));
		if (signal.aborted) late();
		signal.addEventListener('abort', late, { once: true });
		work.then(done, failed).finally(() => signal.removeEventListener('abort', late));
	});
}

/** One request on its own connection. Reading the answer ends with the time limit. */
function postOnce(
	url: URL,
	addresses: string[],
	{ headers, body }: { headers: Record<string, string>; body: string | Uint8Array },
	whole: AbortSignal,
): Promise<Answer> {
	const { promise, resolve, reject } = Promise.withResolvers<Answer>();
	const bytes = Buffer.from(body as string);
	const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
		method: 'POST',
		agent: false,
		lookup: pinned(addresses),
		maxHeaderSize: MAX_HEADER_BYTES,
		signal: whole,
		headers: { ...headers, 'content-length': bytes.length },
	});
	const connecting = setTimeout(
		() => request.destroy(new RequestFailed('It could not be connected to in time.')),
		CONNECT_MS,
	);
	const connected = url.protocol === 'https:' ? 'secureConnect' : 'connect';
	request.on('socket', (socket) => socket.once(connected, () => clearTimeout(connecting)));
	let hints = 0;
	request.on('information', () => {
		if (++hints > MAX_HINTS) request.destroy(new RequestFailed('It gave hints without end and no answer.'));
	});
	/** What to do if nothing more comes: an answer counts once its status is there, however it continues. */
	let giveUp = (problem: RequestFailed) => reject(problem);
	request.on('response', (response) => {
		refuseTinyPieces(response);
		const chunks: Buffer[] = [];
		let size = 0;
		const finish = () => {
			resolve({
				status: response.statusCode ?? 0,
				headers: response.headers,
				body: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES),
			});
			request.destroy();
		};
		giveUp = finish;
		response.on('data', (chunk: Buffer) => {
			chunks.push(chunk);
			size += chunk.length;
			if (size >= MAX_ANSWER_BYTES) finish();
		});
		response.on('end', finish);
		response.on('error', finish);
	});
	request.on('error', (error) => giveUp(explain(error)));
	request.on('close', () => {
		clearTimeout(connecting);
		giveUp(new RequestFailed('The connection was closed before an answer came.'));
	});
	request.end(bytes);
	return promise;
}

/** Resolves nothing: the connection goes to the checked addresses. */
const pinned = (addresses: string[]): LookupFunction => {
	const found = addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
	return (_name, options, done) => {
		if (options.all) done(null, found);
		else done(null, String(found[0]?.address), found[0]?.family);
	};
};

/** Where an answer redirects to; null if it does not. Only 307 and 308 repeat the same request. */
function redirectOf({ status, headers }: Answer, from: URL): URL | null {
	if (status < 300 || status > 399) return null;
	if (status !== 307 && status !== 308) {
		throw new RequestFailed(
			`It answered with a redirect (${status}) that drops what was sent. Use the address it redirects to, or 307 or 308.`,
			{ answer: status },
		);
	}
	const next = URL.parse(headers.location ?? '', from.href);
	if (!headers.location || !next) {
		throw new RequestFailed('It redirected to no address.', { answer: status });
	}
	return readUrl(next.href);
}

const codeOf = (error: unknown) =>
	error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const WORDS: Record<string, string> = {
	ECONNREFUSED: 'It refused the connection.',
	ECONNRESET: 'The connection was closed before an answer came.',
	ETIMEDOUT: 'It could not be connected to in time.',
	EHOSTUNREACH: 'It cannot be reached.',
	ENETUNREACH: 'It cannot be reached.',
	ABORT_ERR: LATE,
	HPE_HEADER_OVERFLOW: 'The headers of its answer are too long.',
};

function explain(error: Error): RequestFailed {
	if (error instanceof RequestFailed) return error;
	const first = error instanceof AggregateError ? error.errors[0] : error;
	const code = codeOf(first) || codeOf(error);
	const known = WORDS[code];
	if (known) return new RequestFailed(known, { cause: error });
	if (/CERT|SSL|TLS|ALTNAME|ISSUER/.test(code)) {
		return new RequestFailed(`Its certificate cannot be trusted (${code}).`, { cause: error });
	}
	return new RequestFailed(code.startsWith('HPE_') ? 'Its answer is not HTTP.' : 'The request failed.', {
		cause: error,
	});
}
