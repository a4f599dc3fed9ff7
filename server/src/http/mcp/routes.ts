import type { Context, Hono } from 'hono';
import { authenticateApiToken, isApiToken } from '../../accounts/api-tokens/api-tokens.ts';
import { Refusal } from '../../base/failures.ts';
import { type Env, newRouter, type SignedIn } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import { ownApi } from './in-process.ts';

/** Messages in one body. Their answers are together in memory, and some are pictures. */
const MAX_IN_BATCH = 10;

interface Needs {
	db: Db;
	/** The whole app, whose routes the tools call. */
	app: Hono<Env>;
	bucket: string;
}

/** The Model Context Protocol, with which assistants use the account of their token's owner. */
export function mcpRoutes({ db, app, bucket }: Needs) {
	const router = newRouter();
	router.all('/mcp', async (c) => {
		const user = await authenticate(db, c);
		const log = c.var.log.child({ uid: user.uid });
		// There is nothing to listen to and no session to end, so only POST has a meaning.
		if (c.req.method !== 'POST')
			return c.json(protocolError(-32000, 'Only POST is answered here.'), 405, { allow: 'POST' });
		const body: unknown = await c.req.json().catch(() => undefined);
		if (body === undefined) return c.json(protocolError(-32700, 'The body is not JSON.'), 400);
		if (Array.isArray(body) && body.length > MAX_IN_BATCH)
			return c.json(protocolError(-32600, `A batch has at most ${MAX_IN_BATCH} messages.`), 400);
		const { answerMcp } = await import('./server.ts');
		return answerMcp(c.req.raw, body, ownApi(app, c, bucket), log);
	});
	return router;
}

async function authenticate(db: Db, c: Context<Env>): Promise<SignedIn> {
	const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
	if (token && isApiToken(token)) return authenticateApiToken(db, c, token);
	c.header('www-authenticate', 'Bearer realm="Watchword"');
	throw new Refusal(
		'unauthenticated',
		'Send an API token: Authorization: Bearer ww_... You make one on the Account screen.',
	);
}

const protocolError = (code: number, message: string) => ({
	jsonrpc: '2.0',
	error: { code, message },
	id: null,
});
