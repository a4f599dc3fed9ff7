import { newId } from '../base/ids.ts';
import { pushSubscriptions } from '../deliveries/tables.ts';
import { PushBrowserDouble } from './push-service.ts';
import type { TestServer } from './server.ts';

/** A stored browser whose address nobody answers. */
export async function addBrowser(server: TestServer, uid: string): Promise<string> {
	const id = newId();
	const { keys } = new PushBrowserDouble('https://push.example.com', null).subscription;
	const row = {
		id,
		_owner: uid,
		name: 'Phone of the owner',
		endpoint: `https://push.example.com/${id}`,
		...keys,
	};
	await server.services.database.db.insert(pushSubscriptions).values(row);
	return id;
}
