import { getConnInfo } from '@hono/node-server/conninfo';
import type { PortalSettings } from '@watchword/contract/portal';
import { bodyLimit } from 'hono/body-limit';
import { except } from 'hono/combine';
import { compress } from 'hono/compress';
import { requestId } from 'hono/request-id';
import type { Identity } from '../accounts/identity.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { signedInGuard } from '../accounts/session.ts';
import { automationRoutes } from '../automations/routes.ts';
import { TRIAL_PATH, trialRoutes } from '../automations/trial-route.ts';
import { paymentRoutes } from '../billing/payment-routes.ts';
import { billingRoutes } from '../billing/routes.ts';
import { dashboardRoutes } from '../dashboard/routes.ts';
import { CAPTURES_PATH, captureRoutes } from '../devices/capture-route.ts';
import { deviceRoutes } from '../devices/routes.ts';
import { runAgain } from '../engine/triggers/again.ts';
import { captureRuns } from '../engine/triggers/capture.ts';
import { exportRoutes } from '../exports/routes.ts';
import { fileRoutes } from '../files/routes.ts';
import type { Database, Log, ObjectStore, Payments, Queue } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { newRouter } from '../route.ts';
import { runRoutes } from '../runs/routes.ts';
import { answerError } from './errors.ts';
import { eventRoutes, type LiveHub } from './events.ts';
import { healthRoutes } from './health.ts';
import { MAIL_FRAME, serveMailFrame } from './mail-frame.ts';
import { metricsRoutes } from './metrics.ts';
import { openApiPages } from './openapi.ts';
import { portalVersion, servePortal, settingsRoutes } from './portal.ts';
import { fileHeaders, keepNothing, refuseNul, sameOriginOnly, securityHeaders } from './safety.ts';

export interface AppNeeds {
	database: Database;
	queue: Queue;
	objects: ObjectStore;
	payments: Payments;
	creditsPerRun: number;
	identity: Identity;
	hub: LiveHub;
	log: Log;
	publicUrl: string;
	trustProxy: boolean;
	metricsToken: string | null;
	portal: Omit<PortalSettings, 'demo' | 'version'>;
	demo: PortalSettings['demo'];
	portalDir: string;
	tryAutomation: Parameters<typeof trialRoutes>[0]['tryAutomation'];
}

/** No JSON the portal sends comes near this; what may be larger says so at its own route. */
const BODY_LIMIT = 100 * 1024;

/** The wire of file storage; it has an address and rules of its own. */
const FILES = '/v0/*';

export function createApp(needs: AppNeeds) {
	const { database, queue, objects, identity, hub, log } = needs;
	const db = database.db;
	const signedIn = signedInGuard(db, identity);
	const app = newRouter();

	app.onError(answerError);
	app.use(requestId());
	app.use(async (c, next) => {
		const started = performance.now();
		c.set('log', log.child({ requestId: c.var.requestId }));
		c.set(
			'ip',
			clientAddress(c.req.header('x-forwarded-for'), () => getConnInfo(c).remote.address, needs.trustProxy),
		);
		await next();
		const ms = Math.round(performance.now() - started);
		c.var.log.debug({ method: c.req.method, path: c.req.path, status: c.res.status, ms }, 'request');
	});
	app.use(except([FILES, MAIL_FRAME], securityHeaders(needs.publicUrl, needs.payments.form.provider)));
	app.use(FILES, fileHeaders(needs.publicUrl), refuseNul());
	app.use(compress());
	app.use('/api/*', keepNothing(), sameOriginOnly(needs.publicUrl));
	app.use(
		'/api/*',
		except([CAPTURES_PATH, TRIAL_PATH], bodyLimit({ maxSize: BODY_LIMIT, onError: refuseLarge })),
	);
	app.use('/api/*', refuseNul());

	app.route('/', healthRoutes(db));
	app.route('/', metricsRoutes(db, needs.metricsToken));
	app.route('/', settingsRoutes({ ...needs.portal, version: portalVersion(needs.portalDir) }, needs.demo));
	app.route('/', accountRoutes({ db, identity, queue, signedIn }));
	app.route('/', deviceRoutes({ db, objects, signedIn, publicUrl: needs.publicUrl }));
	app.route('/', captureRoutes({ db, queue, objects, runs: captureRuns }));
	app.route('/', fileRoutes({ db, objects, bucket: needs.portal.storageBucket, signedIn }));
	app.route('/', trialRoutes({ signedIn, tryAutomation: needs.tryAutomation }));
	app.route('/', automationRoutes({ db, signedIn }));
	app.route('/', runRoutes({ db, signedIn, runAgain }));
	app.route('/', billingRoutes({ db, signedIn, creditsPerRun: needs.creditsPerRun }));
	app.route('/', paymentRoutes({ db, queue, signedIn, log, payments: needs.payments }));
	app.route('/', dashboardRoutes({ db, signedIn }));
	app.route('/', exportRoutes({ db, queue, signedIn }));
	app.route('/', eventRoutes({ hub, signedIn }));
	openApiPages(app);
	app.all('/api/*', () => {
		throw new Refusal('not-found', 'There is no such address in the API.');
	});
	serveMailFrame(app, needs.publicUrl);
	servePortal(app, needs.portalDir, needs.portal);
	return app;
}

function refuseLarge(): never {
	throw new Refusal('payload-too-large', `A request may have at most ${BODY_LIMIT / 1024} kB.`);
}

/** Only a proxy we were told to trust may say where a request came from; its word is the last in the list. */
function clientAddress(
	forwarded: string | undefined,
	direct: () => string | undefined,
	trustProxy: boolean,
): string {
	const told = trustProxy ? forwarded?.split(',').at(-1)?.trim() : undefined;
	return told || direct() || 'unknown';
}
