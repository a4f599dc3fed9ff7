import { newRouter } from '../base/route.ts';
import type { Log } from '../ports/log.ts';
import { answerError } from './errors.ts';
import { type HealthNeeds, healthRoutes } from './health.ts';
import { metricsRoutes } from './metrics.ts';

/** The routes for load balancers and Prometheus, without the portal. */
export function createProbes(needs: HealthNeeds, metricsToken: string | null, log: Log) {
	const app = newRouter();
	app.onError(answerError);
	app.use(async (c, next) => {
		c.set('log', log);
		await next();
	});
	app.route('/', healthRoutes(needs));
	app.route('/', metricsRoutes(needs.db, metricsToken));
	return app;
}
