import type { Capture, Device } from '@watchword/contract/device';
import * as routes from '@watchword/contract/routes/devices';
import { originOf } from '../accounts/history.ts';
import { addressKey, limit, uncount } from '../base/limits.ts';
import type { Places } from '../base/places.ts';
import { newRouter, type SignedIn, type SignedInGuard, serve } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import type { Queue } from '../ports/queue.ts';
import { guardDevice } from './authenticate.ts';
import { listCaptures, readCapture, settingsOf, type WantedBurst } from './captures.ts';
import {
	editDevice,
	editZones,
	listDevices,
	readDevice,
	removeDevice,
	replaceKeyAndTell,
	replaceMailAddress,
	type Watching,
} from './devices.ts';
import { healthOf } from './health.ts';
import { addByOwner, claimPairing, startPairing } from './pairing.ts';
import { askToPrepare } from './prepare.ts';
import { recordReport } from './status.ts';

/** Wrong codes in a quarter of an hour. With 31^8 codes that are valid for ten minutes, guessing is hopeless. */
const CLAIMS = { perAddress: 20, windowSeconds: 15 * 60 };
const PAIRINGS_PER_HOUR = 60;

export function deviceRoutes({
	db,
	queue,
	signedIn,
	places,
	watching,
	wantedBurst,
}: {
	places: Places;
	db: Db;
	queue: Queue;
	signedIn: SignedInGuard;
	watching: Watching;
	wantedBurst: WantedBurst;
}) {
	const router = newRouter();
	/** The other routes are for signed-in users. */
	const own: typeof serve = (to, route, handle) => serve(to, route, handle, signedIn);

	serve(router, routes.claimPairing, async ({ body: { code, desc }, c }) => {
		const guesser = `claim:address:${addressKey(c.var.ip)}`;
		await limit(db, guesser, CLAIMS.perAddress, CLAIMS.windowSeconds);
		const claimed = await claimPairing(db, queue, code, desc ?? '', originOf(c));
		await uncount(db, guesser);
		c.var.log.info({ device: claimed.deviceId }, 'device paired');
		return claimed;
	});

	const { guard, deviceOf } = guardDevice(db);
	serve(
		router,
		routes.sendDeviceStatus,
		async ({ body, c }) => {
			const device = deviceOf(c);
			await recordReport(db, device, body);
			return settingsOf(device, await wantedBurst(db, device.id));
		},
		guard,
	);

	own(router, routes.startPairing, async ({ user, body }) => {
		await limit(db, `pairing:${user.uid}`, PAIRINGS_PER_HOUR, 3600);
		return startPairing(db, user.uid, places, body?.zone);
	});

	own(router, routes.addDevice, async ({ user, body, c }) => {
		await limit(db, `pairing:${user.uid}`, PAIRINGS_PER_HOUR, 3600);
		const added = await addByOwner(db, queue, user.uid, body, originOf(c));
		c.var.log.info({ device: added.deviceId }, 'device added');
		return added;
	});

	own(router, routes.readDevicesHealth, async ({ user }) => ({ items: await healthOf(db, user.uid) }));

	const readOne = async (user: SignedIn, id: string) =>
		shownTo(user, await readDevice(db, user.uid, id, watching));

	own(router, routes.listDevices, async ({ user }) => ({
		items: (await listDevices(db, user.uid, watching)).map((device) => shownTo(user, device)),
		next: null,
	}));

	own(router, routes.readDevice, ({ user, params }) => readOne(user, params.id));

	own(router, routes.editDevice, async ({ user, params, body }) => {
		await editDevice(db, queue, user.uid, params.id, body);
		return readOne(user, params.id);
	});

	own(router, routes.editZones, async ({ user, params, body }) => {
		await editZones(db, queue, user.uid, params.id, body);
		return readOne(user, params.id);
	});

	own(router, routes.removeDevice, async ({ user, params }) => {
		await removeDevice(db, user.uid, params.id, watching);
		return {};
	});

	own(router, routes.replaceKey, async ({ user, params, c }) => {
		await limit(db, `device-key:${user.uid}`, PAIRINGS_PER_HOUR, 3600);
		return replaceKeyAndTell(db, queue, user.uid, params.id, originOf(c));
	});

	own(router, routes.replaceMailAddress, async ({ user, params }) => {
		await replaceMailAddress(db, user.uid, params.id);
		return readOne(user, params.id);
	});

	/** Until there is a thumbnail, the whole picture is shown. */
	const prepareLater = (uid: string, seen: Capture[]) => {
		const unprepared = seen.filter(({ thumb_path, problem }) => !thumb_path && !problem);
		return askToPrepare(
			queue,
			db,
			uid,
			unprepared.map(({ id }) => id),
		);
	};

	own(router, routes.readCapture, async ({ user, params }) => {
		const capture = await readCapture(db, user.uid, params.id);
		await prepareLater(user.uid, [capture]);
		return capture;
	});

	own(router, routes.listCaptures, async ({ user, params, query }) => {
		const page = await listCaptures(db, user.uid, params.id, query.cursor);
		await prepareLater(user.uid, page.items);
		return page;
	});

	return router;
}

/** Whoever knows the mail address can send pictures forever, even after the API token is revoked. */
const shownTo = ({ scopes }: SignedIn, device: Device): Device =>
	scopes ? { ...device, mail_address: '' } : device;
