import { fileURLToPath } from 'node:url';
import type { DemoLink } from '../accounts/demo-link.ts';
import { siteOf } from '../accounts/passkeys/webauthn.ts';
import { commandLine, release } from '../base/release.ts';
import { approveRun, discardRun, discardWaiting, readDraft } from '../engine/approval/answer.ts';
import { countSameCaptures } from '../engine/trial/same-captures.ts';
import { tryAutomation } from '../engine/trial/trial.ts';
import type { LocalWorker } from '../engine/worker.ts';
import { createApp } from '../http/app.ts';
import type { LiveHub } from '../http/events.ts';
import type { Listening } from '../http/listen.ts';
import { type LanSwitch, openLanSwitch } from '../lan/switch.ts';
import { openShelf } from '../operator/shelf.ts';
import { readOverview } from '../operator/status.ts';
import { openSignIn } from './compose.ts';
import { needsOf, promptReader } from './needs.ts';
import type { Services } from './services.ts';

const PORTAL_DIR = fileURLToPath(new URL('../../../portal/dist', import.meta.url));

interface Parts {
	demoLink: DemoLink | null;
	smtpPort: number;
	worker: LocalWorker | undefined;
	hub: LiveHub;
}

type Door = Pick<Services, 'publicUrl' | 'identity' | 'sso'>;

/** Answers on the port of this process and, where it is switched on, in the local network. */
export async function serve(
	services: Services,
	listening: Listening,
	{ demoLink, smtpPort, worker, hub }: Parts,
): Promise<{ lan: LanSwitch; stop(): Promise<void> }> {
	const { settings, database, log } = services;
	const { db } = database;
	const needs = needsOf(services);
	await hub.start(database, log);
	const shelf = openShelf({ ...services, db });
	const lan = openLanSwitch({
		...services,
		listening,
		async appAt(publicUrl) {
			return appFor({ publicUrl, ...(await openSignIn({ db, settings }, publicUrl)) }).fetch;
		},
	});
	const appFor = (door: Door) =>
		createApp({
			operator: { shelf, settings, mailer: services.mailer, lan, readOverview: () => readOverview(services) },
			...services,
			...door,
			worker,
			hub,
			portal: portalOf(services, door, smtpPort),
			ownMail: settings.mail.own,
			hasMailbox: settings.mail.mailbox !== null,
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
			readPrompt: promptReader(services),
			writeJson: () => services.model.writeJson,
			modelTimeoutMs: settings.runs.modelTimeoutSeconds * 1000,
			teaching: () => services.model.teaching,
		});
	listening.handOver(appFor(services).fetch);
	await lan.start();
	return {
		lan,
		async stop() {
			hub.close();
			await shelf.close();
			await Promise.all([lan.stop(), listening.close()]);
		},
	};
}

/** What the portal knows of this installation. */
function portalOf(services: Services, { publicUrl, sso }: Door, smtpPort: number) {
	const { settings } = services;
	return {
		...settings.portal,
		release,
		commands: { admin: commandLine('admin'), camera: commandLine('camera') },
		mailAddress: settings.mail.own.mailAddress,
		mailServer: mailServerOf(services, smtpPort),
		get sendsMail() {
			return services.mailer.server !== null;
		},
		homeAssistant: settings.mqtt.url !== null,
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
		singleSignOn: sso && { name: sso.name },
		passkeyOrigin: siteOf(publicUrl)?.origin ?? null,
		payments: settings.sellsCredits ? services.payments.form : { provider: 'none' as const },
	};
}

/** Where cameras should deliver mail. A proxy or the network may give the listener another name and port. */
function mailServerOf({ settings, publicUrl }: Services, smtpPort: number) {
	const { mailbox, server } = settings.mail;
	// What is mailed to the addresses of a mailbox goes to its host, not here.
	if (mailbox && server.length === 0) return null;
	const [host, port = smtpPort] = server;
	return {
		host: host || new URL(publicUrl).hostname,
		port: Number(port),
		encrypted: settings.http.tls !== null,
	};
}
