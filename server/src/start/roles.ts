import type { DemoLink } from '../accounts/demo-link.ts';
import { mqttBroker } from '../adapters/mqtt/broker.ts';
import { inOneProcess } from '../base/one-process.ts';
import { startBriefs } from '../engine/brief/due.ts';
import { takeRun } from '../engine/run.ts';
import { startDeliveries } from '../engine/sending/worker.ts';
import { startSilenceWatch } from '../engine/silence.ts';
import { tryAutomation } from '../engine/trial/trial.ts';
import { type LocalWorker, startWorker } from '../engine/worker.ts';
import { startHomeAssistant } from '../home-assistant/start.ts';
import { LiveHub } from '../http/events.ts';
import { type Listening, listen } from '../http/listen.ts';
import { createProbes } from '../http/probes.ts';
import type { LanSwitch } from '../lan/switch.ts';
import { openDoor } from '../mail/addressees.ts';
import { startMailIn } from '../mail/listener.ts';
import { startMailbox } from '../mail/mailbox/reader.ts';
import type { JobList, JobName } from '../ports/queue.ts';
import { startScheduler } from '../triggers/schedule.ts';
import { JOBS, type JobNeeds } from './jobs.ts';
import { needsOf } from './needs.ts';
import { serve } from './serve.ts';
import type { Services } from './services.ts';

export interface Started {
	/** The port for incoming mail; null if this process does not have that role. */
	smtpPort: number | null;
	/** The open tabs. */
	hub: LiveHub;
	/** Whether phones in the local network can reach the portal; null if this process does not serve it. */
	lan: LanSwitch | null;
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
		const needs = needsOf(services);
		await startClock(needs);
		const { database, queue, log } = services;
		// Automations of a version that had no conditions.
		await queue.send(database.db, 'read-conditions', {});
		stops.push(startScheduler(database.db, log).stop);
		stops.push(startBriefs(database.db, queue, log).stop);
		stops.push(startSilenceWatch(needs, log).stop);
	}
	const mailIn = roles.has('mail') ? await listenForMail(services, worker) : null;
	if (mailIn) stops.push(mailIn.stop);
	const mailbox = roles.has('mail') ? readMailbox(services, worker) : null;
	if (mailbox) stops.push(mailbox.stop);
	const smtpPort = mailIn?.port ?? services.settings.mail.inPort;
	const served = listening && (await serve(services, listening, { demoLink, smtpPort, worker, hub }));
	if (served) stops.push(served.stop);
	if (services.settings.metrics.port !== null)
		stops.push(await serveProbes(services, services.settings.metrics.port));
	return {
		smtpPort: mailIn?.port ?? null,
		hub,
		lan: served?.lan ?? null,
		async stop() {
			// One that cannot end cleanly, because the database is away, does not end the others.
			for (const end of await Promise.allSettled(stops.map((stop) => stop())))
				if (end.status === 'rejected') services.log.error({ err: end.reason }, 'not stopped cleanly');
		},
	};
}

/** For processes without the portal, and for operators who want the probes on another port. */
async function serveProbes(
	{ settings, database, objects, spool, log }: Services,
	port: number,
): Promise<() => Promise<void>> {
	const listening = await listen({ ...settings.http, port, tls: null }, log, { setting: 'METRICS_PORT' });
	const needs = { db: database.db, objects, spool, log };
	const metricsToken = settings.metrics.token;
	const setUp = { hasMailbox: settings.mail.mailbox !== null, hasBroker: settings.mqtt.url !== null };
	listening.handOver(createProbes({ ...needs, ...setUp, metricsToken }).fetch);
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
	const stops = [worker.stop, deliveries.stop];
	if (settings.mqtt.url) stops.push((await announce(services, needs, settings.mqtt.url)).stop);
	return { worker: { ...worker, square: needs.model.square }, stops };
}

const announce = (services: Services, needs: JobNeeds, url: string) =>
	startHomeAssistant({
		...services,
		broker: mqttBroker(url),
		publicUrl: () => services.places.publicUrl,
		tryAutomation: (...request) => tryAutomation(needs, ...request),
	});

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

function listenForMail(services: Services, worker: LocalWorker | undefined) {
	const { mail, http, runs } = services.settings;
	const { creditsPerRun } = runs;
	return startMailIn({
		...{ ...mailIntake(services, worker), mail, creditsPerRun },
		...{ host: http.host, tls: http.tls },
	});
}

/** The operator's mailbox, if one is set. */
function readMailbox(services: Services, worker: LocalWorker | undefined) {
	const { database, settings } = services;
	const { mailbox, own, maxBytes, allowance } = settings.mail;
	if (!mailbox) return null;
	const intake = mailIntake(services, worker);
	const { creditsPerRun } = settings.runs;
	const hindranceOf = openDoor(intake.db, intake.queue, { ...allowance, creditsPerRun });
	const start = () => startMailbox({ ...intake, mailbox, own, maxBytes, hindranceOf });
	return inOneProcess(database, 'mailbox', intake.log, start);
}

const mailIntake = ({ database, queue, objects, spool, log }: Services, worker: LocalWorker | undefined) => ({
	db: database.db,
	queue,
	objects,
	spool,
	worker,
	log,
});
