import { newId } from '../base/ids.ts';
import { channels } from '../deliveries/tables.ts';
import { CHAT, targetsAt } from './messengers.ts';
import type { TestServer } from './server.ts';

/** A stored channel that nobody sends to. */
export async function addChannel(server: TestServer, uid: string): Promise<string> {
	const id = newId();
	const { telegram: target } = targetsAt('https://messengers.example.com');
	const row = { id, _owner: uid, kind: target.kind, name: 'Family', target, hint: `chat ${CHAT}` };
	await server.services.database.db.insert(channels).values(row);
	return id;
}
