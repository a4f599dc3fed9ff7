import { createRoute, z } from '@hono/zod-openapi';
import { CAPTURE_MAX_BYTES } from '@watchword/contract/constants';
import { captureAccepted, deviceSettings } from '@watchword/contract/device';
import { errorBody } from '@watchword/contract/errors';
import type { Context } from 'hono';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { answers, type Env, json, newRouter } from '../route.ts';
import { deviceByKey, type IntakeNeeds, type KnownDevice, settingsOf, takeCapture } from './captures.ts';

export const CAPTURES_PATH = '/api/captures';

const post = createRoute({
	method: 'post',
	path: CAPTURES_PATH,
	summary: 'Send a capture',
	description:
		'The raw image as the body: JPEG, PNG or WebP, at most 10 MB and 50 megapixels, with Authorization: Bearer and the device key.',
	tags: ['Devices'],
	request: {
		headers: z.object({
			'x-capture-id': z
				.string()
				.regex(/^[\x21-\x7e]{1,100}$/, 'must be 1 to 100 printable characters without spaces')
				.optional(),
			'x-captured-at': z.iso
				.datetime({ offset: true, error: 'must be a time such as 2026-01-31T07:30:00Z' })
				.optional(),
		}),
	},
	responses: {
		202: {
			description: 'Stored, with its runs queued; and the settings of the device.',
			...json(captureAccepted),
		},
		default: {
			description: 'A refusal: a stable code and a sentence that may be shown.',
			...json(errorBody),
		},
	},
});

const settings = createRoute({
	method: 'get',
	path: `${CAPTURES_PATH}/settings`,
	summary: 'The settings of a device, for the device itself',
	description:
		'What the answer to a capture says too: for a camera that has just started, or sends nothing outside its window.',
	tags: ['Devices'],
	responses: answers('Both windows and the time.', deviceSettings),
});

export function captureRoutes(needs: IntakeNeeds) {
	const router = newRouter();
	router.openapi(post, async (c) => {
		const device = await speaker(needs.db, c.req.header('authorization'));
		const headers = c.req.valid('header');
		const accepted = await takeCapture(needs, device, {
			bytes: await readBody(c),
			contentType: c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase(),
			key: headers['x-capture-id'],
			capturedAt: headers['x-captured-at'] ? new Date(headers['x-captured-at']) : undefined,
		});
		c.var.log.info({ device: device.id, capture: accepted.captureId }, 'capture in');
		return c.json(accepted, 202);
	});
	router.openapi(settings, async (c) => {
		const device = await speaker(needs.db, c.req.header('authorization'));
		return c.json(settingsOf(device), 200);
	});
	return router;
}

/** As it comes from the socket, and no more than is allowed. What is left unread goes with the connection. */
async function readBody({ req, env }: Context<Env>): Promise<Buffer> {
	if (Number(req.header('content-length') ?? 0) > CAPTURE_MAX_BYTES) throw tooLarge();
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of env.incoming.iterator({ destroyOnReturn: false })) {
		size += chunk.length;
		if (size > CAPTURE_MAX_BYTES) throw tooLarge();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, size);
}

async function speaker(db: Db, authorization = ''): Promise<KnownDevice> {
	const key = /^Bearer (\S+)$/i.exec(authorization)?.[1];
	if (!key)
		throw new Refusal('unauthenticated', 'A capture needs the key of a device: Authorization: Bearer KEY.');
	return deviceByKey(db, key);
}

const tooLarge = () =>
	new Refusal('payload-too-large', `A capture may have at most ${CAPTURE_MAX_BYTES / 1024 / 1024} MB.`);
