import { MAX_BURST } from '@watchword/contract/connection';
import { CAPTURE_MAX_BYTES } from '@watchword/contract/constants';
import * as routes from '@watchword/contract/routes/devices';
import { withBody } from '../base/body.ts';
import { Refusal } from '../base/failures.ts';
import { newRouter, serve } from '../base/route.ts';
import { authenticateDevice } from '../devices/authenticate.ts';
import { settingsOf } from '../devices/captures.ts';
import type { KnownDevice } from '../devices/keys.ts';
import { recordAllowed, recordQuestion, recordRefused } from '../devices/status.ts';
import { type Tidied, tidyPicture } from '../pictures/tidy.ts';
import type { IntakeNeeds } from '../triggers/intake-needs.ts';
import { type CaptureAllowance, captureAllowance } from './capture-allowance.ts';
import { boundaryOf, readFiles } from './multipart.ts';
import { takeCapture, wantedBurst } from './take-capture.ts';

/** For the fields and boundaries of a form, in addition to its pictures. */
const FORM_BYTES = 64 * 1024;

export function captureRoutes(needs: IntakeNeeds, allowance: CaptureAllowance) {
	const { db } = needs;
	const router = newRouter();
	const countCapture = captureAllowance(allowance);
	const countOrRefuse = async (device: KnownDevice) => {
		const counted = await Promise.try(countCapture, device.id).catch(async (refusal: unknown) => {
			await recordRefused(db, device);
			throw refusal;
		});
		await recordAllowed(db, device);
		return counted;
	};
	serve(router, routes.sendCapture, async ({ headers, c }) => {
		const device = await authenticateDevice(db, c);
		const counted = await countOrRefuse(device);
		const contentType = c.req.header('content-type') ?? '';
		const boundary = boundaryOf(contentType);
		const limit = {
			maxBytes: boundary === null ? CAPTURE_MAX_BYTES : MAX_BURST * CAPTURE_MAX_BYTES + FORM_BYTES,
			what: 'A capture',
			account: device._owner,
		};
		const accepted = await withBody(c, limit, (bytes) => {
			counted.add(bytes.length);
			return takeCapture(needs, device, {
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
		await recordQuestion(db, device);
		return settingsOf(device, await wantedBurst(db, device.id));
	});
	return router;
}

function picturesOf(form: Buffer, boundary: string): Tidied[] {
	return readFiles(form, boundary, MAX_BURST).map(({ bytes, contentType }) => {
		if (bytes.length > CAPTURE_MAX_BYTES) {
			throw new Refusal(
				'payload-too-large',
				`A picture may have at most ${CAPTURE_MAX_BYTES / 1024 / 1024} MB.`,
			);
		}
		return tidyPicture(bytes, contentType);
	});
}
