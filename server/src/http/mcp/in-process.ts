import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { AnswerOf, RequestOf } from '@watchword/contract/route';
import type { Api } from '@watchword/contract/routes/all';
import type { Context, Hono } from 'hono';
import { Refusal } from '../../base/failures.ts';
import type { Env } from '../../base/route.ts';

interface AnyRequest {
	params?: Record<string, string>;
	query?: Record<string, unknown>;
	body?: unknown;
}

type Given<R> = Record<never, never> extends R ? [R?] : [R];

/** Calls a route of the API by its name, such as `GET /api/runs/{id}`. A refusal is thrown with the route's own message. */
export type Call = <N extends keyof Api>(
	name: N,
	...given: Given<RequestOf<Api[N]>>
) => Promise<AnswerOf<Api[N]>>;

export interface OwnApi {
	call: Call;
	/** The bytes of a stored file. */
	file(path: string): Promise<{ bytes: Buffer; contentType: string }>;
}

/**
 * The API for the token of this request, without the network. It calls the routes themselves, so validation, scopes, ownership
 * and limits apply.
 */
export function ownApi(app: Hono<Env>, c: Context<Env>, bucket: string): OwnApi {
	const send = async (method: string, path: string, body?: unknown): Promise<Response> => {
		const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
		const answer = await app.request(
			path,
			{ method, headers: headersOf(c, bytes !== null), body: bytes, signal: c.req.raw.signal },
			// Without the response: it ends only after the last of these requests, which must not wait for it.
			{ incoming: incomingOf(c, bytes) },
		);
		if (answer.ok) return answer;
		const { error } = (await answer.json()) as { error: { code: Refusal['code']; message: string } };
		throw new Refusal(error.code, error.message);
	};
	return {
		call: async (name, ...given) => {
			const { params = {}, query = {}, body }: AnyRequest = given[0] ?? {};
			const [method = '', template = ''] = name.split(' ');
			const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
			const asked = Object.entries(query).filter(([, value]) => value !== undefined);
			const search = new URLSearchParams(asked.map(([key, value]): [string, string] => [key, String(value)]));
			const sent = body === undefined && method !== 'GET' ? {} : body;
			const answer = await send(method, search.size > 0 ? `${path}?${search}` : path, sent);
			return (await answer.json()) as never;
		},
		file: async (path) => {
			const answer = await send('GET', `/v0/b/${bucket}/o/${encodeURIComponent(path)}?alt=media`);
			return {
				bytes: Buffer.from(await answer.arrayBuffer()),
				contentType: answer.headers.get('content-type') ?? 'application/octet-stream',
			};
		},
	};
}

/** The token, and the headers that say where the request really came from. */
function headersOf(c: Context<Env>, hasBody: boolean): Record<string, string> {
	const headers: Record<string, string> = { 'x-request-id': c.var.requestId };
	for (const name of ['authorization', 'x-forwarded-for']) {
		const value = c.req.header(name);
		if (value !== undefined) headers[name] = value;
	}
	return hasBody ? { ...headers, 'content-type': 'application/json' } : headers;
}

/** A stand-in for Node's request, from which the body limits read. */
const incomingOf = (c: Context<Env>, body: Buffer | null) =>
	Object.assign(Readable.from(body ? [body] : []), {
		headers: {},
		socket: c.env.incoming.socket,
	}) as unknown as IncomingMessage;
