/** The server: settings, then adapters, then the chosen roles; and a clean stop. */
import { flushCompileCache } from 'node:module';
import { networkInterfaces } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ensureDemo } from './accounts/demo.ts';
import { makeDemoLink } from './accounts/demo-link.ts';
import { openHttpAnswers, tlsAnswers } from './acme/answers.ts';
import { keepCertificate } from './acme/keep.ts';
import { findModelServers, hintOf } from './adapters/model/model-servers.ts';
import { serveAdmin } from './admin/socket.ts';
import { createLog } from './base/log.ts';
import { LET_END_MS } from './base/loops.ts';
import { furnishDemo } from './demo/furnish.ts';
import { keepCamerasAlive } from './demo/presence.ts';
import { mirrorInWords } from './files/mirror.ts';
import { type Listening, listen } from './http/listen.ts';
import { lanAddresses } from './lan/addresses.ts';
import { ensureCertificate } from './lan/certificate.ts';
import { type Lan, lanGreeting, namesOf, onLan } from './lan/lan.ts';
import { openTrustPage } from './lan/trust-page.ts';
import { probeStorage } from './operator/probe.ts';
import type { Log } from './ports/log.ts';
import { readSettings, type Settings } from './settings.ts';
import { banner } from './start/banner.ts';
import { openDatabase, openServices } from './start/compose.ts';
import { closeDataFolder } from './start/data-folder.ts';
import { startRoles } from './start/roles.ts';
import type { Services } from './start/services.ts';
import { explainStartFailure } from './start/start-failure.ts';
import { warmUp } from './start/warm-up.ts';

/** When a stop gives up if closing hangs. */
const STOP_MS = 10_000;
const SETTLED_MS = 30_000;
const HOUR_MS = 60 * 60_000;

async function main(): Promise<void> {
	const started = performance.now();
	const given = readSettings();
	await closeDataFolder(given.dataDir);
	const lan = process.argv.includes('--lan') ? await onLan(given) : null;
	const settings = lan ? { ...given, http: lan.http } : given;
	const log = createLog(settings.log.level);
	const { dataDir } = settings;
	const { acme, tls } = settings.http;
	// The port first: a second instance should fail before it touches anything else.
	const listening = settings.roles.has('api')
		? await listen(settings.http, log, { before: acme ? tlsAnswers(dataDir) : undefined })
		: null;
	const publicUrl =
		settings.http.publicUrl ??
		(listening && lan?.address ? listening.url.replace('localhost', lan.address) : listening?.url) ??
		`http://localhost:${settings.http.port}`;
	const trustPage =
		listening && lan?.address && lan.hasOwnAuthority ? await trustOnLan(lan, listening, settings, log) : null;
	const httpAnswers =
		listening && acme?.httpPort
			? await openHttpAnswers({ dataDir, host: settings.http.host, port: acme.httpPort, portal: publicUrl })
			: null;
	const certificate = listening && acme && tls ? keepCertificate({ acme, dataDir, files: tls, log }) : null;
	const services = await openServices(await openDatabase(settings, log), settings, publicUrl, log);
	services.places.trustPage = trustPage?.url ?? null;
	const demo = settings.demo === 'none' ? null : await ensureDemo(services.database.db, settings.dataDir);
	const demoLink = demo && listening ? makeDemoLink(demo, publicUrl) : null;
	const roles = await startRoles(services, listening, demoLink);
	const admin = settings.database.url ? null : await serveAdmin(services);

	const stopping = new AbortController();
	const stop = onceOnly(async (signal: string) => {
		log.info({ signal }, 'stopping');
		stopping.abort();
		setTimeout(() => process.exit(1), STOP_MS).unref();
		const until = performance.now() + LET_END_MS;
		trustPage?.close();
		httpAnswers?.close();
		await certificate?.stop();
		await roles.stop();
		admin?.close();
		await services.close(until - performance.now());
		log.info('stopped');
		process.exit(0);
	});
	process.on('SIGTERM', stop);
	process.on('SIGINT', stop);

	const mirror = services.mirror && (await mirrorInWords(services.database.db, services.mirror));
	process.stdout.write(banner(services, roles.smtpPort, demoLink, mirror));
	if (lan) process.stdout.write(await lanGreeting(publicUrl, trustPage));
	else {
		const { url, trust_page, fingerprint } = (await roles.lan?.describe()) ?? {};
		if (url && trust_page && fingerprint)
			process.stdout.write(await lanGreeting(url, { url: trust_page, fingerprint }));
	}
	const ms = Math.round(performance.now() - started);
	log.info({ url: publicUrl, smtpPort: roles.smtpPort, ms }, 'ready');
	if (settings.roles.has('worker'))
		warmUp({ db: services.database.db, model: services.model }).catch((err: unknown) =>
			log.warn({ err }, 'the model did not get ready ahead'),
		);
	setTimeout(settle, SETTLED_MS).unref();
	if (settings.files.s3) void warnIfAway(services);
	// Only a hint in the terminal, so it is not awaited.
	if (services.model.builtIn && process.stdout.isTTY) {
		void findModelServers(settings.http.port).then(([found]) => found && process.stdout.write(hintOf(found)));
	}
	if (demo && settings.demo === 'full') {
		const furnished = await furnishDemo(services, demo, roles.smtpPort, stopping.signal);
		void keepCamerasAlive(services, furnished, (uid) => roles.hub.isWatched(uid), stopping.signal);
	}
}

/** The page that makes phones trust this server, and a look every hour whether the certificate has to be renewed. */
async function trustOnLan({ http, address }: Lan, listening: Listening, { dataDir }: Settings, log: Log) {
	const { port } = new URL(listening.url);
	const page = await openTrustPage({
		...{ dataDir, host: http.host, port: Number(port) + 1 },
		portal: `https://${address}:${port}`,
	});
	const renewal = setInterval(() => {
		ensureCertificate(dataDir, namesOf(lanAddresses(networkInterfaces()))).catch((err: unknown) =>
			log.warn({ err }, 'certificate not renewed'),
		);
	}, HOUR_MS);
	return {
		url: `http://${address}:${page.port}`,
		fingerprint: page.fingerprint,
		close() {
			clearInterval(renewal);
			page.close();
		},
	};
}

/** Not awaited: a storage that is down at the start may come back. */
async function warnIfAway({ objects, log }: Services): Promise<void> {
	const problem = await probeStorage(objects);
	if (problem) log.warn({ storage: objects.describe, problem }, 'files cannot be stored');
}

/**
 * Loading the program leaves more garbage than the program's own size, and an idle process would keep it for hours. The compile
 * cache is written now, because a killed process could not write it.
 */
function settle(): void {
	flushCompileCache();
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')({ type: 'major', flavor: 'last-resort' });
}

function onceOnly<A extends unknown[]>(act: (...args: A) => Promise<void>): (...args: A) => void {
	let done = false;
	return (...args) => {
		if (!done) void act(...args);
		done = true;
	};
}

await main().catch((error: unknown) => {
	process.stderr.write(`${explainStartFailure(error)}\n`);
	process.exit(1);
});
