import { createRoute } from '@hono/zod-openapi';
import { dashboard, dashboardQuery } from '@watchword/contract/dashboard';
import type { Db } from '../ports.ts';
import { answers, newRouter, type SignedInGuard } from '../route.ts';
import { readDashboard } from './dashboard.ts';

const read = createRoute({
	method: 'get',
	path: '/api/dashboard',
	summary: 'What ran today, what failed, and the newest picture of each device',
	tags: ['Dashboard'],
	request: { query: dashboardQuery },
	responses: answers('Today, counted from the moment given as `since`.', dashboard),
});

export function dashboardRoutes({ db, signedIn }: { db: Db; signedIn: SignedInGuard }) {
	const router = newRouter();
	router.use('/api/dashboard', signedIn);
	router.openapi(read, async (c) =>
		c.json(await readDashboard(db, c.var.user.uid, c.req.valid('query').since), 200),
	);
	return router;
}
