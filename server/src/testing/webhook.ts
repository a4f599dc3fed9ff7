import { newId } from '../base/ids.ts';
import { deliveries, webhookEndpoints } from '../deliveries/tables.ts';
import type { TestServer } from './server.ts';

export const HOOK = {
	url: 'https://hooks.example.com/of-the-owner',
	secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZI',
};

/** A webhook that is turned off, with something in its log. */
export async function addWebhook(server: TestServer, uid: string): Promise<string> {
	const [id, { db }] = [newId(), server.services.database];
	const at = new Date();
	await db
		.insert(webhookEndpoints)
		.values({ id, _owner: uid, ...HOOK, events: ['run.ended'], disabled_at: at });
	await db.insert(deliveries).values({
		...{ id: newId(), _owner: uid, kind: 'webhook', key: newId(), webhookId: id },
		...{ target: HOOK.url, event: 'run.ended', status: 'sent', ended_at: at },
	});
	return id;
}
