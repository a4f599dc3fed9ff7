import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { condition } from '@watchword/contract/condition-schema';
import { WEBHOOK_PAYLOADS } from '@watchword/contract/webhook';
import { html, raw } from 'hono/html';
import { cookiePrefix } from '../accounts/sessions/known-browser.ts';
import type { Env } from '../base/route.ts';

const info = {
	title: 'Watchword',
	version: '1',
	description: 'The API of the Watchword portal. Errors are {error: {code, message}} with a stable code.',
};

/** How a request authenticates. Each route names the ways it accepts, and the scope that an API token needs. */
const securitySchemes = (publicUrl: string) =>
	({
		bearerAuth: {
			type: 'http',
			scheme: 'bearer',
			description: 'An API token, made on the Account screen. The scope it needs is named at each route.',
		},
		session: {
			type: 'apiKey',
			in: 'cookie',
			name: `${cookiePrefix(publicUrl.startsWith('https:'))}.session_token`,
			description: 'A browser that is signed in.',
		},
		operatorSession: {
			type: 'apiKey',
			in: 'cookie',
			name: `${cookiePrefix(publicUrl.startsWith('https:'))}.operator`,
			description: 'A browser in which the operator opened the link of "admin open".',
		},
		deviceKey: { type: 'http', scheme: 'bearer', description: 'The key of a device.' },
		deviceKeyAsUser: {
			type: 'http',
			scheme: 'basic',
			description: 'The key of a device as the user name, for devices that cannot set headers.',
		},
	}) as const;

/** Adds what is posted to webhooks to the description. */
function describeWebhooks(app: OpenAPIHono<Env>): void {
	for (const [event, schema] of Object.entries(WEBHOOK_PAYLOADS)) {
		app.openAPIRegistry.registerWebhook({
			method: 'post',
			path: event,
			summary: WEBHOOK_SUMMARIES[event as keyof typeof WEBHOOK_PAYLOADS],
			description:
				'Signed as Standard Webhooks has it: webhook-id, webhook-timestamp and webhook-signature. The id stays the same at every attempt.',
			request: { body: { content: { 'application/json': { schema } }, required: true } },
			responses: { '2XX': { description: 'It arrived. Any other answer is tried again for a day.' } },
		});
	}
}

const WEBHOOK_SUMMARIES: Record<keyof typeof WEBHOOK_PAYLOADS, string> = {
	'run.ended': 'A run has ended',
	'episode.began': 'Something that a camera watches for has begun',
	'episode.ended': 'It is over',
	'device.silent': 'Nothing was heard of a camera for some time',
	'webhook.test': 'A test from the account screen',
};

/** The API description for machines at /api/openapi.json, and for people at /api/docs. */
export function openApiPages(app: OpenAPIHono<Env>, publicUrl: string): void {
	for (const [name, scheme] of Object.entries(securitySchemes(publicUrl))) {
		app.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
	}
	// A schema that was made before the library was loaded lacks the method itself.
	z.ZodType.prototype.openapi.call(condition, 'Condition');
	describeWebhooks(app);
	// Written at the first request, when all routes are known, and only once: it takes long, and anybody may ask.
	let description: Description | undefined;
	let json: string | undefined;
	let page: ReturnType<typeof pageOf> | undefined;
	const describe = () => (description ??= app.getOpenAPI31Document({ openapi: '3.1.0', info }));
	app.get('/api/openapi.json', (c) => {
		json ??= JSON.stringify(describe());
		return c.body(json, 200, { 'content-type': 'application/json' });
	});
	app.get('/api/docs.css', (c) =>
		c.body(STYLE, 200, { 'content-type': 'text/css', 'cache-control': 'max-age=3600' }),
	);
	app.get('/api/docs', (c) => {
		page ??= pageOf(describe(), publicUrl);
		return c.html(page);
	});
}

type Description = ReturnType<OpenAPIHono<Env>['getOpenAPI31Document']>;

function pageOf({ paths = {}, webhooks = {} }: Description, publicUrl: string) {
	const operations = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods ?? {}).map(([method, operation]) => ({
			path,
			method,
			operation: operation as Operation,
		})),
	);
	const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? 'Other'))];
	return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Watchword API</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><main>
<h1>Watchword API</h1><p>${info.description} The same for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
<p>A program sends an API token with each request. You make one on the <a href="/app/account">Account screen</a>; each route below names the scope that the token needs.</p>
<pre>curl -H "Authorization: Bearer ww_..." ${publicUrl}/api/automations</pre>
${tags.map(
	(tag) =>
		html`<section><h2>${tag}</h2>${operations
			.filter(({ operation }) => (operation.tags?.[0] ?? 'Other') === tag)
			.map(show)}</section>`,
)}
<section id="webhooks"><h2>What is posted to webhooks</h2>${Object.entries(webhooks).map(([event, methods]) =>
		show({ path: event, method: 'post', operation: (methods as { post: Operation }).post }),
	)}</section>
</main></body></html>`;
}

interface Operation {
	tags?: string[];
	summary?: string;
	description?: string;
	security?: Record<string, string[]>[];
	parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
	requestBody?: { content: Record<string, { schema?: unknown }> };
	responses?: Record<string, { description: string; content?: Record<string, { schema?: unknown }> }>;
}

function show({ path, method, operation }: { path: string; method: string; operation: Operation }) {
	const body = Object.entries(operation.requestBody?.content ?? {});
	return html`<details><summary><b>${method.toUpperCase()}</b> <code>${path}</code> ${operation.summary ?? ''}</summary>
${operation.description ? html`<p>${operation.description}</p>` : ''}
<p>${accessInWords(operation.security ?? [])}</p>
${(operation.parameters ?? []).map((p) => html`<h3>${p.in} ${p.name}${p.required ? '' : ', optional'}</h3>${code(p.schema)}`)}
${body.map(([type, { schema }]) => html`<h3>Body, ${type}</h3>${code(schema)}`)}
${Object.entries(operation.responses ?? {}).map(
	([status, { description, content }]) =>
		html`<h3>${status}: ${description}</h3>${Object.values(content ?? {}).map(({ schema }) => code(schema))}`,
)}</details>`;
}

function accessInWords(ways: Record<string, string[]>[]): string {
	const scope = ways.find(({ bearerAuth }) => bearerAuth)?.bearerAuth?.[0];
	const deviceKey = ways.some(({ deviceKey }) => deviceKey) && 'the key of a device';
	const needed = [scope && `an API token with the scope ${scope}`, deviceKey].filter(Boolean).join(', or ');
	if (needed) return `Needs ${needed}.`;
	if (ways.some(({ operatorSession }) => operatorSession)) return "Needs the session of the operator's page.";
	return ways.length > 0 ? 'Needs a browser session; API tokens are refused.' : 'Open to everybody.';
}

const code = (schema: unknown) => (schema ? html`<pre>${JSON.stringify(schema, null, 2)}</pre>` : raw(''));

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:2rem auto;padding:0 1rem}
details{border-top:1px solid #8884;padding:.6rem 0}summary{cursor:pointer}summary b{display:inline-block;min-width:4rem}
h3{font-size:.9rem;margin:.8rem 0 .2rem}pre{overflow:auto;background:#8881;padding:.6rem;border-radius:.4rem;font-size:.8rem}`;
