import { getConnInfo } from '@hono/node-server/conninfo';
import type { OwnMail } from '@watchword/contract/mailbox';
import type { PortalSettings } from '@watchword/contract/portal';
import { except } from 'hono/combine';
import { compress } from 'hono/compress';
import { requestId } from 'hono/request-id';
import type { OwnedLists } from '../accounts/accounts.ts';
import { addressRoutes } from '../accounts/address/address-page.ts';
import { apiTokenRoutes } from '../accounts/api-tokens/api-token-routes.ts';
import { type DemoLink, demoRoutes } from '../accounts/demo-link.ts';
import type { Identity } from '../accounts/identity.ts';
import { keepRoutes } from '../accounts/keep-page.ts';
import { passkeyRoutes } from '../accounts/passkeys/passkey-routes.ts';
import { presenceRoutes } from '../accounts/presence-page.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { secondFactorRoutes } from '../accounts/second-factor/second-factor-routes.ts';
import { signedInGuard } from '../accounts/sessions/session.ts';
import { ssoRoutes } from '../accounts/single-sign-on/sso-routes.ts';
import { automationIds, automationsWatching } from '../automations/automations.ts';
import { exampleRoutes } from '../automations/example-routes.ts';
import { conditionReader } from '../automations/read-condition.ts';
import { readingRoutes } from '../automations/reading-route.ts';
import { automationRoutes } from '../automations/routes.ts';
import { snoozeRoutes } from '../automations/snooze-page.ts';
import { trialRoutes } from '../automations/trial-route.ts';
import { unsubscribeRoutes } from '../automations/unsubscribe-page.ts';
import { limitBody } from '../base/body.ts';
import type { Spool } from '../base/incoming.ts';
import type { Places } from '../base/places.ts';
import { newRouter, noSuchRoute } from '../base/route.ts';
import { paymentRoutes } from '../billing/payment-routes.ts';
import { billingRoutes } from '../billing/routes.ts';
import type { CaptureAllowance } from '../captures/capture-allowance.ts';
import { captureRoutes } from '../captures/capture-route.ts';
import { wantedBurst } from '../captures/take-capture.ts';
import { dashboardRoutes } from '../dashboard/routes.ts';
import type { ChannelHosts } from '../deliveries/channels/channel.ts';
import { holdChannels } from '../deliveries/channels/channels.ts';
import { channelRoutes } from '../deliveries/channels/routes.ts';
import { deliveriesOfRun } from '../deliveries/log.ts';
import type { Outgoing } from '../deliveries/outgoing.ts';
import { pushRoutes } from '../deliveries/push-routes.ts';
import { webhookRoutes } from '../deliveries/routes.ts';
import { forgetSubscriptions } from '../deliveries/subscriptions.ts';
import { findDevices } from '../devices/devices.ts';
import { deviceRoutes } from '../devices/routes.ts';
import { exportRoutes } from '../exports/routes.ts';
import { fileRoutes } from '../files/routes.ts';
import { mailboxRoutes } from '../mail/mailbox/routes.ts';
import { operatorRoutes } from '../operator/routes.ts';
import type { Database } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Payments } from '../ports/payments.ts';
import type { Queue } from '../ports/queue.ts';
import type { SingleSignOn } from '../ports/single-sign-on.ts';
import { markedRuns } from '../runs/mark.ts';
import { feedRoutes, resultRoutes } from '../runs/result-routes.ts';
import { runRoutes } from '../runs/routes.ts';
import { countFirstLooks, latestRuns } from '../runs/runs.ts';
import { savedRoutes } from '../saved/routes.ts';
import { SHARED, sharedRoutes, shareRoutes } from '../shares/routes.ts';
import { runAgain } from '../triggers/again.ts';
import type { IntakeNeeds } from '../triggers/intake-needs.ts';
import { answerError, loggedPath } from './errors.ts';
import { eventRoutes, type LiveHub } from './events.ts';
import { healthRoutes } from './health.ts';
import { MAIL_FRAME, serveMailFrame } from './mail-frame.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { metricsRoutes } from './metrics.ts';
import { openApiPages } from './openapi.ts';
import { portalVersion, servePortal, settingsRoutes } from './portal.ts';
import {
	endUnread,
	fileHeaders,
	noStore,
	refuseNul,
	sameOriginOnly,
	securityHeaders,
	sharedHeaders,
	shownAnywhere,
} from './safety.ts';

