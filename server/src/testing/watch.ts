import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import type { automations } from '../automations/tables.ts';
import { heldAlerts } from '../runs/tables.ts';
import { addAutomation, addCamera, grant } from './automation.ts';
import { jpeg } from './images.ts';
import { answerOf, scriptedModel } from './model.ts';
import { endedRuns } from './runs.ts';
import type { TestServer } from './server.ts';
import { waitFor } from './wait.ts';

const MINUTE = 60_000;
const VERDICTS = { m: 'met', n: 'not met', '?': 'cannot tell' } as const;

/** The verdict of `watchModel` on a picture, by the time the picture was taken. */
const verdicts = new Map<number, (typeof VERDICTS)[keyof typeof VERDICTS]>();

export const watchModel = () =>
	scriptedModel(({ parts }) => answerOf({ verdict: verdicts.get(parts.now.getTime()) ?? 'met' }));

/** A camera and an automation that watches it, with its owner, on a server whose model is `watchModel`. */
export async function addWatch(server: TestServer, fields: Partial<typeof automations.$inferInsert> = {}) {
	const customer = await server.customer();
	await grant(server, customer.uid, 1000);
	const camera = await addCamera(server, customer.uid);
	const picture = await jpeg();
	const id = await addAutomation(server, customer.uid, {
		_triggerType: 'capture',
		trigger_device_deviceID: camera.deviceId,
		action_toAddress: customer.email,
		_tell: 'begin',
		...fields,
	});
	let sent = 0;
	/** Sends captures for a text of m, n and ?, the first one `minutesAgo`, one a minute; returns their runs. */
	const captures = async (story: string, minutesAgo: number, step = 1) => {
		const from = Date.now() - minutesAgo * MINUTE;
		for (const [index, letter] of [...story].entries()) {
			const at = new Date(from + index * step * MINUTE);
			verdicts.set(at.getTime(), VERDICTS[letter as keyof typeof VERDICTS]);
			const answer = await camera.send(picture, { 'X-Captured-At': at.toISOString() });
			if (answer.status !== 202) throw new Error(`the capture was answered with ${answer.status}`);
		}
		sent += story.length;
		return (await endedRuns(server, id, sent)).slice(-story.length);
	};
	const told = async () => (await mailsTo(server, customer.email)).map(({ subject }) => subject);
	return { customer, camera, id, captures, told };
}

/** The mails to an address that are there now. */
export async function mailsTo(server: TestServer, address: string) {
	const outbox = join(server.services.settings.dataDir, 'outbox');
	const names = (await readdir(outbox).catch(() => [])).filter((name) => !name.startsWith('.')).sort();
	const mails = await Promise.all(
		names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
	);
	return mails.filter(({ to }) => to?.some((one) => one.address === address));
}

/** Whether an alert of an automation is held. */
const isHeld = async ({ services }: TestServer, id: string) =>
	(await services.database.db.$count(heldAlerts, eq(heldAlerts._automationId, id))) > 0;

/** Makes the held alerts due now, and queues the job that sends them. */
export async function askToSendHeld(server: TestServer, id: string): Promise<void> {
	const { database, queue } = server.services;
	await database.db
		.update(heldAlerts)
		.set({ due_at: sql`now() - interval '1 second'` })
		.where(eq(heldAlerts._automationId, id));
	await queue.send(database.db, 'held-alerts', {});
}

/** Makes the held alerts due now, and sends them as the job would. */
export async function sendHeld(server: TestServer, id: string): Promise<void> {
	await askToSendHeld(server, id);
	await waitFor('held alerts to be sent', async () => !(await isHeld(server, id)));
}

/** Quiet hours that last two more hours. */
export function quietHours() {
	const hour = (hours: number) => new Date(Date.now() + hours * 60 * MINUTE).toISOString().slice(11, 16);
	return { quiet_start: hour(-2), quiet_end: hour(2), alert_zone: 'UTC' };
}
