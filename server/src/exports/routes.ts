import * as routes from '@watchword/contract/routes/exports';
import { originOf } from '../accounts/history.ts';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import type { Queue } from '../ports/queue.ts';
import { askForExport, latestExport } from './exports.ts';

export function exportRoutes({ db, queue, signedIn }: { db: Db; queue: Queue; signedIn: SignedInGuard }) {
	const router = newRouter();
	router.use('/api/exports', signedIn);
	serve(router, routes.readExport, async ({ user }) => ({ latest: await latestExport(db, user.uid) }));
	serve(router, routes.askForExport, async ({ user, c }) => ({
		latest: await askForExport(db, queue, user.uid, originOf(c)),
	}));
	return router;
}
