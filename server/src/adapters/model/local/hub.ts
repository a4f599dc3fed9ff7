import http from 'node:http';
import https from 'node:https';
import { z } from 'zod';
import { Refusal, retryAfter } from '../../../base/failures.ts';
import type { Settings } from '../../../settings.ts';

/** A file of a repository on the hub. Files in its large storage have a SHA-256, others the hash that git gives them. */
export interface HubFile {
	path: string;
	bytes: number;
	sha256: string | null;
	gitHash: string;
}

export interface Hub extends Pick<Settings['modelHub'], 'url' | 'proxy'> {
	/** How long to wait before the nth try in a row. */
	waitMs?: (tries: number) => number;
	/** A connection without a byte for this long has died. */
	stallMs?: number;
	/** Stops a download when it is aborted. */
	signal?: AbortSignal;
	/** Gets a line for the operator before each wait. */
	note?: (line: string) => void;
}

const MAX_REDIRECTS = 5;
const MAX_PAGES = 20;
const MAX_LIST_BYTES = 5_000_000;
const STALL_MS = 30_000;

/** It may go better another time; `afterSeconds` is the hub's own wish. */
export class Interrupted extends Error {
	readonly afterSeconds: number | null;
	constructor(message: string, afterSeconds: number | null = null) {
		super(message);
		this.afterSeconds = afterSeconds;
	}
}

const tree = z.array(
	z.object({
		type: z.string(),
		path: z.string(),
		size: z.number().int().nonnegative(),
		oid: z.string(),
		lfs: z.object({ oid: z.string(), size: z.number().int().nonnegative() }).optional(),
	}),
);

/** The files of a repository at a commit, as the hub's API lists them. */
export async function listFiles(hub: Hub, repository: string, revision: string): Promise<HubFile[]> {
	const files: HubFile[] = [];
	let next: string | null = `${hub.url}/api/models/${repository}/tree/${revision}?recursive=true`;
	for (let page = 0; next !== null && page < MAX_PAGES; page++) {
		const from: string = next;
		const answer = await open(hub, from, 0);
		const text = await readText(answer);
		const read = tree.safeParse(jsonIn(text));
		if (!read.success) {
			throw new Refusal(
				'unavailable',
				`${hostOf(from)} answered with something that is not a list of files. Is there a login page on the way, or is MODEL_HUB another kind of server?`,
			);
		}
		for (const { type, path, size, oid, lfs } of read.data) {
			if (type !== 'file') continue;
			files.push({ path, bytes: lfs?.size ?? size, sha256: lfs?.oid ?? null, gitHash: oid });
		}
		const [, linked] = /<([^>]+)>;\s*rel="next"/.exec(String(answer.headers.link ?? '')) ?? [];
		next = linked === undefined ? null : new URL(linked, from).href;
	}
	return files;
}

export const addressOf = ({ url }: Hub, repository: string, revision: string, path: string) =>
	`${url}/${repository}/resolve/${revision}/${path}`;

/** Asks for a file from a byte on, and follows redirects. The answer is 200, or 206 if it begins there. */
export async function open(hub: Hub, address: string, from: number): Promise<http.IncomingMessage> {
	let url = new URL(address);
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		const answer = await request(hub, url, from);
		const { statusCode: status = 0, headers } = answer;
		if (status === 200 || status === 206) return answer;
		answer.destroy();
		if (status >= 300 && status < 400 && headers.location) {
			const to = new URL(headers.location, url);
			if (to.protocol !== url.protocol && to.protocol !== 'https:')
				throw new Refusal('unavailable', `${url.host} redirects to ${to.protocol}, which is not safe.`);
			url = to;
			continue;
		}
		if (status === 429 || status === 408 || status >= 500)
			throw new Interrupted(`${url.host} answered ${status}`, retryAfter(headers['retry-after']));
		if (status === 416) throw new Interrupted(`${url.host} has no such part`);
		const why =
			status === 401 || status === 403 ? 'gives it to nobody without an account' : 'does not have it';
		throw new Refusal('not-found', `${url.host} ${why}: ${url.pathname} (status ${status}).`);
	}
	throw new Refusal('unavailable', `${url.host} redirects in a circle.`);
}

function request(
	{ proxy, signal, stallMs = STALL_MS }: Hub,
	url: URL,
	from: number,
): Promise<http.IncomingMessage> {
	const client = url.protocol === 'https:' ? https : http;
	const agent = new client.Agent({ proxyEnv: proxy });
	const headers = {
		'user-agent': 'watchword',
		...(from > 0 && { range: `bytes=${from}-` }),
		// A compressed answer would have another length.
		'accept-encoding': 'identity',
	};
	return new Promise((answered, failed) => {
		const asking = client.get(url, { agent, headers, ...(signal && { signal }) }, answered);
		asking.setTimeout(stallMs, () => asking.destroy(new Interrupted(`${url.host} sent nothing for a while`)));
		asking.on('error', (error: NodeJS.ErrnoException) =>
			failed(
				error instanceof Interrupted ? error : new Interrupted(`${url.host}: ${error.code ?? error.message}`),
			),
		);
	});
}

async function readText(answer: http.IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const chunk of answer) {
			bytes += chunk.length;
			if (bytes > MAX_LIST_BYTES) throw new Refusal('unavailable', 'The list of files is far too long.');
			chunks.push(chunk);
		}
	} catch (error) {
		if (error instanceof Refusal) throw error;
		throw new Interrupted('the connection ended');
	}
	return Buffer.concat(chunks).toString();
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

const hostOf = (address: string) => new URL(address).host;
