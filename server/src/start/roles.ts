import { fileURLToPath } from 'node:url';
import type { DemoLink } from '../accounts/demo-link.ts';
import { siteOf } from '../accounts/passkeys/webauthn.ts';
import { conditionReader } from '../automations/read-condition.ts';
import { commandLine, release } from '../base/release.ts';
import { approveRun, discardRun, discardWaiting, readDraft } from '../engine/approval/answer.ts';
import { startBriefs } from '../engine/brief/due.ts';
import type { DeliveryNeeds } from '../engine/deliveries/sender.ts';
import { startDeliveries } from '../engine/deliveries/worker.ts';
import { takeRun } from '../engine/run.ts';
import { startSilenceWatch } from '../engine/silence.ts';
import { countSameCaptures } from '../engine/trial/same-captures.ts';
import { tryAutomation } from '../engine/trial/trial.ts';
import { type LocalWorker, startWorker } from '../engine/worker.ts';
import { createApp } from '../http/app.ts';
import { LiveHub } from '../http/events.ts';
import { type Listening, listen } from '../http/listen.ts';
import { createProbes } from '../http/probes.ts';
import { startMailIn } from '../mail/listener.ts';
import { openShelf } from '../operator/shelf.ts';
import { readOverview } from '../operator/status.ts';
import type { JobList, JobName } from '../ports/queue.ts';
import { decidedLately } from '../runs/runs.ts';
import { startScheduler } from '../triggers/schedule.ts';
import { JOBS, type JobNeeds } from './jobs.ts';
import type { Services } from './services.ts';

const PORTAL_DIR = fileURLToPath(new URL('../../../portal/dist', import.meta.url));

export interface Started {
	/** The port for incoming mail; null if this process does not have that role. */
	smtpPort: number | null;
	/** The open tabs. */
	hub: LiveHub;
	stop(): Promise<void>;
}

/** Starts the roles of this process. They stop in parallel, so that a stop takes only as long as the slowest. */
export async function startRoles(
	services: Services,
	listening: Listening | null,
	demoLink: DemoLink | null,
): Promise<Started> {
	const { roles } = services.settings;
	const stops: (() => Promise<void>)[] = [];
	const hub = new LiveHub();
	const work = roles.has('worker') ? await startWork(services) : null;
	if (work) stops.push(...work.stops);
	const worker = work?.worker;
	if (roles.has('scheduler')) {
		await startClock(needsOf(services));
		const { database, queue, publicUrl, log } = services;
		// Automations of a version that had no conditions.
		await queue.send(database.db, 'read-conditions', {});
		stops.push(startScheduler(database.db, log).stop);
		stops.push(startBriefs(database.db, queue, log).stop);
		stops.push(startSilenceWatch({ db: database.db, queue, publicUrl }, log).stop);
	}
	const mailIn = roles.has('mail') ? await listenForMail(services, worker) : null;
	if (mailIn) stops.push(mailIn.stop);
	const smtpPort = mailIn?.port ?? services.settings.mail.inPort;
	if (listening) stops.push(await serve(services, listening, { demoLink, smtpPort, worker, hub }));
	if (services.settings.metrics.port !== null)
		stops.push(await serveProbes(services, services.settings.metrics.port));
	return {
		smtpPort: mailIn?.port ?? null,
		hub,
		async stop() {
			// One that cannot end cleanly, because the database is away, does not end the others.
			for (const end of await Promise.allSettled(stops.map((stop) => stop())))
				if (end.status === 'rejected') services.log.error({ err: end.reason }, 'not stopped cleanly');
		},
	};
}

