import * as routes from '@watchword/contract/routes/dashboard';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import { type DashboardNeeds, readDashboard } from './dashboard.ts';

export function dashboardRoutes({
	db,
	queue,
	signedIn,
	freeDevices,
}: DashboardNeeds & { signedIn: SignedInGuard }) {
	const router = newRouter();
	router.use('/api/dashboard', signedIn);
	serve(router, routes.readDashboard, ({ user, query }) =>
		readDashboard({ db, queue, freeDevices }, user.uid, query.since),
	);
	return router;
}
