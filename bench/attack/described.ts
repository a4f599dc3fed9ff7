import { send, type Target } from './target.ts';

/** An endless stream, and the route that would end the session of all other requests. */
const LEFT_OUT = new Set(['get /api/events', 'post /api/auth/sign-out']);

/** The part of JSON Schema that the description of the API uses. */
export interface Schema {
	$ref?: string;
	const?: unknown;
	enum?: unknown[];
	anyOf?: Schema[];
	oneOf?: Schema[];
	allOf?: Schema[];
	type?: string | string[];
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	minItems?: number;
	minimum?: number;
	maximum?: number;
	pattern?: string;
	minLength?: number;
	maxLength?: number;
}

export interface Operation {
	parameters?: { in: string; name: string; schema: Schema }[];
	requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Description {
	paths: Record<string, Record<string, Operation>>;
	components?: { schemas?: Record<string, Schema> };
}

/** Every route that the description of the API names, for a customer who has just entered the password again. */
export async function describedRoutes(target: Target) {
	// Some routes ask for that.
	await target.ask('update sessions set confirmed_at = now()');
	const { text } = await send(target, 'GET', '/api/openapi.json');
	const { paths, components } = JSON.parse(text) as Description;
	const operations = Object.entries(paths)
		.flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
		)
		.filter(({ path, method }) => !LEFT_OUT.has(`${method} ${path}`))
		// Deletes come last, because a deleted object cannot be tested any more.
		.sort((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'));
	return { operations, schemas: components?.schemas ?? {} };
}
