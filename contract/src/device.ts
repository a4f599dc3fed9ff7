import { z } from 'zod';
import { SAME_CAPTURE_WINDOW, SAME_LIGHT_WINDOW } from './constants.ts';
import { id, timeOfDay } from './ids.ts';

const windows = {
	capture_window_start: timeOfDay,
	capture_window_end: timeOfDay,
	light_window_start: timeOfDay,
	light_window_end: timeOfDay,
};

/** A camera, devices/{id}. Both windows are times of day in UTC; a window may cross midnight. */
export const device = z.object({
	id,
	desc: z.string(),
	...windows,
	/** The newest picture that may be shown; null until there is one. */
	last_image_path: z.string().nullable(),
	automations: z.array(id),
	/** When the camera last spoke to us; ISO 8601. */
	last_seen_at: z.string().nullable(),
	/** Why the newest capture cannot be shown, where it turned out to be broken. */
	last_image_problem: z.string().nullable(),
});
export type Device = z.infer<typeof device>;

/** What the owner may change of a device. */
export const deviceEdit = z
	.strictObject({ desc: z.string().max(200), ...windows })
	.refine((edit) => edit.capture_window_start !== edit.capture_window_end, {
		message: SAME_CAPTURE_WINDOW,
		path: ['capture_window_end'],
	})
	.refine((edit) => edit.light_window_start !== edit.light_window_end, {
		message: SAME_LIGHT_WINDOW,
		path: ['light_window_end'],
	});
export type DeviceEdit = z.infer<typeof deviceEdit>;

/** A one-time code by which a camera becomes one of the user's devices. */
export const pairing = z.object({
	code: z.string(),
	expiresAt: z.string(),
	/** The camera page with the code in it, and the same as a QR code in SVG. */
	url: z.string(),
	qrSvg: z.string(),
});
export type Pairing = z.infer<typeof pairing>;

/** People type codes: spaces and hyphens do not count, nor does case. */
export const claim = z.strictObject({
	code: z
		.string()
		.max(40)
		.transform((code) => code.replace(/[\s-]/g, '').toUpperCase()),
	desc: z.string().trim().max(200).optional(),
});
export type Claim = z.input<typeof claim>;

export const claimed = z.object({ deviceId: id, deviceKey: z.string() });
export type Claimed = z.infer<typeof claimed>;

export const deviceKey = z.object({ deviceKey: z.string() });

/** One picture a device sent. `image_path` is null while it is being prepared, or for good where `problem` says why. */
export const capture = z.object({
	id,
	deviceId: id,
	captured_at: z.string(),
	image_path: z.string().nullable(),
	thumb_path: z.string().nullable(),
	problem: z.string().nullable(),
});
export type Capture = z.infer<typeof capture>;

/** What a camera needs to know to stay up to date. */
export const deviceSettings = z.object({ desc: z.string(), ...windows, serverTime: z.string() });
export type DeviceSettings = z.infer<typeof deviceSettings>;

/** The answer to a capture. */
export const captureAccepted = z.object({
	captureId: id,
	/** True where this X-Capture-Id was accepted before; nothing was stored again. */
	repeated: z.boolean(),
	settings: deviceSettings,
});
export type CaptureAccepted = z.infer<typeof captureAccepted>;
