import type { drawScene } from '@watchword/scenes/scene';
import { accountOf } from '../accounts/accounts.ts';
import { type Demo, keepDemo } from '../accounts/demo.ts';
import type { Db, Log, ObjectStore, Queue } from '../ports.ts';
import { makeAutomations, remind, writeIn } from './automations.ts';
import { demoCameras, makeCaptures } from './devices.ts';

interface Needs {
	database: { db: Db };
	queue: Queue;
	objects: ObjectStore;
	log: Log;
	settings: { dataDir: string; mail: { domain: string } };
}

/**
 * Fills the demo account, once, while the server already answers: cameras, automations, a mail, a reminder; the engine makes
 * the runs. If interrupted, it continues at the next start; what a visitor removes later stays removed.
 */
export async function furnishDemo(
	{ database: { db }, queue, objects, log, settings }: Needs,
	demo: Demo,
	smtpPort: number | null,
	signal: AbortSignal,
	draw?: typeof drawScene,
): Promise<Demo> {
	if (demo.furnished) return demo;
	try {
		const now = new Date();
		const intake = { db, queue, objects };
		const uid = await accountOf(db, demo.email);
		const cameras = await demoCameras(intake, uid);
		const devices = cameras.map(({ device }) => device);
		const account = { uid, email: demo.email };
		const automations = await makeAutomations(db, account, devices, settings.mail.domain, now);
		await remind(db, uid, automations.get('Bins out tonight') ?? '', now);
		if (smtpPort) await writeIn(smtpPort, `${automations.get('Invoice inbox')}@${settings.mail.domain}`, now);
		const captures = await makeCaptures(intake, cameras, now, signal, draw ?? (await loadDrawing()));
		const furnished = { ...demo, furnished: true, cameras: devices.map(({ id }) => id) };
		await keepDemo(settings.dataDir, furnished);
		log.info(
			{ devices: devices.length, automations: automations.size, captures },
			'the demo account is ready',
		);
		return furnished;
	} catch (error) {
		if (!signal.aborted) {
			log.error({ err: error }, 'the demo account could not be filled; the next start continues');
		}
		return demo;
	}
}

/** Only the first start draws pictures; later starts need not load this. */
const loadDrawing = async () => (await import('@watchword/scenes/scene')).drawScene;
