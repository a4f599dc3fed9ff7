import { z } from 'zod';
import { id, line } from '../ids.ts';
import { ends } from '../limit.ts';
import { PUSH_BROWSERS_MAX, PUSH_NAME_MAX_LENGTH } from '../push.ts';
import { route } from '../route.ts';

const tags = ['Push messages'];

/** The address that a push service gave a browser. */
const endpoint = z
	.string()
	.max(1000, ends('must have at most 1,000 characters'))
	.check(z.url({ protocol: /^https?$/, error: 'must be a web address' }));

const pushBrowser = z.object({
	id,
	/** The name that the customer sees. */
	name: z.string(),
	endpoint: z.string(),
	created_at: z.iso.datetime(),
	/** When the push service last accepted a message for it; null if it never has. */
	sent_at: z.iso.datetime().nullable(),
});
export type PushBrowser = z.infer<typeof pushBrowser>;

const pushSubscription = z.strictObject({
	endpoint,
	keys: z.strictObject({
		p256dh: z.string().regex(/^[\w-]{87}=?$/, 'must be a public key of 65 bytes in base64url'),
		auth: z.string().regex(/^[\w-]{22}(==)?$/, 'must be 16 bytes in base64url'),
	}),
	name: line(PUSH_NAME_MAX_LENGTH, `must have at most ${PUSH_NAME_MAX_LENGTH} characters`)
		.min(1, 'must not be blank')
		.optional(),
	/** The previous address of the same browser. */
	replaces: endpoint.optional(),
});
export type PushSubscriptionGiven = z.infer<typeof pushSubscription>;

export const readPush = route({
	method: 'get',
	path: '/api/push',
	scope: 'session',
	summary: 'The browsers that get push messages, and the key that they subscribe with',
	tags,
	answer: z.object({
		/** The public key of this installation, as `applicationServerKey` wants it. */
		key: z.string(),
		items: z.array(pushBrowser),
	}),
	says: 'The public key, and the browsers in the order they were added.',
});

export const addPush = route({
	method: 'post',
	path: '/api/push',
	summary: `Add a browser, or change what is known of it; at most ${PUSH_BROWSERS_MAX}`,
	description: 'A browser that belonged to another account belongs to this one from then on.',
	tags,
	body: pushSubscription,
	answer: pushBrowser,
	says: 'The browser as it is stored.',
});

export const removePush = route({
	method: 'delete',
	path: '/api/push/{id}',
	summary: 'Remove a browser; it gets no more push messages',
	tags,
	params: z.object({ id }),
	answer: z.strictObject({}),
	says: 'Removed.',
});

export const testPush = route({
	method: 'post',
	path: '/api/push/{id}/test',
	summary: 'Send a test message to a browser',
	tags,
	params: z.object({ id }),
	answer: z.strictObject({}),
	says: 'The push service has accepted the message.',
});
