import { createRoute, z } from '@hono/zod-openapi';
import { automation, automationSummary } from '@watchword/contract/automation';
import { id, page } from '@watchword/contract/ids';
import type { Db } from '../ports.ts';
import { answers, newRouter, type SignedInGuard } from '../route.ts';
import { listAutomations, readAutomation } from './automations.ts';

const list = createRoute({
	method: 'get',
	path: '/api/automations',
	summary: 'The automations of the signed-in user',
	tags: ['Automations'],
	responses: answers('Oldest first.', page(automationSummary)),
});

const read = createRoute({
	method: 'get',
	path: '/api/automations/{id}',
	summary: 'One automation',
	tags: ['Automations'],
	request: { params: z.object({ id }) },
	responses: answers('The automation.', automation),
});

export function automationRoutes({ db, signedIn }: { db: Db; signedIn: SignedInGuard }) {
	const router = newRouter();
	router.use('/api/automations/*', signedIn);
	router.openapi(list, async (c) =>
		c.json({ items: await listAutomations(db, c.var.user.uid), next: null }, 200),
	);
	router.openapi(read, async (c) =>
		c.json(await readAutomation(db, c.var.user.uid, c.req.valid('param').id), 200),
	);
	return router;
}
