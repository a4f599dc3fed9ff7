import { z } from 'zod';
import {
	ADDED_BY_OWNER,
	CAPTURE_REASONS,
	CONNECTIONS,
	DEVICE_PROBLEM_MAX_LENGTH,
	MAX_BURST,
} from './connection.ts';
import { SAME_CAPTURE_WINDOW, SAME_LIGHT_WINDOW } from './constants.ts';
import { id, line, timeOfDay, timeZone, utcOffset } from './ids.ts';
import { ends } from './limit.ts';
import { PICTURE_PROBLEMS } from './picture-problem.ts';
import { removedZones, zone } from './zone-settings.ts';

const windows = {
	capture_window_start: timeOfDay,
	capture_window_end: timeOfDay,
	light_window_start: timeOfDay,
	light_window_end: timeOfDay,
};

const pictureProblem = z.enum(PICTURE_PROBLEMS);

/** The IANA zone in which the windows were entered, and its minutes east of UTC at that moment. */
const enteredIn = z.object({ _zone: timeZone, _utcOffset: utcOffset });

/** A camera, devices/{id}. Its windows are like the times of a schedule: UTC plus `_utcOffset` is the wall-clock time in `_zone`. */
export const device = z.object({
	id,
	desc: z.string(),
	...windows,
	_zone: z.string(),
	_utcOffset: z.int(),
	/** The newest picture that can be shown; null until there is one. */
	last_image_path: z.string().nullable(),
	automations: z.array(id),
	/** When its newest picture was taken; null until there is one. ISO 8601. */
	last_captured_at: z.string().nullable(),
	/** When the camera last contacted us, with or without a picture; ISO 8601. */
	last_seen_at: z.string().nullable(),
	/** What is wrong with the newest examined capture. A broken or slow one cannot be shown. */
	last_image_problem: pictureProblem.nullable(),
	/** Named areas of its view. */
	zones: z.array(zone),
	removed_zones: removedZones,
	/**
	 * The part before the @ of the address whose mails become captures. Whoever knows it can send pictures, so API tokens get
	 * an empty text.
	 */
	mail_address: z.string(),
	connection: z.enum(CONNECTIONS).nullable(),
	/** What the device, or a mail from it, reports as wrong, in one sentence; and since when, ISO 8601. */
	problem: z.string().nullable(),
	problem_since: z.string().nullable(),
});
export type Device = z.infer<typeof device>;

const desc = line(200);

/** What the owner may change of a device. */
export const deviceEdit = z
	.strictObject({
		desc: z
			.string()
			.max(200, ends())
			.regex(/^\P{Cc}*$/u, 'must be one line'),
		...windows,
		// A client that sends no zone leaves it as it is.
		...enteredIn.partial().shape,
	})
	.refine((edit) => edit.capture_window_start !== edit.capture_window_end, {
		message: SAME_CAPTURE_WINDOW,
		path: ['capture_window_end'],
	})
	.refine((edit) => edit.light_window_start !== edit.light_window_end, {
		message: SAME_LIGHT_WINDOW,
		path: ['light_window_end'],
	});
export type DeviceEdit = z.infer<typeof deviceEdit>;

/** A device that needs no pairing code: the owner copies its address or its key. */
export const deviceStart = z.strictObject({
	connection: z.enum(ADDED_BY_OWNER),
	desc: desc.optional(),
	zone: timeZone.optional(),
});
export type DeviceStart = z.infer<typeof deviceStart>;

export const deviceAdded = z.object({
	deviceId: id,
	/** Shown here and never again. */
	deviceKey: z.string(),
	mail_address: z.string(),
});
export type DeviceAdded = z.infer<typeof deviceAdded>;

/** What a device reports about itself. The sentence is shown to its owner and contains no address or password. */
export const deviceStatus = z.strictObject({
	connection: z.enum(CONNECTIONS),
	problem: line(DEVICE_PROBLEM_MAX_LENGTH).min(1).nullable(),
});
export type DeviceStatus = z.infer<typeof deviceStatus>;

/** How many captures a device made in each of the last 24 hours, the newest hour last. */
export const deviceHealth = z.object({
	id,
	/** When it became a device of the account; ISO 8601. */
	created_at: z.string(),
	captures: z.array(z.number().int()).length(24),
});
export type DeviceHealth = z.infer<typeof deviceHealth>;

/** `zone` is the browser's: the default windows use it, unless the account has chosen another. */
export const pairingStart = z.strictObject({
	zone: timeZone.optional(),
});
export type PairingStart = z.infer<typeof pairingStart>;

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
		.max(40, ends())
		.transform((code) => code.replace(/[\s-]/g, '').toUpperCase()),
	desc: desc.optional(),
});

export const claimed = z.object({
	/** The same for every device of one account, and says nothing else: pictures kept for one account never go to another. */
	account: z.string().default(''),
	deviceId: id,
	deviceKey: z.string(),
});
export type Claimed = z.infer<typeof claimed>;

export const deviceKey = z.object({ deviceKey: z.string() });

/** One picture that a device sent. `image_path` is null while it is being prepared, and stays null if it is broken or slow. */
export const capture = z.object({
	id,
	deviceId: id,
	captured_at: z.string(),
	image_path: z.string().nullable(),
	thumb_path: z.string().nullable(),
	problem: pictureProblem.nullable(),
	/** Why it was sent, where the camera said so. */
	reason: z.enum(CAPTURE_REASONS).nullable(),
	/** Further pictures of the same moment, in their order, that can be shown. */
	frames: z.array(z.string()),
});
export type Capture = z.infer<typeof capture>;

/** The settings a camera needs to stay up to date. */
export const deviceSettings = z.object({
	desc: z.string(),
	...windows,
	_zone: z.string().default('UTC'),
	_utcOffset: z.int().default(0),
	/** How many pictures of one moment are wanted. */
	burst: z.int().min(1).max(MAX_BURST).default(1),
	serverTime: z.string(),
});
export type DeviceSettings = z.infer<typeof deviceSettings>;

/** The answer to a capture. */
export const captureAccepted = z.object({
	captureId: id,
	/** True if this X-Capture-Id was accepted before; nothing was stored again. */
	repeated: z.boolean(),
	settings: deviceSettings,
});
export type CaptureAccepted = z.infer<typeof captureAccepted>;
