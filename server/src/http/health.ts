import { createRoute, z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import type { Db } from '../ports.ts';
import { answers, newRouter } from '../route.ts';

const status = z.object({ status: z.literal('ok') });

const healthz = createRoute({
	method: 'get',
	path: '/healthz',
	summary: 'Is the process alive?',
	tags: ['Operation'],
	responses: answers('It is.', status),
});

const readyz = createRoute({
	method: 'get',
	path: '/readyz',
	summary: 'Can it serve? Asks the database.',
	tags: ['Operation'],
	responses: answers('It can.', status),
});

export function healthRoutes(db: Db) {
	const router = newRouter();
	router.openapi(healthz, (c) => c.json({ status: 'ok' as const }, 200));
	router.openapi(readyz, async (c) => {
		await db.execute(sql`select 1`);
		return c.json({ status: 'ok' as const }, 200);
	});
	return router;
}
