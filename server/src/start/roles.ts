import { fileURLToPath } from 'node:url';
import { forgetExpired } from '../accounts/accounts.ts';
import type { DemoLink } from '../accounts/demo-link.ts';
import { accountJobs } from '../accounts/jobs.ts';
import { siteOf } from '../accounts/passkeys/webauthn.ts';
import { readConditionsAgain } from '../automations/read-again.ts';
import { conditionReader } from '../automations/read-condition.ts';
import { commandLine, release } from '../base/release.ts';
import { billingJobs } from '../billing/jobs.ts';
import { deviceJobs } from '../devices/jobs.ts';
import { sendDueAlerts } from '../engine/alerts/held.ts';
import { approveRun, discardRun, discardWaiting, readDraft } from '../engine/approval/answer.ts';
import { mailDraft, mailReminder } from '../engine/approval/mails.ts';
import { tendWaitingRuns } from '../engine/approval/tend.ts';
import { mailBrief } from '../engine/brief/brief.ts';
import { startBriefs } from '../engine/brief/due.ts';
import type { DeliveryNeeds } from '../engine/deliveries/sender.ts';
import { startDeliveries } from '../engine/deliveries/worker.ts';
import type { EngineNeeds } from '../engine/engine-needs.ts';
import { learnExamples } from '../engine/learn.ts';
import {
	mailCredits,
	mailFailures,
	mailLowBalance,
	mailRefusedMails,
	mailWebhookOff,
} from '../engine/notices.ts';
import { takeRun } from '../engine/run.ts';
import { mailSilence, startSilenceWatch } from '../engine/silence.ts';
import { countSameCaptures } from '../engine/trial/same-captures.ts';
import { tryAutomation } from '../engine/trial/trial.ts';
import { type LocalWorker, startWorker } from '../engine/worker.ts';
import { forgetExports, makeExport } from '../exports/exports.ts';
import { updateMirror } from '../files/mirror.ts';
import { createApp } from '../http/app.ts';
import { LiveHub } from '../http/events.ts';
import { type Listening, listen } from '../http/listen.ts';
import { createProbes } from '../http/probes.ts';
import { startMailIn } from '../mail/listener.ts';
import { openShelf } from '../operator/shelf.ts';
import { readOverview } from '../operator/status.ts';
import { decidedLately } from '../runs/runs.ts';
import { rebuildSearchIndex } from '../runs/search.ts';
import { deleteFolder } from '../saved/delete.ts';
import { startScheduler } from '../triggers/schedule.ts';
import { clean } from './cleaning.ts';
import type { Services } from './compose.ts';
import { eraseLeavers } from './leaving.ts';

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
		await services.queue.schedule('housekeeping', '17 * * * *');
		await services.queue.schedule('cleaning', '23 3 * * *');
		await services.queue.schedule('search-index', '53 3 1 * *');
		await services.queue.schedule('leaving', '37 * * * *');
		await services.queue.schedule('reconcile-payments', '* * * * *');
		await services.queue.schedule('held-alerts', '* * * * *');
		await services.queue.schedule('approvals', '* * * * *');
		if (services.mirror) await services.queue.schedule('mirror', '* * * * *');
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
	const needs = engineNeeds(services);
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
	const { database, queue, objects, mirror, identity, mailer, payments, publicUrl, settings, log } = services;
	const { db } = database;
	const needs = engineNeeds(services);
	const { supportEmail } = settings.portal;
	await accountJobs({ db, identity, mailer, publicUrl, supportEmail }, queue);
	await deviceJobs({ db, queue, objects });
	await billingJobs({ db, payments, log }, queue);
	const reading = {
		...{ db, queue, decidedLately, readCondition: conditionReader(db, promptReader(services)) },
		isBuiltIn: () => services.model.builtIn,
	};
	await queue.work('read-conditions', (job) => readConditionsAgain(reading, job));
	await queue.work('learn-examples', async ({ automationId }) => {
		await learnExamples(needs, automationId);
		await readConditionsAgain(reading, { automationId });
	});
	await queue.work('failure-mail', ({ automationId }) => mailFailures(needs, automationId));
	await queue.work('credits-mail', ({ uid, balance }) =>
		balance === undefined ? mailCredits(needs, uid) : mailLowBalance(needs, { uid, balance }),
	);
	await queue.work('refused-mails-mail', ({ automationId }) => mailRefusedMails(needs, automationId));
	await queue.work('webhook-mail', (notice) => mailWebhookOff(needs, notice));
	await queue.work('low-balance-mail', (notice) => mailLowBalance(needs, notice));
	await queue.work('brief', (brief) => mailBrief(needs, brief));
	await queue.work('silence-mail', (notice) => mailSilence(needs, notice));
	await queue.work('export', ({ exportId }) => makeExport({ db, objects, log }, exportId));
	await queue.work('held-alerts', () => sendDueAlerts(needs));
	await queue.work('approvals', () => tendWaitingRuns(needs));
	await queue.work('approval-mail', ({ runId }) => mailDraft(needs, runId));
	await queue.work('approval-reminder', ({ uid }) => mailReminder(needs, uid));
	await queue.work('delete-saved', (folder) => deleteFolder({ db, queue, objects }, folder));
	// Jobs of a mirror that is no longer configured need nothing.
	await queue.work('mirror', async () => {
		if (mirror) await updateMirror({ db, objects, mirror, log });
	});
	await queue.work('housekeeping', async () => {
		await forgetExpired(db);
		await forgetExports(db, objects);
	});
	await queue.work('cleaning', () => clean(services));
	await queue.work('search-index', async () => {
		await rebuildSearchIndex(db);
		log.info('search index rebuilt');
	});
	await queue.work('leaving', () => eraseLeavers(services));
	await queue.work('erased-files', ({ folder }) => objects.deleteFolder(folder));
	const worker = await startWorker(database, log, settings.runs.inFlight, (run) => takeRun(needs, run));
	const deliveries = await startDeliveries(database, needs);
	return { worker: { ...worker, square: needs.model.square }, stops: [worker.stop, deliveries.stop] };
}

function engineNeeds({ database, settings, ...services }: Services): EngineNeeds & DeliveryNeeds {
	return {
		...services,
		db: database.db,
		contact: `mailto:${settings.portal.supportEmail}`,
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
