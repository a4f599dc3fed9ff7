import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Env } from '../base/route.ts';
import { frameHeaders } from './safety.ts';

/** The page that shows markup of strangers. It has its own headers. */
export const MAIL_FRAME = '/mail-frame';

const PAGE =
	'<!doctype html><title>Mail</title><base target="_blank"><link rel="stylesheet" href="/mail-frame.css">';

/**
 * An empty page that the portal fills with cleaned markup. A separate page can have its own content security policy:
 * no script runs here, and pictures of other hosts load only with `images=remote`.
 */
export function serveMailFrame(app: OpenAPIHono<Env>, publicUrl: string): void {
	const [closed, open] = [frameHeaders(publicUrl, false), frameHeaders(publicUrl, true)];
	app.get(
		MAIL_FRAME,
		(c, next) => (c.req.query('images') === 'remote' ? open : closed)(c, next),
		(c) => c.html(PAGE, 200, { 'cache-control': 'public, max-age=3600' }),
	);
}
