/** The server: settings, then adapters, then the chosen roles; and a clean stop. */
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ensureDemo } from './accounts/demo.ts';
import { makeDemoLink } from './accounts/demo-link.ts';
import { probeStorage } from './admin/probe.ts';
import { serveAdmin } from './admin/socket.ts';
import { createLog } from './base/log.ts';
import { LET_END_MS } from './base/stopping.ts';
import { furnishDemo } from './demo/furnish.ts';
import { keepCamerasOnline } from './demo/presence.ts';
import { mirrorInWords } from './files/mirror.ts';
import { listen } from './http/listen.ts';
import { lanGreeting, onLan } from './lan/lan.ts';
import { readSettings } from './settings.ts';
import { banner } from './start/banner.ts';
import { openDatabase, openServices, type Services } from './start/compose.ts';
import { closeDataFolder } from './start/data-folder.ts';
import { findLocalModel, hintOf } from './start/local-models.ts';
import { startRoles } from './start/roles.ts';
import { explainStartFailure } from './start/start-failure.ts';

/** When a stop gives up if closing hangs. */
const STOP_MS = 10_000;
const SETTLED_MS = 30_000;

async function main(): Promise<void> {
	const started = performance.now();
	const given = readSettings();
	await closeDataFolder(given.dataDir);
	const lan = process.argv.includes('--lan') ? await onLan(given) : null;
	const settings = lan ? { ...given, http: lan.http } : given;
	const log = createLog(settings.log.level);
	// The port first: a second instance should fail before it touches anything else.
	const listening = settings.roles.has('api') ? await listen(settings.http) : null;
	const publicUrl =
		settings.http.publicUrl ??
		(listening && lan?.address ? listening.url.replace('localhost', lan.address) : listening?.url) ??
		`http://localhost:${settings.http.port}`;
	const services = await openServices(await openDatabase(settings, log), settings, publicUrl, log);
	const demo =
		settings.demo === 'none'
			? null
			: await ensureDemo(services.database.db, services.identity, settings.dataDir);
	const demoLink = demo && listening ? makeDemoLink(demo, publicUrl) : null;
	const roles = await startRoles(services, listening, demoLink);
	const admin = settings.database.url ? null : await serveAdmin(services);

	const stopping = new AbortController();
	const stop = onceOnly(async (signal: string) => {
		log.info({ signal }, 'stopping');
		stopping.abort();
		setTimeout(() => process.exit(1), STOP_MS).unref();
		const until = performance.now() + LET_END_MS;
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
	if (lan) process.stdout.write(await lanGreeting(publicUrl, given.http.tls === null));
	const ms = Math.round(performance.now() - started);
	log.info({ url: publicUrl, smtpPort: roles.smtpPort, ms }, 'ready');
	setTimeout(settle, SETTLED_MS).unref();
	if (settings.files.s3) void warnIfAway(services);
	// Only a hint in the terminal, so it is not awaited.
	if (services.model.builtIn && process.stdout.isTTY) {
		void findLocalModel(settings.http.port).then((found) => found && process.stdout.write(hintOf(found)));
	}
	if (demo && settings.demo === 'full') {
		const furnished = await furnishDemo(services, demo, roles.smtpPort, stopping.signal);
		void keepCamerasOnline(services.database.db, furnished, log, stopping.signal);
	}
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
