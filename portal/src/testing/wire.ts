import { ERROR_STATUS, type ErrorCode } from '@watchword/contract/errors';
import type { Topic } from '@watchword/contract/events';
import type { AnswerOf, RequestOf, Route } from '@watchword/contract/route';
import { type Api, routes } from '@watchword/contract/routes/all';
import { vi } from 'vitest';

/** What the server would say instead of an answer. */
class Refusal {
	readonly code: ErrorCode;
	readonly headers: Record<string, string>;
	readonly message: string;
	constructor(code: ErrorCode, headers: Record<string, string>, message: string) {
		this.code = code;
		this.headers = headers;
		this.message = message;
	}
}

export const refused = (code: ErrorCode, headers: Record<string, string> = {}, message = 'x') =>
	new Refusal(code, headers, message);

/** The request reaches nobody. */
export const noAnswer: unique symbol = Symbol('no answer');

type Said<R extends Route> = AnswerOf<R> | Refusal | typeof noAnswer;
type Reply<R extends Route> = Said<R> | ((request: RequestOf<R>) => Said<R> | Promise<Said<R>>);
export type Answers = { [N in keyof Api]?: Reply<Api[N]> };

type Sent = { route: string; body: unknown };

/** What is not as the contract says, in a test: it fails in `setup.ts`. */
export const breaches: string[] = [];

const known = routes.map((route) => ({
	name: `${route.method.toUpperCase()} ${route.path}`,
	route,
	pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/**
 * Answers the portal's requests as a server would, for one test. Requests and answers must fit the contract: what does not, or
 * has no answer here, fails the test.
 */
export class Wire {
	readonly sent: Sent[] = [];
	readonly #answers = new Map<string, unknown>();

	constructor(answers: Answers) {
		this.answer(answers);
		const elsewhere = window.fetch.bind(window);
		vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
			const url = new URL(input instanceof Request ? input.url : input, window.location.href);
			// The bytes of a picture come from the tests' own server, as those that a page shows do.
			const isAnswered = /^\/(api|v0)\//.test(url.pathname) && !url.searchParams.has('alt');
			return isAnswered ? this.#reply(url, init) : elsewhere(input, init);
		});
		vi.stubGlobal('EventSource', LiveEvents);
	}

	/** From now on, these answers in place of the earlier ones. */
	answer(answers: Answers): void {
		for (const [name, reply] of Object.entries(answers)) this.#answers.set(name, reply);
	}

	/** The bodies that were sent to a route. */
	bodies = (route: keyof Api) => this.sent.filter((sent) => sent.route === route).map(({ body }) => body);

	async #reply(url: URL, { method = 'GET', body, signal }: RequestInit): Promise<Response> {
		const found = known
			.filter(({ name, pattern }) => name.startsWith(`${method} `) && pattern.test(url.pathname))
			// A path without parameters comes before one that would match it too.
			.toSorted((a, b) => a.name.split('{').length - b.name.split('{').length)[0];
		if (!found) return this.#breach(`${method} ${url.pathname} is no route`);
		const { name, route, pattern } = found;
		const request = {
			params: pattern.exec(url.pathname)?.groups ?? {},
			query: Object.fromEntries(url.searchParams),
			body: typeof body === 'string' ? JSON.parse(body) : undefined,
		};
		this.sent.push({ route: name, body: request.body });
		if (!this.#answers.has(name)) return this.#breach(`${name} has no answer in this test`);
		// Whether the server would take it: the portal shows a refusal, as it does with the real one.
		if (route.body && !route.body.safeParse(request.body).success) return errorOf('invalid-argument');
		const reply = this.#answers.get(name);
		const said: unknown = typeof reply === 'function' ? await reply(request) : reply;
		if (signal?.aborted) throw signal.reason;
		if (said === noAnswer) throw new TypeError('Failed to fetch');
		if (said instanceof Refusal) return errorOf(said.code, said.headers, said.message);
		const json: unknown = JSON.parse(JSON.stringify(said));
		const fits = route.answer.safeParse(json);
		if (!fits.success)
			return this.#breach(`the answer of ${name} breaks the contract: ${fits.error.message}`);
		return Response.json(json, { status: route.status ?? 200 });
	}

	#breach(what: string): Response {
		breaches.push(what);
		return errorOf('internal');
	}
}

const errorOf = (code: ErrorCode, headers: Record<string, string> = {}, message = 'x') =>
	Response.json({ error: { code, message } }, { status: ERROR_STATUS[code], headers });

const streams = new Set<LiveEvents>();

/** The server says that these documents have changed. */
export function tell(...topics: Topic[]): void {
	for (const topic of topics)
		for (const stream of streams) stream.onmessage?.({ data: JSON.stringify({ topic }) });
}

/** An event stream on which only what a test tells happens. */
class LiveEvents {
	onmessage: ((message: { data: string }) => void) | undefined;
	constructor() {
		streams.add(this);
	}
	close(): void {
		streams.delete(this);
	}
}
