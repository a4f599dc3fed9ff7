import { eq } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import { newId } from '../base/ids.ts';
import { enter } from '../billing/billing.ts';
import { addDevice } from '../devices/pairing.ts';
import { queueRun } from '../engine/queue-runs.ts';
import type { TestServer } from './server.ts';

type Fields = Partial<typeof automations.$inferInsert>;

/** An automation of a customer, as its editor would have saved it. */
export async function addAutomation(server: TestServer, uid: string, fields: Fields = {}): Promise<string> {
	const id = newId();
	await server.services.database.db.insert(automations).values({
		id,
		_name: 'Watch',
		_owner: uid,
		_triggerType: 'email',
		_schedule: ['12:00'],
		_actionType: 'sendEmail',
		_limited: false,
		_limitSchedule: ['12:00'],
		trigger_device_type: 'conditional',
		action_prompt: 'Is anyone there?',
		action_toAddress: 'ops@example.com',
		...fields,
	});
	return id;
}

export async function addCamera(server: TestServer, uid: string) {
	const { db } = server.services.database;
	const { deviceId, deviceKey } = await addDevice(db, uid, 'Front gate');
	const send = (bytes: Buffer, headers: Record<string, string> = {}) =>
		sendCapture(server.url, deviceKey, bytes, headers);
	return { deviceId, deviceKey, send };
}

export function sendCapture(url: string, key: string, bytes: Buffer, headers: Record<string, string> = {}) {
	return fetch(`${url}/api/captures`, {
		method: 'POST',
		body: new Uint8Array(bytes),
		headers: { authorization: `Bearer ${key}`, ...headers },
	});
}

/** Sends several pictures of one moment, as a form. */
export function sendBurst(url: string, key: string, files: Buffer[]) {
	const body = new FormData();
	for (const bytes of files) body.append('f', new Blob([new Uint8Array(bytes)]), 'f.jpg');
	return fetch(`${url}/api/captures`, { method: 'POST', body, headers: { authorization: `Bearer ${key}` } });
}

export async function grant(server: TestServer, uid: string, credits: number): Promise<void> {
	await enter(server.services.database.db, { uid, kind: 'grant', credits, reference: newId() });
}

/** Queues a run of an automation, as its trigger would. */
export async function askForRun(
	server: TestServer,
	automationId: string,
	key: string = newId(),
): Promise<void> {
	const { db } = server.services.database;
	const [automation] = await db.select().from(automations).where(eq(automations.id, automationId));
	if (!automation) throw new Error('no such automation');
	await db.transaction((tx) => queueRun(tx, automation, { _triggerKey: `test:${automationId}:${key}` }));
}
