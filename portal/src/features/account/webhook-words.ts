import type { DeliveryStatus, WebhookEvent } from '@watchword/contract/delivery';
import type { WebhookDelivery, WebhookTest } from '@watchword/contract/webhook';
import type { ApiError } from '../../lib/api.ts';
import { waitInWords } from '../../lib/time.ts';

export const EVENT_WORDS: Record<WebhookEvent, { label: string; hint: string }> = {
	'run.ended': { label: 'A run ended', hint: 'Every run, with its verdict, evidence and picture.' },
	'episode.began': { label: 'An episode began', hint: 'A camera sees what its automation watches for.' },
	'episode.ended': { label: 'An episode ended', hint: 'It no longer sees it.' },
	'device.silent': {
		label: 'A camera is silent',
		hint: 'Nothing is heard from it although its capture window is open.',
	},
};

const STATUS_WORDS: Record<DeliveryStatus, string> = {
	waiting: 'Waiting',
	sent: 'Sent',
	failed: 'Failed',
	dropped: 'Not sent',
};

/** The result of a delivery so far, in a line. */
export function deliveryInWords({ status, attempts, answer, problem }: WebhookDelivery): string {
	const parts = [
		status === 'waiting' && attempts > 0 ? 'Will be tried again' : STATUS_WORDS[status],
		attempts > 1 && `${attempts} attempts`,
		status === 'sent' && answer !== null && `answered ${answer}`,
	];
	return `${parts.filter(Boolean).join(', ')}.${problem ? ` ${problem}` : ''}`;
}

/** The events of a webhook as a list in a line. */
export const eventsInWords = (events: readonly WebhookEvent[]) =>
	events
		.map((event) => EVENT_WORDS[event].label)
		.map((label, index) => (index === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1)))
		.join(', ');

export const testInWords = ({ outcome, answer, problem, ms }: WebhookTest) =>
	outcome === 'sent'
		? `It arrived: answered ${answer} in ${ms.toLocaleString()} ms.`
		: `It did not arrive. ${problem}`;

/** The server's message about an address is better than any the portal could give. */
export const saveFailure = ({ code, message, retryAfter }: ApiError) => {
	if (code === 'invalid-argument' || code === 'conflict') return message;
	if (code === 'resource-exhausted')
		return `That was often enough for now. Try again ${waitInWords(retryAfter ?? 600)}.`;
	return 'This could not be saved. Please try again.';
};
