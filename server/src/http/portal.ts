import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import { isScreen, PATHS } from '@watchword/contract/paths';
import type { PortalSettings } from '@watchword/contract/portal';
import { readPortalSettings } from '@watchword/contract/routes/portal';
import type { MiddlewareHandler } from 'hono';
import { escapeHtml } from '../base/html.ts';
import { type Env, newRouter, serve } from '../base/route.ts';

/** The version of the portal build in this folder, as the build recorded it. */
export function portalVersion(dir: string): string {
	const page = join(dir, 'index.html');
	const html = existsSync(page) ? readFileSync(page, 'utf8') : '';
	return /name="version" content="(\w+)"/.exec(html)?.[1] ?? '';
}

/** Which model decides may change while the server runs. */
export function settingsRoutes(portal: Omit<PortalSettings, 'version'>, version: string) {
	const router = newRouter();
	serve(router, readPortalSettings, () => ({ ...portal, version }));
	return router;
}

/** Serves the built portal: hashed files, cached forever, and on all other paths the page, which has its own router. */
export function servePortal(
	app: OpenAPIHono<Env>,
	dir: string,
	portal: Pick<PortalSettings, 'supportEmail' | 'termsUrl' | 'privacyUrl'>,
): void {
	// It is written last: without it, a build was interrupted.
	if (!existsSync(join(dir, 'landing.html'))) {
		app.get('*', (c) => c.text('The portal has not been built. Run: npm run build\n', 503));
		return;
	}
	const root = { root: dir, precompressed: true } as const;
	const landing = landingPage(dir, portal);
	const customers = serveStatic({ ...root, rewriteRequestPath: (path) => screenPage(dir, path) });
	const visitors = serveStatic({
		...root,
		rewriteRequestPath: (path) => (path === PATHS.signIn ? '/signin.html' : '/visitor.html'),
	});
	/**
	 * The portal itself checks whether a session is still valid; only its presence counts here. On an unknown path the portal
	 * shows that there is no such page, and programs see the status 404.
	 */
	const page: MiddlewareHandler<Env> = async (c, next) => {
		c.header('cache-control', 'no-cache');
		c.header('vary', 'cookie');
		const mayBeSignedIn = SESSION_COOKIE.test(c.req.header('cookie') ?? '');
		if (!mayBeSignedIn && c.req.path === '/') return c.html(landing);
		const [, opened] = OPENED.exec(c.req.path) ?? [];
		// Preloaded while the scripts load.
		if (mayBeSignedIn && opened)
			c.header('link', `</api/automations/${opened}>; rel=preload; as=fetch; crossorigin`);
		const answer = await (mayBeSignedIn ? customers : visitors)(c, next);
		return answer && !isScreen(c.req.path)
			? new Response(answer.body, { status: 404, headers: answer.headers })
			: answer;
	};
	app.get(
		'/assets/*',
		serveStatic({
			...root,
			onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
		}),
	);
	// A file of another version. The page must not be sent in its place: browsers would read it as a script.
	app.get('/assets/*', (c) => c.text('There is no such file.\n', 404));
	app.get('/', page);
	app.get('*', serveStatic(root));
	app.get('*', page);
}

/** The page built for this screen, with its content and preloads; otherwise the general page. */
function screenPage(dir: string, path: string): string {
	const [, name, isOpened] = /^\/app\/([a-z]+)(\/.+)?/.exec(path) ?? [];
	const screen = name === 'automations' && isOpened ? '/app/automation' : `/app/${name}`;
	return existsSync(join(dir, `${screen}.html`)) ? `${screen}.html` : '/index.html';
}

const OPENED = new RegExp(`^/app/automations/(?!${EXAMPLE_AUTOMATION}$)([a-z0-9]+)$`);
const SESSION_COOKIE = /\bwatchword\.session_token=/;

/** The built landing page with the addresses of this installation. */
function landingPage(dir: string, portal: Parameters<typeof servePortal>[2]): string {
	const { supportEmail, termsUrl, privacyUrl } = portal;
	const html = readFileSync(join(dir, 'landing.html'), 'utf8');
	return Object.entries({ supportEmail, termsUrl, privacyUrl }).reduce(
		(page, [name, value]) => page.replaceAll(`{{${name}}}`, escapeHtml(value)),
		html,
	);
}
