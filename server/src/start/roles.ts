import { fileURLToPath } from 'node:url';
import { forgetExpired } from '../accounts/accounts.ts';
import type { DemoLink } from '../accounts/demo-link.ts';
import { accountJobs } from '../accounts/jobs.ts';
import { siteOf } from '../accounts/passkeys/webauthn.ts';
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
import { startMailIn } from '../engine/triggers/mail.ts';
import { startScheduler } from '../engine/triggers/schedule.ts';
import { type LocalWorker, startWorker } from '../engine/worker.ts';
import { forgetExports, makeExport } from '../exports/exports.ts';
import { updateMirror } from '../files/mirror.ts';
import { createApp } from '../http/app.ts';
import { LiveHub } from '../http/events.ts';
import { type Listening, listen } from '../http/listen.ts';
import { createProbes } from '../http/probes.ts';
import { rebuildSearchIndex } from '../runs/search.ts';
import { deleteFolder } from '../saved/delete.ts';
import { clean } from './cleaning.ts';
import type { Services } from './compose.ts';
import { eraseLeavers } from './leaving.ts';

const PORTAL_DIR = fileURLToPath(new URL('../../../portal/dist', import.meta.url));

export interface Started {
	/** The port for incoming mail; null if this process does not have that role. */
	smtpPort: number | null;
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
		stops.push(startScheduler(database.db, log).stop);
		stops.push(startBriefs(database.db, queue, log).stop);
		stops.push(startSilenceWatch({ db: database.db, queue, publicUrl }, log).stop);
	}
	const mailIn = roles.has('mail') ? await listenForMail(services, worker) : null;
	if (mailIn) stops.push(mailIn.stop);
	const smtpPort = mailIn?.port ?? services.settings.mail.inPort;
	if (listening) stops.push(await serve(services, listening, { demoLink, smtpPort, worker }));
	if (services.settings.metrics.port !== null)
		stops.push(await serveProbes(services, services.settings.metrics.port));
	return {
		smtpPort: mailIn?.port ?? null,
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
	}: { demoLink: DemoLink | null; smtpPort: number; worker: LocalWorker | undefined },
): Promise<() => Promise<void>> {
	const { settings, database, log } = services;
	const needs = engineNeeds(services);
	const hub = new LiveHub();
	await hub.start(database, log);
	const portal = {
		...settings.portal,
		release,
		commands: { admin: commandLine('admin'), camera: commandLine('camera') },
		mailDomain: settings.mail.domain,
		mailServer: mailServerOf(services, smtpPort),
		storageBucket: settings.files.bucket,
		builtInModel: services.model.builtIn,
		keptDays: { captures: settings.kept.captureDays, ...settings.kept.runDays },
		singleSignOn: services.sso && { name: services.sso.name },
		passkeyOrigin: siteOf(services.publicUrl)?.origin ?? null,
		payments: services.payments.form,
	};
	const app = createApp({
		...services,
		worker,
		hub,
		portal,
		creditsPerRun: settings.runs.creditsPerRun,
		captureAllowance: settings.captureAllowance,
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
		readPrompt: services.model.readPrompt ?? services.firstLook?.readPrompt,
		teaching: services.model.teaching,
	});
	listening.handOver(app.fetch);
	return async () => {
		hub.close();
		await listening.close();
	};
}

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
	await queue.work('learn-examples', ({ automationId }) => learnExamples(needs, automationId));
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
	return { worker, stops: [worker.stop, deliveries.stop] };
}

function engineNeeds({ database, settings, ...services }: Services): EngineNeeds & DeliveryNeeds {
	return {
		...services,
		db: database.db,
		contact: `mailto:${settings.portal.supportEmail}`,
		mailDomain: settings.mail.domain,
		mailFrom: settings.mail.from,
		bucket: settings.files.bucket,
		mailsPerHour: settings.mail.mailsPerHour,
		repliesPerHour: settings.mail.repliesPerHour,
		lateAfterMs: settings.runs.lateAfterMinutes * 60_000,
		creditsPerRun: settings.runs.creditsPerRun,
		approvalDays: settings.runs.approvalDays,
		modelTimeoutMs: settings.runs.modelTimeoutSeconds * 1000,
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
