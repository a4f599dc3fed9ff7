import { dashboard, dashboardQuery } from '../dashboard.ts';
import { route } from '../route.ts';

export const readDashboard = route({
	method: 'get',
	path: '/api/dashboard',
	summary: 'What ran today, what failed, and the newest picture of each device',
	tags: ['Dashboard'],
	query: dashboardQuery,
	answer: dashboard,
	says: 'The last day, counted from the moment given as `since`.',
});
