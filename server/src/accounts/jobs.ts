import type { Queue } from '../ports.ts';
import type { Identity } from './identity.ts';

export async function accountJobs(identity: Identity, queue: Queue): Promise<void> {
	await queue.work('password-reset', async ({ email }) => {
		await identity.api.requestPasswordReset({ body: { email } });
	});
}