export interface AppNeeds {
	database: Database;
	queue: Queue;
	objects: ObjectStore;
	spool: Spool;
	/** The worker of this process, if it has one. */
	worker: IntakeNeeds['worker'];
	payments: Payments;
	creditsPerRun: number;
	freeDevices: ReadonlySet<string>;
	captureAllowance: CaptureAllowance;
	outgoing: Outgoing;
	hosts: ChannelHosts;
	identity: Identity;
	/** Null if the operator has configured no provider. */
	sso: SingleSignOn | null;
	hub: LiveHub;
	log: Log;
	/** Where the browsers find the portal that ask this app. */
	publicUrl: string;
	/** Where links for phones and mails lead. */
	places: Places;
	trustProxy: boolean;
	metricsToken: string | null;
	/** Whether every account needs a second factor. */
	secondFactorRequired: boolean;
	portal: Omit<PortalSettings, 'version'>;
	/** The addresses of automations and devices. */
	ownMail: OwnMail;
	/** Whether mails are read from a mailbox of the operator. */
	hasMailbox: boolean;
	demoLink: DemoLink | null;
	operator: Omit<Parameters<typeof operatorRoutes>[0], 'db' | 'publicUrl'>;
	portalDir: string;
	tryAutomation: Parameters<typeof trialRoutes>[0]['tryAutomation'];
	countSame: Parameters<typeof automationRoutes>[0]['countSame'];
	approval: Parameters<typeof runRoutes>[0]['approval'] &
		Pick<Parameters<typeof automationRoutes>[0], 'discardWaiting'>;
	readPrompt: Parameters<typeof readingRoutes>[0]['readPrompt'];
	writeJson: Parameters<typeof readingRoutes>[0]['writeJson'];
	modelTimeoutMs: number;
	teaching: Parameters<typeof exampleRoutes>[0]['teaching'];
}

/** More than any JSON that the portal sends. Routes that take larger bodies have their own limit. */
const BODY_LIMIT = 100 * 1024;

/** The file storage API. It has its own paths and rules. */
const FILES = '/v0/*';

/** Pages that anyone with a link may see. */
const SHARED_PAGES = `${SHARED}/*`;

