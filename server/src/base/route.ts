import type { HttpBindings } from '@hono/node-server';
import { createRoute, OpenAPIHono, type RouteConfig, type z } from '@hono/zod-openapi';
import { CONFIRMED_MINUTES } from '@watchword/contract/constants';
import { errorBody } from '@watchword/contract/errors';
import { type Access, accessOf, BYTES, type Route } from '@watchword/contract/route';
import type { TokenScope } from '@watchword/contract/token';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Log } from '../ports/log.ts';
import { Refusal } from './failures.ts';

/** What every routes.ts uses: the router, its checks, and the documentation of routes. */

export interface SignedIn {
	uid: string;
	email: string;
	/** Of the browser's session, or of the API token. */
	sessionId: string;
	/** What the API token may do; null for a browser's session, which may do everything. */
	scopes: readonly TokenScope[] | null;
	/** Whether more than a password was needed to sign in. An API token counts as such. */
	strong: boolean;
	/** When the customer last authenticated again in this session. */
	confirmedAt: Date | null;
}

export interface Env {
	/** Node's own request: some things are faster to read from it. */
	Bindings: HttpBindings;
	Variables: {
		requestId: string;
		/** The client address; if a proxy is trusted, the address that the proxy names. */
		ip: string;
		log: Log;
		/** Set behind `signedIn`. */
		user: SignedIn;
	};
}

/** Lets signed-in users pass, and gives the route `c.var.user`. */
export type SignedInGuard = MiddlewareHandler<Env>;

/** A router whose validation errors name each field and what it should be. */
export function newRouter(): OpenAPIHono<Env> {
	return new OpenAPIHono<Env>({
		defaultHook: (result) => {
			if (!result.success) throw new Refusal('invalid-argument', explain(result.error));
		},
	});
}

function explain(error: z.core.$ZodError): string {
	return error.issues
		.slice(0, 5)
		.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '))
		.join('; ');
}

const json = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema } } });

const ANY_BYTES = { '*/*': { schema: BYTES } };

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A request's input, checked against the route's schemas. */
interface Given<R extends Route> {
	params: Output<R['params']>;
	query: Output<R['query']>;
	headers: Output<R['headers']>;
	body: R extends { bodyOptional: true } ? Output<R['body']> | undefined : Output<R['body']>;
	/** Set behind `signedIn`. */
	user: SignedIn;
	c: Context<Env>;
}

/** A handler's answer: the document, or a whole response if it is not JSON. */
type Answer<R extends Route> = Response | (R extends { contentType: string } ? never : z.input<R['answer']>);

/** The routes that are served, by method and path as the router writes them. */
const served = new Map<string, Route>();

/** The description of the route for this request; undefined if the contract does not describe it. */
export function describedRoute(c: Context<Env>): Route | undefined {
	const route = matchedRoutes(c).find(({ method, path }) => served.has(`${method} ${path}`));
	return route && served.get(`${route.method} ${route.path}`);
}

export const noSuchRoute = (c: Context<Env>) =>
	new Refusal('not-found', `The API has no ${c.req.method} ${c.req.path}. /api/docs lists what it has.`);

/** Who may call the route of this request. Without a description in the contract, only browser sessions. */
export function accessTo(c: Context<Env>): Access {
	const route = describedRoute(c);
	return route ? accessOf(route) : 'session';
}

const DEVICE_KEY = [{ deviceKey: [] }, { deviceKeyAsUser: [] }];

/** The ways to authenticate, as the API's description names them: any one of them is enough. */
const WAYS: Record<Access, { [way: string]: string[] }[]> = {
	public: [],
	device: DEVICE_KEY,
	session: [{ session: [] }],
	operator: [{ operatorSession: [] }],
	read: [{ bearerAuth: ['read'] }, { session: [] }],
	automations: [{ bearerAuth: ['automations'] }, { session: [] }],
	billing: [{ bearerAuth: ['billing'] }, { session: [] }],
	captures: [{ bearerAuth: ['captures'] }, ...DEVICE_KEY],
};

const CONFIRMED = `Needs a session that was confirmed in the last ${CONFIRMED_MINUTES} minutes: see POST /api/users/me/confirmation.`;

/** Serves a route as the contract describes it; behind a guard if it is not public. */
export function serve<R extends Route>(
	router: OpenAPIHono<Env>,
	route: R,
	handle: (given: Given<R>) => Promise<Answer<R>> | Answer<R>,
	guard?: MiddlewareHandler<Env>,
): void {
	const { params, query, headers, body, bodyOptional, accepts, answer, says, ...described } = route as Route;
	const {
		contentType = 'application/json',
		status = 200,
		bytes = false,
		scope: _s,
		confirmed: _c,
		weak: _w,
		...config
	} = described;
	const access = accessOf(route);
	const description = [config.description, route.confirmed && CONFIRMED].filter(Boolean).join(' ');
	const request = {
		...(params && { params }),
		...(query && { query }),
		...(headers && { headers }),
		...(body && { body: { ...json(body), required: !bodyOptional } }),
		// Described but not read: the route itself limits and reads bodies that are not JSON.
		...(accepts && { body: { content: accepts, required: true } }),
	};
	const responses: RouteConfig['responses'] = {
		[status]: { description: says, content: { [contentType]: { schema: answer }, ...(bytes && ANY_BYTES) } },
		...(bytes && {
			206: { description: 'The range of the bytes that was asked for.', content: ANY_BYTES },
			304: { description: 'The caller has the bytes already.' },
		}),
		default: {
			description: 'A refusal: a stable code and a sentence that may be shown.',
			...json(errorBody),
		},
	};
	const openApi = createRoute({
		...config,
		...(description && { description }),
		security: WAYS[access],
		request,
		responses,
		...(guard && { middleware: guard }),
	});
	served.set(`${openApi.method.toUpperCase()} ${openApi.getRoutingPath()}`, route);
	// The schemas above have checked what the types below say.
	router.openapi(openApi, (async (c: Context<Env>) => {
		const valid = (target: string) => c.req.valid(target as never);
		const result = await handle({
			params: valid('param'),
			query: valid('query'),
			headers: valid('header'),
			body: valid('json'),
			user: c.var.user,
			c,
		} as Given<R>);
		return result instanceof Response ? result : c.json(result as object, status);
	}) as never);
}

/**
 * Answers with texts while they are made. If making them fails, the connection is cut off, so that nobody takes the first part
 * for the whole.
 */
export function streamTexts(c: Context<Env>, texts: AsyncIterable<string>): Response {
	const { log } = c.var;
	async function* logged() {
		try {
			yield* texts;
		} catch (error) {
			log.error({ err: error }, 'an answer was cut off');
			// The HTTP adapter prints what it gets, and a database error contains values.
			throw new Error('an answer was cut off');
		}
	}
	return c.body(ReadableStream.from(logged()).pipeThrough(new TextEncoderStream()));
}
