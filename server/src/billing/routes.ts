import { createRoute } from '@hono/zod-openapi';
import { billing } from '@watchword/contract/billing';
import type { Db } from '../ports.ts';
import { answers, newRouter, type SignedInGuard } from '../route.ts';
import { readBilling } from './billing.ts';

const read = createRoute({
	method: 'get',
	path: '/api/billing',
	summary: 'The credit balance of the signed-in user',
	tags: ['Billing'],
	responses: answers('The balance.', billing),
});

export function billingRoutes({ db, signedIn }: { db: Db; signedIn: SignedInGuard }) {
	const router = newRouter();
	router.use('/api/billing/*', signedIn);
	router.openapi(read, async (c) => c.json(await readBilling(db, c.var.user.uid), 200));
	return router;
}
