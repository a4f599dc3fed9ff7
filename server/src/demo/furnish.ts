import { accountOf } from '../accounts/accounts.ts';
import { type Demo, keepDemo } from '../accounts/demo.ts';
import type { IntakeNeeds } from '../devices/captures.ts';
import type { Log } from '../ports.ts';
import { makeDemoDevices } from './devices.ts';

interface Needs {
	database: Pick<IntakeNeeds, 'db'>;
	queue: IntakeNeeds['queue'];
	objects: IntakeNeeds['objects'];
	log: Log;
	settings: { dataDir: string };
}

/**
 * Fills the demo account, once, while the server already answers. Killed midway it goes on at the next start; what a
 * visitor removes later stays removed.
 */
export async function furnishDemo(
	{ database: { db }, queue, objects, log, settings }: Needs,
	demo: Demo,
	signal: AbortSignal,
): Promise<void> {
	if (demo.furnished) return;
	try {
		const uid = await accountOf(db, demo.email);
		const made = await makeDemoDevices({ db, queue, objects }, uid, new Date(), signal);
		await keepDemo(settings.dataDir, { ...demo, furnished: true });
		log.info(made, 'the demo account is ready');
	} catch (error) {
		if (!signal.aborted)
			log.error({ err: error }, 'the demo account could not be filled; the next start goes on');
	}
}
