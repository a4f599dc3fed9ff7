import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { type PortalSettings, portalSettings } from '@watchword/contract/portal';
import type { Context, MiddlewareHandler } from 'hono';
import { escapeHtml } from '../letter.ts';
import { answers, type Env, newRouter } from '../route.ts';

const settings = createRoute({
	method: 'get',
	path: '/api/portal',
	summary: 'What the portal may know before anyone has signed in',
	tags: ['Portal'],
	responses: answers(
		'Addresses of help and terms; the demo account, to the same machine only.',
		portalSettings,
	),
});

/** Which build of the portal lies in the folder; it says so itself. */
export function portalVersion(dir: string): string {
	const page = join(dir, 'index.html');
	const html = existsSync(page) ? readFileSync(page, 'utf8') : '';
	return /name="version" content="(\w+)"/.exec(html)?.[1] ?? '';
}

export function settingsRoutes(portal: Omit<PortalSettings, 'demo'>, demo: PortalSettings['demo']) {
	const router = newRouter();
	router.openapi(settings, (c) => {
		return c.json({ ...portal, demo: demo && fromThisMachine(c) ? demo : null }, 200);
	});
	return router;
}

/**
 * Both ends must be this machine: the connection's, and the name the browser used, so that neither a proxy in front
 * nor a site whose name was pointed at loopback can read the demo password.
 */
function fromThisMachine(c: Context<Env>): boolean {
	const host = (c.req.header('host') ?? '').replace(/:\d+$/, '');
	const proxied = c.req.header('x-forwarded-for') ?? c.req.header('forwarded');
	return (
		isLoopback(c.var.ip) &&
		proxied === undefined &&
		(host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, '')))
	);
}

function isLoopback(address: string): boolean {
	return (
		address === '::1' || (isIP(address.replace(/^::ffff:/, '')) === 4 && /^(::ffff:)?127\./.test(address))
	);
}

/** The built portal: hashed files for ever, everything else the page itself, which knows its own routes. */
export function servePortal(
	app: OpenAPIHono<Env>,
	dir: string,
	portal: Pick<PortalSettings, 'supportEmail' | 'termsUrl' | 'privacyUrl'>,
): void {
	if (!existsSync(join(dir, 'index.html'))) {
		app.get('*', (c) => c.text('The portal has not been built. Run: npm run build\n', 503));
		return;
	}
	const root = { root: dir, precompressed: true } as const;
	const landing = landingPage(dir, portal);
	const customers = serveStatic({ ...root, rewriteRequestPath: (path) => screenPage(dir, path) });
	const visitors = serveStatic({ ...root, rewriteRequestPath: () => '/visitor.html' });
	/** Whether the session still lives is found out by the portal; without one there is nothing to find out. */
	const page: MiddlewareHandler<Env> = (c, next) => {
		c.header('cache-control', 'no-cache');
		c.header('vary', 'cookie');
		const mayBeSignedIn = SESSION_COOKIE.test(c.req.header('cookie') ?? '');
		if (mayBeSignedIn) return customers(c, next);
		return c.req.path === '/' ? Promise.resolve(c.html(landing)) : visitors(c, next);
	};
	app.get(
		'/assets/*',
		serveStatic({
			...root,
			onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
		}),
	);
	// Of another version: the page in its place would only be misunderstood.
	app.get('/assets/*', (c) => c.text('There is no such file.\n', 404));
	app.get('/', page);
	app.get('*', serveStatic(root));
	app.get('*', page);
}

/** The page of a signed-in screen, which names the screen's own files, or the one for all others. */
function screenPage(dir: string, path: string): string {
	const screen = /^\/app\/[a-z]+/.exec(path)?.[0];
	return screen && existsSync(join(dir, `${screen}.html`)) ? `${screen}.html` : '/index.html';
}

const SESSION_COOKIE = /\bwatchword\.session_token=/;

/** The landing page as it was built, with this installation's addresses in it. */
function landingPage(dir: string, portal: Parameters<typeof servePortal>[2]): string {
	const { supportEmail, termsUrl, privacyUrl } = portal;
	const html = readFileSync(join(dir, 'landing.html'), 'utf8');
	return Object.entries({ supportEmail, termsUrl, privacyUrl }).reduce(
		(page, [name, value]) => page.replaceAll(`{{${name}}}`, escapeHtml(value)),
		html,
	);
}
