import { createRoute, z } from '@hono/zod-openapi';
import * as contract from '@watchword/contract/device';
import { id, page } from '@watchword/contract/ids';
import { giveBack, limit } from '../limits.ts';
import type { Db, ObjectStore } from '../ports.ts';
import { answers, jsonBody, newRouter, nothing, type SignedInGuard } from '../route.ts';
import { listCaptures } from './captures.ts';
import { editDevice, listDevices, readDevice, removeDevice, replaceKey } from './devices.ts';
import { claimPairing, startPairing } from './pairing.ts';
import { prepareCapture } from './prepare.ts';

/** Wrong codes in a quarter of an hour. 31^8 codes and ten minutes leave a guesser no hope. */
const CLAIMS = { perAddress: 20, windowSeconds: 15 * 60 };
const PAIRINGS_PER_HOUR = 60;

const tags = ['Devices'];
const params = z.object({ id });

const list = createRoute({
	method: 'get',
	path: '/api/devices',
	summary: 'The devices of the signed-in user',
	tags,
	responses: answers('Oldest first.', page(contract.device)),
});

const startPairingRoute = createRoute({
	method: 'post',
	path: '/api/devices/pairings',
	summary: 'A one-time code to add a device with',
	tags,
	responses: answers('Valid for ten minutes; an earlier code stops working.', contract.pairing),
});

const claim = createRoute({
	method: 'post',
	path: '/api/devices/claim',
	summary: 'Become a device, with a pairing code',
	tags,
	request: jsonBody(contract.claim),
	responses: answers('The key is told here and never again.', contract.claimed),
});

const read = createRoute({
	method: 'get',
	path: '/api/devices/{id}',
	summary: 'One device',
	tags,
	request: { params },
	responses: answers('The device.', contract.device),
});

const edit = createRoute({
	method: 'put',
	path: '/api/devices/{id}',
	summary: 'Change description and windows',
	tags,
	request: { params, ...jsonBody(contract.deviceEdit) },
	responses: answers('The device as it is now.', contract.device),
});

const remove = createRoute({
	method: 'delete',
	path: '/api/devices/{id}',
	summary: 'Remove a device from the account',
	tags,
	request: { params },
	responses: answers('Removed; its key works no more.', nothing),
});

const replaceKeyRoute = createRoute({
	method: 'post',
	path: '/api/devices/{id}/key',
	summary: 'Replace the key of a device',
	tags,
	request: { params },
	responses: answers('The new key, told once; the old one works no more.', contract.deviceKey),
});

const captureList = createRoute({
	method: 'get',
	path: '/api/devices/{id}/captures',
	summary: 'What a device captured',
	tags,
	request: { params, query: z.strictObject({ cursor: z.string().max(100).optional() }) },
	responses: answers('Newest first, a page at a time.', page(contract.capture)),
});

export function deviceRoutes({
	db,
	objects,
	signedIn,
	publicUrl,
}: {
	db: Db;
	objects: ObjectStore;
	signedIn: SignedInGuard;
	publicUrl: string;
}) {
	const router = newRouter();

	router.openapi(claim, async (c) => {
		const guesser = `claim:address:${c.var.ip}`;
		await limit(db, guesser, CLAIMS.perAddress, CLAIMS.windowSeconds);
		const { code, desc } = c.req.valid('json');
		const claimed = await claimPairing(db, code, desc ?? '');
		await giveBack(db, guesser);
		c.var.log.info({ device: claimed.deviceId }, 'device paired');
		return c.json(claimed, 200);
	});

	router.use('/api/devices/*', signedIn);

	router.openapi(startPairingRoute, async (c) => {
		await limit(db, `pairing:${c.var.user.uid}`, PAIRINGS_PER_HOUR, 3600);
		return c.json(await startPairing(db, c.var.user.uid, publicUrl), 200);
	});

	router.openapi(list, async (c) =>
		c.json({ items: await listDevices(db, c.var.user.uid), next: null }, 200),
	);

	router.openapi(read, async (c) =>
		c.json(await readDevice(db, c.var.user.uid, c.req.valid('param').id), 200),
	);

	router.openapi(edit, async (c) =>
		c.json(await editDevice(db, c.var.user.uid, c.req.valid('param').id, c.req.valid('json')), 200),
	);

	router.openapi(remove, async (c) => {
		await removeDevice(db, c.var.user.uid, c.req.valid('param').id);
		return c.json({}, 200);
	});

	router.openapi(replaceKeyRoute, async (c) => {
		return c.json(await replaceKey(db, c.var.user.uid, c.req.valid('param').id), 200);
	});

	router.openapi(captureList, async (c) => {
		const list = () => listCaptures(db, c.var.user.uid, c.req.valid('param').id, c.req.valid('query').cursor);
		const page = await list();
		// Small versions are made when someone first looks: of most captures nobody ever does.
		const bare = page.items.filter(({ thumb_path, problem }) => !thumb_path && !problem);
		for (const { id } of bare) await prepareCapture({ db, objects }, id);
		return c.json(bare.length > 0 ? await list() : page, 200);
	});

	return router;
}
