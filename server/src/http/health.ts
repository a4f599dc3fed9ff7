import * as routes from '@watchword/contract/routes/operation';
import { sql } from 'drizzle-orm';
import { newRouter, serve } from '../base/route.ts';
import type { Db } from '../ports.ts';

const OK = { status: 'ok' } as const;

export function healthRoutes(db: Db) {
	const router = newRouter();
	serve(router, routes.checkAlive, () => OK);
	serve(router, routes.checkReady, async () => {
		await db.execute(sql`select 1`);
		return OK;
	});
	return router;
}
