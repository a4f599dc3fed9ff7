/** What every slice's routes.ts is made of: the router, its checks, and how a route is documented. */
import type { HttpBindings } from '@hono/node-server';
import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { errorBody } from '@watchword/contract/errors';
import type { MiddlewareHandler } from 'hono';
import type { Log } from './ports.ts';
import { Refusal } from './refusal.ts';

export interface SignedIn {
	uid: string;
	email: string;
	sessionId: string;
}

export interface Env {
	/** Node's own request, for what is read faster from there. */
	Bindings: HttpBindings;
	Variables: {
		requestId: string;
		/** The address the request came from, the proxy's word for it where a proxy is trusted. */
		ip: string;
		log: Log;
		/** Present behind `signedIn`. */
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

export const json = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema } } });

export const jsonBody = <T extends z.ZodType>(schema: T) => ({ body: { ...json(schema), required: true } });

/** The documented answers of a route: what it gives on success, and the one shape of every refusal. */
export const answers = <T extends z.ZodType>(description: string, schema: T) =>
	({
		200: { description, ...json(schema) },
		default: {
			description: 'A refusal: a stable code and a sentence that may be shown.',
			...json(errorBody),
		},
	}) satisfies RouteConfig['responses'];

export const nothing = z.strictObject({});
