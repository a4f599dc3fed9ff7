import * as routes from '@watchword/contract/routes/dashboard';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import type { Db, Queue } from '../ports.ts';
import { readDashboard } from './dashboard.ts';

interface Needs {
	db: Db;
	queue: Queue;
	signedIn: SignedInGuard;
}

export function dashboardRoutes({ db, queue, signedIn }: Needs) {
	const router = newRouter();
	router.use('/api/dashboard', signedIn);
	serve(router, routes.readDashboard, ({ user, query }) => readDashboard(db, queue, user.uid, query.since));
	return router;
}
