import type { Queue } from '../ports/queue.ts';
import { type PaymentNeeds, reconcile } from './sync-payment.ts';
import { sendTestCardEvent } from './webhook.ts';

export async function billingJobs(needs: PaymentNeeds, queue: Queue): Promise<void> {
	await queue.work('test-card-event', ({ intent }) => sendTestCardEvent(needs, intent));
	await queue.work('reconcile-payments', () => reconcile(needs));
}
