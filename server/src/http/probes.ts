import { newRouter } from '../base/route.ts';
import type { Log } from '../ports/log.ts';
import { answerError } from './errors.ts';
import { type HealthNeeds, healthRoutes } from './health.ts';
import { metricsRoutes, type SetUp } from './metrics.ts';

interface ProbeNeeds extends HealthNeeds, SetUp {
	metricsToken: string | null;
	log: Log;
}

/** The routes for load balancers and Prometheus, without the portal. */
export function createProbes({ metricsToken, hasMailbox, hasBroker, log, ...needs }: ProbeNeeds) {
	const app = newRouter();
	app.onError(answerError);
	app.use(async (c, next) => {
		c.set('log', log);
		await next();
	});
	app.route('/', healthRoutes(needs));
	app.route('/', metricsRoutes(needs.db, metricsToken, { hasMailbox, hasBroker }));
	return app;
}
