import { newId } from '../base/ids.ts';
import { recordFile, storeBytes } from '../files/files.ts';
import { automationRuns } from '../runs/tables.ts';
import type { TestServer } from './server.ts';

/** A run that ended with saved files, as the engine would have stored it. */
export async function addSaved(
	server: TestServer,
	uid: string,
	automation: string,
	{
		at = new Date(),
		files = { 'result.txt': 'Someone is there.\n', 'result.json': '{}' } as Record<string, string>,
		...fields
	}: Partial<typeof automationRuns.$inferInsert> & { at?: Date; files?: Record<string, string> } = {},
): Promise<string> {
	const { database, objects } = server.services;
	const id = newId();
	const rows = await Promise.all(
		Object.entries(files).map(([name, text]) =>
			storeBytes(objects, {
				path: `users/${uid}/automations/${automation}/${id}/${name}`,
				owner: uid,
				bytes: Buffer.from(text),
				contentType: 'text/plain',
			}),
		),
	);
	await recordFile(database.db, ...rows);
	await database.db.insert(automationRuns).values({
		id,
		_owner: uid,
		_automationId: automation,
		_triggerKey: id,
		_triggerType: 'schedule',
		_actionType: 'save',
		_status: 'succeeded',
		_timestamp: at,
		ended_at: at,
		action_verdict: 'met',
		action_evidence: 'One person at the gate.',
		action_information: 'Someone is there.',
		action_files: rows.map(({ path }) => path),
		...fields,
	});
	return id;
}