export function createApp(needs: AppNeeds) {
	const { database, queue, objects, identity, hub, log } = needs;
	const db = database.db;
	const { secondFactorRequired } = needs;
	const sellsCredits = needs.portal.payments.provider !== 'none';
	const signedIn = signedInGuard(db, identity, { secondFactorRequired, hasSso: needs.sso !== null });
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
		c.var.log.debug({ method: c.req.method, path: loggedPath(c), status: c.res.status, ms }, 'request');
	});
	app.use('/favicon.svg', shownAnywhere());
	app.use(
		except(
			[FILES, MAIL_FRAME, SHARED_PAGES],
			securityHeaders(needs.publicUrl, needs.portal.payments.provider),
		),
	);
	app.use(FILES, fileHeaders(needs.publicUrl));
	app.use(SHARED_PAGES, sharedHeaders(needs.publicUrl));
	app.use(endUnread());
	app.use(compress());
	app.use('/api/*', noStore(), sameOriginOnly(needs.publicUrl));
	app.use('/mcp', noStore(), sameOriginOnly(needs.publicUrl));
	for (const path of ['/api/*', FILES]) app.use(path, refuseNul());

	// These routes take larger bodies, and authenticate the sender before they read one. All later routes take small ones.
	app.route('/', captureRoutes({ db, queue, objects, worker: needs.worker }, needs.captureAllowance));
	app.route('/', trialRoutes({ signedIn, tryAutomation: needs.tryAutomation }));
	app.use(limitBody({ maxBytes: BODY_LIMIT, what: 'A request' }));

	app.route('/', healthRoutes({ db, objects: needs.objects, spool: needs.spool }));
	app.route(
		'/',
		metricsRoutes(db, needs.metricsToken, {
			hasMailbox: needs.hasMailbox,
			hasBroker: needs.portal.homeAssistant,
		}),
	);
	app.route('/', settingsRoutes(needs.portal, portalVersion(needs.portalDir)));
	if (needs.demoLink)
		app.route('/', demoRoutes({ db, identity, queue, publicUrl: needs.publicUrl }, needs.demoLink));
	app.route(
		'/',
		accountRoutes({
			...{ db, identity, queue, publicUrl: needs.publicUrl, signedIn, ownedLists },
			secondFactorRequired,
			forgetPush: forgetSubscriptions,
		}),
	);
	app.route('/', ssoRoutes({ db, identity, queue, publicUrl: needs.publicUrl, sso: needs.sso, signedIn }));
	app.route(
		'/',
		secondFactorRoutes({ db, identity, queue, publicUrl: needs.publicUrl, signedIn, secondFactorRequired }),
	);
	app.route('/', passkeyRoutes({ db, identity, queue, publicUrl: needs.publicUrl, signedIn }));
	app.route('/', apiTokenRoutes({ db, queue, signedIn }));
	app.route('/', presenceRoutes(db, needs.places));
	app.route('/', keepRoutes(db));
	app.route('/', addressRoutes(db, queue));
	app.route(
		'/',
		deviceRoutes({
			db,
			queue,
			signedIn,
			places: needs.places,
			watching: automationsWatching,
			wantedBurst,
		}),
	);
	app.route('/', fileRoutes({ db, objects, bucket: needs.portal.storageBucket, signedIn }));
	app.route(
		'/',
		savedRoutes({
			db,
			queue,
			objects,
			signedIn,
			bucket: needs.portal.storageBucket,
			places: needs.places,
		}),
	);
	app.route('/', readingRoutes({ ...needs, db, signedIn }));
	const { countSame, approval } = needs;
	const { discardWaiting } = approval;
	app.route(
		'/',
		automationRoutes({
			...{ db, signedIn, own: needs.ownMail, latestRuns, countFirstLooks, countSame, discardWaiting },
			readCondition: conditionReader(db, needs.readPrompt),
			holdChannels,
			isBuiltIn: () => needs.portal.builtInModel,
		}),
	);
	app.route('/', mailboxRoutes({ db, signedIn, hasMailbox: needs.hasMailbox }));
	app.route('/', exampleRoutes({ db, queue, signedIn, teaching: needs.teaching, markedRuns }));
	app.route('/', unsubscribeRoutes(db));
	app.route('/', snoozeRoutes(db));
	app.route('/', runRoutes({ db, queue, signedIn, runAgain, approval, deliveriesOfRun }));
	app.route('/', resultRoutes({ db, signedIn, places: needs.places }));
	app.route('/', feedRoutes(db));
	app.route('/', billingRoutes({ db, signedIn, creditsPerRun: needs.creditsPerRun }));
	app.route('/', paymentRoutes({ db, queue, signedIn, log, payments: needs.payments, sellsCredits }));
	app.route('/', dashboardRoutes({ db, queue, signedIn, freeDevices: needs.freeDevices }));
	app.route('/', exportRoutes({ db, queue, signedIn }));
	app.route('/', webhookRoutes({ db, signedIn, outgoing: needs.outgoing }));
	app.route('/', channelRoutes({ db, signedIn, outgoing: needs.outgoing, hosts: needs.hosts }));
	app.route(
		'/',
		pushRoutes({ db, signedIn, outgoing: needs.outgoing, contact: `mailto:${needs.portal.supportEmail}` }),
	);
	app.route('/', shareRoutes({ db, signedIn, places: needs.places }));
	app.route('/', sharedRoutes({ db, queue, objects }));
	app.route('/', operatorRoutes({ db, publicUrl: needs.publicUrl, ...needs.operator }));
	app.route('/', eventRoutes({ hub, signedIn }));
	app.route('/', mcpRoutes({ db, app, bucket: needs.portal.storageBucket }));
	openApiPages(app, needs.publicUrl);
	app.all('/api/*', (c) => {
		throw noSuchRoute(c);
	});
	serveMailFrame(app, needs.publicUrl);
	servePortal(app, needs.portalDir, needs.portal);
	return app;
}

/** What a user document lists. */
const ownedLists: OwnedLists = async (db, uid) => ({
	devices: (await findDevices(db, uid)).map(({ id }) => id),
	automations: await automationIds(db, uid),
});

/** Only a trusted proxy may name the client address. It appends the address to the list, so the last one counts. */
function clientAddress(
	forwarded: string | undefined,
	direct: () => string | undefined,
	trustProxy: boolean,
): string {
	const told = trustProxy ? forwarded?.split(',').at(-1)?.trim() : undefined;
	return told || direct() || 'unknown';
}
