import * as routes from '@watchword/contract/routes/tokens';
import { limit } from '../../base/limits.ts';
import { newRouter, type SignedInGuard, serve } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import type { Queue } from '../../ports/queue.ts';
import { originOf } from '../history.ts';
import { addApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts';

/** Each new token causes a mail to its owner. */
const NEW_PER_HOUR = 60;

export function apiTokenRoutes({ db, queue, signedIn }: { db: Db; queue: Queue; signedIn: SignedInGuard }) {
	const router = newRouter();
	router.use('/api/tokens/*', signedIn);

	serve(router, routes.listTokens, async ({ user }) => ({ items: await listApiTokens(db, user.uid) }));

	serve(router, routes.addToken, async ({ user, body, c }) => {
		await limit(db, `api-tokens:${user.uid}`, NEW_PER_HOUR, 3600);
		const added = await addApiToken(db, queue, user.uid, body, originOf(c));
		c.var.log.info({ token: added.id, scopes: added.scopes }, 'API token made');
		return added;
	});

	serve(router, routes.revokeToken, async ({ user, params, c }) => {
		await revokeApiToken(db, user.uid, params.id, originOf(c));
		c.var.log.info({ token: params.id }, 'API token revoked');
		return {};
	});

	return router;
}
