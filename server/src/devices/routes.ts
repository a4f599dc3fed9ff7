import { createRoute } from '@hono/zod-openapi';
import { device } from '@watchword/contract/device';
import { page } from '@watchword/contract/ids';
import type { Db } from '../ports.ts';
import { answers, newRouter, type SignedInGuard } from '../route.ts';
import { listDevices } from './devices.ts';

const list = createRoute({
	method: 'get',
	path: '/api/devices',
	summary: 'The devices of the signed-in user',
	tags: ['Devices'],
	responses: answers('Oldest first.', page(device)),
});

export function deviceRoutes({ db, signedIn }: { db: Db; signedIn: SignedInGuard }) {
	const router = newRouter();
	router.use('/api/devices/*', signedIn);
	router.openapi(list, async (c) =>
		c.json({ items: await listDevices(db, c.var.user.uid), next: null }, 200),
	);
	return router;
}
