import { createHmac, randomBytes } from 'node:crypto';
import { retryAfter } from '../base/failures.ts';
import { type Outgoing, RequestFailed } from './outgoing.ts';
import type { SendResult } from './queue.ts';

const PREFIX = 'whsec_';

export const newSecret = () => PREFIX + randomBytes(24).toString('base64');

/** A signature of Standard Webhooks, version 1: over the id, the time of sending and the body. */
function sign(secret: string, id: string, seconds: number, body: string): string {
	const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
	return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** Posts one signed event to one endpoint. Any answer other than 2xx is a failure. */
export async function postWebhook(
	outgoing: Outgoing,
	{ url, secret }: { url: string; secret: string },
	id: string,
	payload: Record<string, unknown>,
): Promise<Exclude<SendResult, { outcome: 'dropped' }>> {
	const body = JSON.stringify(payload);
	const seconds = Math.floor(Date.now() / 1000);
	const headers = {
		'content-type': 'application/json',
		'user-agent': 'Watchword',
		'webhook-id': id,
		'webhook-timestamp': String(seconds),
		'webhook-signature': sign(secret, id, seconds, body),
	};
	try {
		const { status, headers: answered } = await outgoing.post(url, { headers, body });
		if (status >= 200 && status < 300) return { outcome: 'sent', answer: status };
		const afterSeconds = retryAfter(answered['retry-after']);
		return {
			outcome: 'failed',
			problem: status === 410 ? 'It answered 410: it wants nothing more.' : `It answered ${status}.`,
			answer: status,
			...(afterSeconds !== null && { afterSeconds }),
		};
	} catch (error) {
		if (!(error instanceof RequestFailed)) throw error;
		const { message: problem, answer } = error;
		return { outcome: 'failed', problem, ...(answer !== undefined && { answer }) };
	}
}
