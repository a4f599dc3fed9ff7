import { MOST_BURST } from '@watchword/contract/connection';
import { CAPTURE_MAX_BYTES } from '@watchword/contract/constants';
import type { CaptureAccepted } from '@watchword/contract/device';
import * as routes from '@watchword/contract/routes/devices';
import { withBody } from '../base/body.ts';
import { boundaryOf, readFiles } from '../base/multipart.ts';
import { Refusal } from '../base/refusal.ts';
import { newRouter, serve } from '../base/route.ts';
import { type Tidied, tidyPicture } from '../pictures/tidy.ts';
import type { Db } from '../ports.ts';
import { authenticateDevice } from './authenticate.ts';
import { type CaptureAllowance, captureAllowance } from './capture-allowance.ts';
import { type IncomingCapture, settingsOf, type WantedBurst } from './captures.ts';
import { noteSeen, recordStatus, SENDS_TOO_MUCH } from './devices.ts';
import type { KnownDevice } from './keys.ts';

/** For the fields and boundaries of a form, in addition to its pictures. */
const FORM_BYTES = 64 * 1024;

interface Needs {
	db: Db;
	/** Stores a capture and queues its runs. */
	takeCapture(device: KnownDevice, incoming: IncomingCapture): Promise<CaptureAccepted>;
	wantedBurst: WantedBurst;
	allowance: CaptureAllowance;
}

export function captureRoutes({ db, takeCapture, wantedBurst, allowance }: Needs) {
	const router = newRouter();
	const countCapture = captureAllowance(allowance);
	/** A camera above its limit is not silent, and its owner sees why no picture comes. */
	const countOrNote = async (device: KnownDevice) => {
		const { connection, problem } = device;
		try {
			const counted = countCapture(device.id);
			if (problem === SENDS_TOO_MUCH) await recordStatus(db, device, { connection, problem: null });
			return counted;
		} catch (refusal) {
			await noteSeen(db, device);
			await recordStatus(db, device, { connection, problem: SENDS_TOO_MUCH });
			throw refusal;
		}
	};
	serve(router, routes.sendCapture, async ({ headers, c }) => {
		const device = await authenticateDevice(db, c);
		const counted = await countOrNote(device);
		const contentType = c.req.header('content-type') ?? '';
		const boundary = boundaryOf(contentType);
		const limit = {
			maxBytes: boundary === null ? CAPTURE_MAX_BYTES : MOST_BURST * CAPTURE_MAX_BYTES + FORM_BYTES,
			what: 'A capture',
			account: device._owner,
		};
		const accepted = await withBody(c, limit, (bytes) => {
			counted.add(bytes.length);
			return takeCapture(device, {
				pictures:
					boundary === null
						? [tidyPicture(bytes, contentType.split(';')[0]?.trim().toLowerCase())]
						: picturesOf(bytes, boundary),
				key: headers['x-capture-id'],
				capturedAt: headers['x-captured-at'] ? new Date(headers['x-captured-at']) : undefined,
				reason: headers['x-capture-reason'],
			});
		});
		c.var.log.info({ device: device.id, capture: accepted.captureId }, 'capture in');
		return accepted;
	});
	serve(router, routes.readDeviceSettings, async ({ c }) => {
		const device = await authenticateDevice(db, c);
		if (device.problem === null || device.problem === SENDS_TOO_MUCH) await noteSeen(db, device);
		return settingsOf(device, await wantedBurst(db, device.id));
	});
	return router;
}

function picturesOf(form: Buffer, boundary: string): Tidied[] {
	return readFiles(form, boundary, MOST_BURST).map(({ bytes, contentType }) => {
		if (bytes.length > CAPTURE_MAX_BYTES) {
			throw new Refusal(
				'payload-too-large',
				`A picture may have at most ${CAPTURE_MAX_BYTES / 1024 / 1024} MB.`,
			);
		}
		return tidyPicture(bytes, contentType);
	});
}
