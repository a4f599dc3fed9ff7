import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Env } from '../route.ts';
import { frameHeaders } from './safety.ts';

/** The page for markup of strangers, with headers of its own. */
export const MAIL_FRAME = '/mail-frame';

const PAGE =
	'<!doctype html><title>Mail</title><base target="_blank"><link rel="stylesheet" href="/mail-frame.css">';

/**
 * An empty page that the portal fills with cleaned markup. It is a page, not a part of the portal's own document, so that
 * it has a policy of its own: nothing is ever run here, and pictures come from elsewhere only where `images=remote`.
 */
export function serveMailFrame(app: OpenAPIHono<Env>, publicUrl: string): void {
	const [closed, open] = [frameHeaders(publicUrl, false), frameHeaders(publicUrl, true)];
	app.get(
		MAIL_FRAME,
		(c, next) => (c.req.query('images') === 'remote' ? open : closed)(c, next),
		(c) => c.html(PAGE, 200, { 'cache-control': 'public, max-age=3600' }),
	);
}
