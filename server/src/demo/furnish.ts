import type { OwnMail } from '@watchword/contract/mailbox';
import type { drawScene } from '@watchword/scenes/scene';
import { accountOf } from '../accounts/accounts.ts';
import { type Demo, keepDemo } from '../accounts/demo.ts';
import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { Model } from '../ports/model.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';
import { makeAutomations, remind, writeIn } from './automations.ts';
import { demoCameras, makeCaptures } from './devices.ts';
import { loadDrawing } from './presence.ts';

interface Needs {
	database: { db: Db };
	queue: Queue;
	objects: ObjectStore;
	model: Model;
	firstLook: Model | null;
	log: Log;
	settings: { dataDir: string; mail: { own: OwnMail } };
	freeDevices: Set<string>;
}

/**
 * Fills the demo account, once, while the server already answers: cameras, automations, a mail, a reminder; the engine makes
 * the runs. If interrupted, it continues at the next start; what a visitor removes later stays removed.
 */
export async function furnishDemo(
	{ database: { db }, queue, objects, model, firstLook, log, settings, freeDevices }: Needs,
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
		for (const { id } of devices) freeDevices.add(id);
		const account = { uid, email: demo.email };
		const saving = {
			own: settings.mail.own,
			readPrompt: (model.builtIn ? model : firstLook)?.readPrompt,
		};
		const automations = await makeAutomations(db, account, devices, saving, now);
		await remind(db, uid, automations.get('Bins out tonight') ?? '', now);
		if (smtpPort)
			await writeIn(smtpPort, `${automations.get('Invoice inbox')}@${settings.mail.own.mailDomain}`, now);
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
