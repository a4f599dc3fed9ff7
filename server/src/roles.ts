import { fileURLToPath } from 'node:url';
import { forgetExpired } from './accounts/accounts.ts';
import type { Demo } from './accounts/demo.ts';
import { accountJobs } from './accounts/jobs.ts';
import { billingJobs } from './billing/jobs.ts';
import { clean } from './cleaning.ts';
import type { House } from './compose.ts';
import { deviceJobs } from './devices/jobs.ts';
import type { EngineNeeds } from './engine/end.ts';
import { mailCredits, mailFailures, mailLowBalance } from './engine/notices.ts';
import { takeRun } from './engine/run.ts';
import { tryAutomation } from './engine/trial.ts';
import { startMailIn } from './engine/triggers/mail.ts';
import { startScheduler } from './engine/triggers/schedule.ts';
import { startWorker } from './engine/worker.ts';
import { forgetExports, makeExport } from './exports/exports.ts';
import { createApp } from './http/app.ts';
import { LiveHub } from './http/events.ts';
import { type Listening, listen } from './http/listen.ts';
import { createProbes } from './http/probes.ts';

const PORTAL_DIR = fileURLToPath(new URL('../../portal/dist', import.meta.url));

export interface Started {
	/** Where mail comes in, where this process has that role. */
	smtpPort: number | null;
	stop(): Promise<void>;
}

/** Starts what this process was chosen for. It stops in the opposite order: what brings work first, what does it last. */
export async function startRoles(
	house: House,
	listening: Listening | null,
	demo: Demo | null,
): Promise<Started> {
	const { roles } = house.settings;
	const stops: (() => Promise<void>)[] = [];
	if (roles.has('worker')) stops.push(await startWork(house));
	if (roles.has('scheduler')) {
		await house.queue.schedule('housekeeping', '17 * * * *');
		await house.queue.schedule('cleaning', '23 3 * * *');
		await house.queue.schedule('reconcile-payments', '* * * * *');
		stops.push(startScheduler(house.database.db, house.log).stop);
	}
	const mailIn = roles.has('mail') ? await listenForMail(house) : null;
	if (mailIn) stops.push(mailIn.stop);
	if (listening) stops.push(await serve(house, listening, demo));
	if (house.settings.metrics.port !== null) stops.push(await serveProbes(house, house.settings.metrics.port));
	return {
		smtpPort: mailIn?.port ?? null,
		async stop() {
			for (const stop of stops.reverse()) await stop();
		},
	};
}

async function serve(house: House, listening: Listening, demo: Demo | null): Promise<() => Promise<void>> {
	const { settings, database, log } = house;
	const needs = engineNeeds(house);
	const hub = new LiveHub();
	await hub.start(database, log);
	const portal = {
		...settings.portal,
		mailDomain: settings.mail.domain,
		storageBucket: settings.files.bucket,
		builtInModel: house.model.builtIn,
		keptDays: { captures: settings.kept.captureDays, ...settings.kept.runDays },
		payments: house.payments.form,
	};
	const app = createApp({
		...house,
		hub,
		portal,
		creditsPerRun: settings.runs.creditsPerRun,
		trustProxy: settings.http.trustProxy,
		metricsToken: settings.metrics.token,
		demo: demo && { email: demo.email, password: demo.password },
		portalDir: PORTAL_DIR,
		tryAutomation: (...request) => tryAutomation(needs, ...request),
	});
	listening.handOver(app.fetch);
	return async () => {
		hub.close();
		await listening.close();
	};
}

/** For processes that serve no portal, and for those who keep such questions apart from it. */
async function serveProbes({ settings, database, log }: House, port: number): Promise<() => Promise<void>> {
	const listening = await listen({ ...settings.http, port, tls: null });
	listening.handOver(createProbes(database.db, settings.metrics.token, log).fetch);
	return listening.close;
}

async function startWork(house: House): Promise<() => Promise<void>> {
	const { database, queue, objects, identity, payments, settings, log } = house;
	const { db } = database;
	const needs = engineNeeds(house);
	await accountJobs(identity, queue);
	await deviceJobs({ db, queue, objects });
	await billingJobs({ db, payments, log }, queue);
	await queue.work('failure-mail', ({ automationId }) => mailFailures(needs, automationId));
	await queue.work('credits-mail', ({ uid }) => mailCredits(needs, uid));
	await queue.work('low-balance-mail', (notice) => mailLowBalance(needs, notice));
	await queue.work('export', ({ exportId }) => makeExport({ db, objects, log }, exportId));
	await queue.work('housekeeping', async () => {
		await forgetExpired(db);
		await forgetExports(db, objects);
	});
	await queue.work('cleaning', () => clean(house));
	const worker = await startWorker(database, log, settings.runs.inFlight, (run) => takeRun(needs, run));
	return worker.stop;
}

function engineNeeds({ database, settings, ...house }: House): EngineNeeds {
	return {
		...house,
		db: database.db,
		mailDomain: settings.mail.domain,
		creditsPerRun: settings.runs.creditsPerRun,
		modelTimeoutMs: settings.runs.modelTimeoutSeconds * 1000,
	};
}

function listenForMail({ database, objects, log, settings }: House) {
	const { mail, http } = settings;
	return startMailIn({ db: database.db, objects, log, mail, host: http.host, tls: http.tls });
}
