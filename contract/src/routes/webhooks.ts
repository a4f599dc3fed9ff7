import { z } from 'zod';
import { id } from '../ids.ts';
import { route } from '../route.ts';
import {
	newWebhook,
	webhookDelivery,
	webhookEdit,
	webhookEndpoint,
	webhookSecret,
	webhookTest,
} from '../webhook.ts';

const tags = ['Webhooks'];
const path = '/api/webhook-endpoints';
const params = z.object({ id });
const one = `${path}/{id}` as const;

export const listWebhooks = route({
	method: 'get',
	path,
	scope: 'session',
	summary: 'The webhooks of the signed-in user',
	tags,
	answer: z.object({ items: z.array(webhookEndpoint) }),
	says: 'Oldest first.',
});

export const addWebhook = route({
	method: 'post',
	path,
	summary: 'Add an address that is told of events',
	tags,
	body: newWebhook,
	answer: webhookEndpoint.extend(webhookSecret.shape),
	says: 'The webhook, with the secret that signs what it gets.',
});

export const editWebhook = route({
	method: 'put',
	path: one,
	summary: 'Change a webhook, or turn it off or on',
	tags,
	params,
	body: webhookEdit,
	answer: webhookEndpoint,
	says: 'As it is now.',
});

export const removeWebhook = route({
	method: 'delete',
	path: one,
	summary: 'Remove a webhook and the log of its deliveries',
	tags,
	params,
	answer: z.strictObject({}),
	says: 'Removed; nothing more is sent to it.',
});

export const showWebhookSecret = route({
	method: 'post',
	path: `${one}/show-secret`,
	confirmed: true,
	summary: 'Show the secret of a webhook',
	tags,
	params,
	answer: webhookSecret,
	says: 'The secret.',
});

export const replaceWebhookSecret = route({
	method: 'post',
	path: `${one}/secret`,
	confirmed: true,
	summary: 'Replace the secret of a webhook',
	tags,
	params,
	answer: webhookSecret,
	says: 'The new secret. The old one signs nothing from now on.',
});

export const testWebhook = route({
	method: 'post',
	path: `${one}/test`,
	summary: 'Send a test event now and wait for the answer',
	tags,
	params,
	answer: webhookTest,
	says: 'What came of it.',
});

export const listWebhookDeliveries = route({
	method: 'get',
	path: `${one}/deliveries`,
	scope: 'session',
	summary: 'The last deliveries of a webhook',
	tags,
	params,
	answer: z.object({ items: z.array(webhookDelivery) }),
	says: 'The newest 50, newest first. They are kept for 30 days.',
});

export const sendWebhookAgain = route({
	method: 'post',
	path: `${one}/deliveries/{delivery}/again`,
	summary: 'Send a delivery again, with the same id',
	tags,
	params: params.extend({ delivery: id }),
	answer: webhookDelivery,
	says: 'It is sent in the background.',
});
