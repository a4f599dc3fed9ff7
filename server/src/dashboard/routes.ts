import * as routes from '@watchword/contract/routes/dashboard';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import type { Db } from '../ports.ts';
import { readDashboard } from './dashboard.ts';

export function dashboardRoutes({ db, signedIn }: { db: Db; signedIn: SignedInGuard }) {
	const router = newRouter();
	router.use('/api/dashboard', signedIn);
	serve(router, routes.readDashboard, ({ user, query }) => readDashboard(db, user.uid, query.since));
	return router;
}
