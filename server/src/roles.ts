import { fileURLToPath } from 'node:url';
import { forgetExpired } from './accounts/accounts.ts';
import type { Demo } from './accounts/demo.ts';
import { accountJobs } from './accounts/jobs.ts';
import type { House } from './compose.ts';
import { pruneCaptures } from './devices/captures.ts';
import { deviceJobs } from './devices/jobs.ts';
import { createApp } from './http/app.ts';
import { LiveHub } from './http/events.ts';
import type { Listening } from './http/listen.ts';

const PORTAL_DIR = fileURLToPath(new URL('../../portal/dist', import.meta.url));

/** Starts what this process was chosen for, and gives back how to stop it. */
export async function startRoles(
	house: House,
	listening: Listening | null,
	demo: Demo | null,
): Promise<() => Promise<void>> {
	const { settings, database, queue, objects, identity, log, publicUrl } = house;
	const hub = new LiveHub();
	if (listening) {
		await hub.start(database, log);
		const portal = {
			...settings.portal,
			mailDomain: settings.mail.domain,
			storageBucket: settings.files.bucket,
		};
		const { trustProxy } = settings.http;
		listening.handOver(
			createApp({
				database,
				queue,
				objects,
				identity,
				hub,
				log,
				publicUrl,
				trustProxy,
				portal,
				demo: demo && { email: demo.email, password: demo.password },
				portalDir: PORTAL_DIR,
			}).fetch,
		);
	}
	if (settings.roles.has('worker')) await startJobs(house);
	if (settings.roles.has('scheduler')) await queue.schedule('housekeeping', '17 * * * *');
	return async () => {
		hub.close();
		await listening?.close();
	};
}

async function startJobs({ database: { db }, queue, objects, identity, settings }: House): Promise<void> {
	await accountJobs(identity, queue);
	await deviceJobs({ db, queue, objects });
	await queue.work('housekeeping', async () => {
		await forgetExpired(db);
		await pruneCaptures(db, objects, settings.files.captureDays);
	});
}
