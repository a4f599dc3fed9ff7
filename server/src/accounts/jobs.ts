import type { Db, Queue } from '../ports.ts';
import { forgetExpired } from './accounts.ts';
import type { Identity } from './identity.ts';

export async function accountJobs(db: Db, identity: Identity, queue: Queue): Promise<void> {
	await queue.work('password-reset', async ({ email }) => {
		await identity.api.requestPasswordReset({ body: { email } });
	});
	await queue.work('housekeeping', () => forgetExpired(db));
}
