import type { PushMessage } from '@watchword/contract/push';
import { retryAfter } from '../base/failures.ts';
import type { Db } from '../ports/database.ts';
import { type Outgoing, RequestFailed } from './outgoing.ts';
import type { SendResult } from './queue.ts';
import { forgetDead, recordPushed, type Subscription } from './subscriptions.ts';
import { vapidKeys } from './vapid.ts';

export interface PushNeeds {
	db: Db;
	outgoing: Outgoing;
	/** The operator's contact for push services, a `mailto:` address. */
	contact: string;
}

/** For how long a push service keeps a message for a phone that is off. */
const TTL_SECONDS = 24 * 3600;

/**
 * Encrypts and signs a message (RFC 8291 and 8292) and sends it to the push service of a browser. While a phone is off, the
 * service keeps only the last message of each topic.
 */
export async function postPush(
	{ db, outgoing, contact }: PushNeeds,
	subscription: Subscription,
	message: PushMessage,
	topic: string,
): Promise<SendResult> {
	const { endpoint, p256dh, auth } = subscription;
	const { default: webPush } = await import('web-push');
	const { headers, body } = webPush.generateRequestDetails(
		{ endpoint, keys: { p256dh, auth } },
		JSON.stringify(message),
		{
			vapidDetails: { subject: contact, ...(await vapidKeys(db)) },
			TTL: TTL_SECONDS,
			urgency: 'high',
			topic,
		},
	);
	try {
		const answer = await outgoing.post(endpoint, {
			headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
			body,
		});
		return await outcomeOf(db, subscription, answer.status, retryAfter(answer.headers['retry-after']));
	} catch (error) {
		if (!(error instanceof RequestFailed)) throw error;
		const problem = `The push service of this browser could not be reached. ${error.message}`;
		return { outcome: 'failed', problem, final: error.refused };
	}
}

/** What the answer of a push service means (RFC 8030). A browser that it no longer knows is removed. */
async function outcomeOf(
	db: Db,
	subscription: Subscription,
	answer: number,
	afterSeconds: number | null,
): Promise<SendResult> {
	if (answer >= 200 && answer < 300) {
		await recordPushed(db, subscription);
		return { outcome: 'sent', answer };
	}
	if (answer === 404 || answer === 410) {
		await forgetDead(db, subscription);
		return { outcome: 'dropped', problem: 'This browser gets no messages any more, and was removed.' };
	}
	const problem = `The push service of this browser answered ${answer}.`;
	if (answer !== 429 && answer < 500) return { outcome: 'failed', problem, answer, final: true };
	return { outcome: 'failed', problem, answer, ...(afterSeconds !== null && { afterSeconds }) };
}
