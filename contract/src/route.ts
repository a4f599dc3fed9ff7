import type { z } from 'zod';
import type { TokenScope } from './token.ts';

/**
 * Who may call a route: an API token of this scope, or a browser session. `session` allows only browsers, `device` needs the
 * key of a device, `operator` the session of the operator's page, `public` needs nothing. `captures` also allows device keys.
 */
export type Access = TokenScope | 'session' | 'device' | 'operator' | 'public';

/** One route of the API, described once: the server serves it, the portal calls it, the documentation shows it. */
export interface Route {
	method: 'get' | 'post' | 'put' | 'delete';
	/** Parameters in braces: /api/runs/{id} */
	path: `/${string}`;
	/** By default `read` for GET and `session` for the others. */
	scope?: Access;
	/** The customer must have confirmed who they are a few minutes ago, in this session. */
	confirmed?: true;
	/** Also allowed without a second factor if the operator requires one: the routes that are needed to add it. */
	weak?: true;
	summary: string;
	description?: string;
	tags: string[];
	params?: z.ZodObject;
	query?: z.ZodObject;
	headers?: z.ZodObject;
	body?: z.ZodType;
	/** The body may be left out. */
	bodyOptional?: true;
	/** A body that is not JSON: its schema in the API's description, by content type. */
	accepts?: { [contentType: string]: { schema: object } };
	answer: z.ZodType;
	/** What the answer contains, in a sentence for the documentation. */
	says: string;
	/** The status of the answer, if not 200. */
	status?: 202 | 302;
	/** The type of the answer, if not JSON. */
	contentType?: string;
	/** The answer may also be the bytes of a file, whole or in part. */
	bytes?: true;
}

/** Binary data in the API's description. */
export const BYTES = { type: 'string', format: 'binary' } as const;

/** Keeps the exact types of a description. */
export const route = <const R extends Route>(description: R): R => description;

export const accessOf = ({ scope, method }: Route): Access =>
	scope ?? (method === 'get' ? 'read' : 'session');

/** How a route is named in code: `GET /api/runs/{id}`. */
export type RouteName<R extends Route> = `${Uppercase<R['method']>} ${R['path']}`;

/** The routes of some modules by name. */
export type RoutesByName<R extends Route> = { [One in R as RouteName<One>]: One };

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The members of T that are not undefined. */
type Given<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a caller gives: the path's parameters, the query and the body. */
export type RequestOf<R extends Route> = Given<{ params: Input<R['params']>; query: Input<R['query']> }> &
	(R extends { body: z.ZodType }
		? R extends { bodyOptional: true }
			? { body?: Input<R['body']> }
			: { body: Input<R['body']> }
		: unknown);

export type AnswerOf<R extends Route> = z.output<R['answer']>;
