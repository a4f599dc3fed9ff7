import { createRoute, z } from '@hono/zod-openapi';
import { page } from '@watchword/contract/ids';
import { run } from '@watchword/contract/run';
import type { Db } from '../ports.ts';
import { answers, newRouter, type SignedInGuard } from '../route.ts';
import { listRuns } from './runs.ts';

const list = createRoute({
	method: 'get',
	path: '/api/runs',
	summary: 'The runs of the signed-in user',
	tags: ['Runs'],
	request: { query: z.strictObject({ cursor: z.string().max(200).optional() }) },
	responses: answers('Newest first, a page at a time.', page(run)),
});

export function runRoutes({ db, signedIn }: { db: Db; signedIn: SignedInGuard }) {
	const router = newRouter();
	router.use('/api/runs/*', signedIn);
	router.openapi(list, async (c) =>
		c.json(await listRuns(db, c.var.user.uid, c.req.valid('query').cursor), 200),
	);
	return router;
}
