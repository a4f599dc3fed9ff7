import { createRoute } from '@hono/zod-openapi';
import * as contract from '@watchword/contract/export';
import type { Db, Queue } from '../ports.ts';
import { answers, newRouter, type SignedInGuard } from '../route.ts';
import { askForExport, latestExport } from './exports.ts';

const tags = ['Accounts'];
const path = '/api/exports';

const read = createRoute({
	method: 'get',
	path,
	summary: 'The newest export of all data of the signed-in user',
	description: 'Once it is ready, its bytes are at its path in file storage, for a week.',
	tags,
	responses: answers('How far it is, and where it lies.', contract.latestExport),
});

const ask = createRoute({
	method: 'post',
	path,
	summary: 'Ask for a zip of all data of the signed-in user',
	tags,
	responses: answers('It is made in the background.', contract.latestExport),
});

export function exportRoutes({ db, queue, signedIn }: { db: Db; queue: Queue; signedIn: SignedInGuard }) {
	const router = newRouter();
	router.use(path, signedIn);
	router.openapi(read, async (c) => c.json({ latest: await latestExport(db, c.var.user.uid) }, 200));
	router.openapi(ask, async (c) => c.json({ latest: await askForExport(db, queue, c.var.user.uid) }, 200));
	return router;
}