async function serve(
	services: Services,
	listening: Listening,
	{
		demoLink,
		smtpPort,
		worker,
		hub,
	}: { demoLink: DemoLink | null; smtpPort: number; worker: LocalWorker | undefined; hub: LiveHub },
): Promise<() => Promise<void>> {
	const { settings, database, log } = services;
	const needs = needsOf(services);
	await hub.start(database, log);
	const portal = {
		...settings.portal,
		release,
		commands: { admin: commandLine('admin'), camera: commandLine('camera') },
		mailDomain: settings.mail.domain,
		mailServer: mailServerOf(services, smtpPort),
		get sendsMail() {
			return services.mailer.server !== null;
		},
		storageBucket: settings.files.bucket,
		get builtInModel() {
			return services.model.builtIn;
		},
		get fillsConditions() {
			return services.model.writeJson !== undefined;
		},
		get looksFirst() {
			return services.model.local?.slow ?? false;
		},
		keptDays: { captures: settings.kept.captureDays, ...settings.kept.runDays },
		singleSignOn: services.sso && { name: services.sso.name },
		passkeyOrigin: siteOf(services.publicUrl)?.origin ?? null,
		payments: settings.sellsCredits ? services.payments.form : { provider: 'none' as const },
	};
	const shelf = openShelf({ ...services, db: database.db });
	const app = createApp({
		operator: { shelf, settings, mailer: services.mailer, readOverview: () => readOverview(services) },
		...services,
		worker,
		hub,
		portal,
		creditsPerRun: settings.runs.creditsPerRun,
		captureAllowance: settings.captureAllowance,
		trustPage: settings.http.trustPage,
		trustProxy: settings.http.trustProxy,
		metricsToken: settings.metrics.token,
		secondFactorRequired: settings.auth.secondFactor === 'required',
		demoLink,
		portalDir: PORTAL_DIR,
		tryAutomation: (...request) => tryAutomation(needs, ...request),
		countSame: (...device) => countSameCaptures(needs, ...device),
		approval: {
			...{ approveRun, discardRun, discardWaiting },
			readDraft: (db, uid, id) => readDraft(db, uid, id, settings.runs.approvalDays),
		},
		readPrompt: promptReader(services),
		writeJson: () => services.model.writeJson,
		modelTimeoutMs: settings.runs.modelTimeoutSeconds * 1000,
		teaching: () => services.model.teaching,
	});
	listening.handOver(app.fetch);
	return async () => {
		hub.close();
		await shelf.close();
		await listening.close();
	};
}

/** The built-in model reads prompts, also where a language model decides. */
const promptReader = ({ model, firstLook }: Services) => model.readPrompt ?? firstLook?.readPrompt;

/** Where cameras should deliver mail. A proxy or the network may give the listener another name and port. */
function mailServerOf({ settings, publicUrl }: Services, smtpPort: number) {
	const [host, port = smtpPort] = settings.mail.server;
	return {
		host: host || new URL(publicUrl).hostname,
		port: Number(port),
		encrypted: settings.http.tls !== null,
	};
}

/** For processes without the portal, and for operators who want the probes on another port. */
async function serveProbes(
	{ settings, database, objects, spool, log }: Services,
	port: number,
): Promise<() => Promise<void>> {
	const listening = await listen({ ...settings.http, port, tls: null }, 'METRICS_PORT');
	listening.handOver(createProbes({ db: database.db, objects, spool }, settings.metrics.token, log).fetch);
	return listening.close;
}

async function startWork(
	services: Services,
): Promise<{ worker: LocalWorker; stops: (() => Promise<void>)[] }> {
	const { database, settings, log } = services;
	const needs = needsOf(services);
	for (const name of JOB_NAMES) await startJob(name, needs);
	const worker = await startWorker(database, log, settings.runs.inFlight, (run) => takeRun(needs, run));
	const deliveries = await startDeliveries(database, needs);
	return { worker: { ...worker, square: needs.model.square }, stops: [worker.stop, deliveries.stop] };
}

const startJob = <N extends JobName>(name: N, needs: JobNeeds) =>
	needs.queue.work(name, (data) => (JOBS as JobList<JobNeeds>)[name].handle(needs, data));

/** Lets the clock start the jobs that have a time. */
async function startClock(needs: JobNeeds): Promise<void> {
	for (const name of JOB_NAMES) {
		const { cron, isNeeded } = JOBS[name];
		if (cron && (isNeeded?.(needs) ?? true)) await needs.queue.schedule(name, cron);
	}
}

const JOB_NAMES = Object.keys(JOBS) as JobName[];

function needsOf(services: Services): JobNeeds & DeliveryNeeds {
	const { settings, database } = services;
	const { supportEmail } = settings.portal;
	return {
		...services,
		db: database.db,
		readCondition: conditionReader(database.db, promptReader(services)),
		isBuiltIn: () => services.model.builtIn,
		decidedLately,
		supportEmail,
		contact: `mailto:${supportEmail}`,
		mailDomain: settings.mail.domain,
		get mailFrom() {
			return services.mailer.from;
		},
		bucket: settings.files.bucket,
		mailsPerHour: settings.mail.mailsPerHour,
		repliesPerHour: settings.mail.repliesPerHour,
		lateAfterMs: settings.runs.lateAfterMinutes * 60_000,
		creditsPerRun: settings.runs.creditsPerRun,
		approvalDays: settings.runs.approvalDays,
		modelTimeoutMs: settings.runs.modelTimeoutSeconds * 1000,
		modelFallback: settings.runs.modelFallback,
	};
}

function listenForMail(
	{ database, queue, objects, spool, log, settings }: Services,
	worker: LocalWorker | undefined,
) {
	const { mail, http } = settings;
	const { creditsPerRun } = settings.runs;
	return startMailIn({
		db: database.db,
		queue,
		objects,
		spool,
		worker,
		log,
		mail,
		creditsPerRun,
		host: http.host,
		tls: http.tls,
	});
}
