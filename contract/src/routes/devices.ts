import { z } from 'zod';
import { MAX_BURST } from '../connection.ts';
import {
	capture,
	captureAccepted,
	claim,
	claimed,
	device,
	deviceAdded,
	deviceEdit,
	deviceHealth,
	deviceKey,
	deviceSettings,
	deviceStart,
	deviceStatus,
	pairing,
	pairingStart,
} from '../device.ts';
import { id, page } from '../ids.ts';
import { ends } from '../limit.ts';
import { BYTES, route } from '../route.ts';
import { zonesEdit } from '../zone-settings.ts';

const tags = ['Devices'];
const params = z.object({ id });

export const listDevices = route({
	method: 'get',
	path: '/api/devices',
	summary: 'The devices of the signed-in user',
	tags,
	answer: page(device),
	says: 'Oldest first.',
});

export const addDevice = route({
	method: 'post',
	path: '/api/devices',
	summary: 'Add a camera that mails, or a program that sends pictures',
	tags,
	body: deviceStart,
	answer: deviceAdded,
	says: 'Its mail address, and its key, which is shown here and never again.',
});

export const readDevicesHealth = route({
	method: 'get',
	path: '/api/devices/health',
	summary: 'How many captures each device made in each of the last 24 hours',
	tags,
	answer: z.object({ items: z.array(deviceHealth) }),
	says: 'One item for each device.',
});

export const sendDeviceStatus = route({
	method: 'post',
	path: '/api/devices/status',
	scope: 'device',
	summary: 'How a device is connected and what is wrong with it, from the device itself',
	description:
		'With the device key, as for a capture. A device that says it has no problem is not called silent.',
	tags,
	body: deviceStatus,
	answer: deviceSettings,
	says: 'The settings of the device, as in the answer to a capture.',
});

export const startPairing = route({
	method: 'post',
	path: '/api/devices/pairings',
	summary: 'A one-time code to add a device with',
	tags,
	body: pairingStart,
	bodyOptional: true,
	answer: pairing,
	says: 'Valid for ten minutes; an earlier code stops working.',
});

export const claimPairing = route({
	method: 'post',
	path: '/api/devices/claim',
	scope: 'public',
	summary: 'Become a device, with a pairing code',
	tags,
	body: claim,
	answer: claimed,
	says: 'The key is shown here and never again.',
});

export const readDevice = route({
	method: 'get',
	path: '/api/devices/{id}',
	summary: 'One device',
	tags,
	params,
	answer: device,
	says: 'The device.',
});

export const editDevice = route({
	method: 'put',
	path: '/api/devices/{id}',
	summary: 'Change description and windows',
	description:
		'Windows are HH:MM in UTC. Plus `_utcOffset` they are wall-clock times in `_zone`, and keep to the clock there in summer and winter.',
	tags,
	params,
	body: deviceEdit,
	answer: device,
	says: 'The device as it is now.',
});

export const editZones = route({
	method: 'put',
	path: '/api/devices/{id}/zones',
	summary: 'Set the zones of a device',
	description:
		'All of them at once. With `before`, only over those zones. Corners are shares of the picture, from 0 to 1. A prompt that names a removed zone is not judged until the zone is drawn again or its name is forgotten.',
	tags,
	params,
	body: zonesEdit,
	answer: device,
	says: 'The device as it is now. A `conflict` says that other zones were saved meanwhile.',
});

export const removeDevice = route({
	method: 'delete',
	path: '/api/devices/{id}',
	summary: 'Remove a device from the account',
	tags,
	params,
	answer: z.strictObject({}),
	says: 'Removed; its key no longer works.',
});

export const replaceKey = route({
	method: 'post',
	path: '/api/devices/{id}/key',
	confirmed: true,
	summary: 'Replace the key of a device',
	tags,
	params,
	answer: deviceKey,
	says: 'The new key, shown once; the old one no longer works.',
});

export const replaceMailAddress = route({
	method: 'post',
	path: '/api/devices/{id}/mail-address',
	summary: 'Give a device another mail address',
	tags,
	params,
	answer: device,
	says: 'The device with its new address; the old one takes no more mail.',
});

export const listCaptures = route({
	method: 'get',
	path: '/api/devices/{id}/captures',
	summary: 'What a device captured',
	tags,
	params,
	query: z.strictObject({ cursor: z.string().max(100, ends()).optional() }),
	answer: page(capture),
	says: 'Newest first, a page at a time.',
});

export const readCapture = route({
	method: 'get',
	path: '/api/devices/captures/{id}',
	summary: 'One capture',
	description: 'Its thumbnail is made when it is first asked for.',
	tags,
	params,
	answer: capture,
	says: 'The capture.',
});

export const readDeviceSettings = route({
	method: 'get',
	path: '/api/captures/settings',
	scope: 'device',
	summary: 'The settings of a device, for the device itself',
	description:
		'The same as in the answer to a capture: for a camera that has just started, or sends nothing for a while. One that asks is not called silent, unless it has reported a problem.',
	tags,
	answer: deviceSettings,
	says: 'Both windows and the time.',
});

export const sendCapture = route({
	method: 'post',
	path: '/api/captures',
	scope: 'captures',
	summary: 'Send a capture',
	description: `The raw image as the body: JPEG, PNG or WebP, at most 10 MB and 50 megapixels; megapixels times scans at most 800. Or multipart/form-data with 1 to ${MAX_BURST} such files: the first is the capture, the others are further pictures of the same moment. The device key comes as Authorization: Bearer KEY, or as the user name of basic authentication, never in the address. A program with an API token of the scope captures names the device in X-Device-Id.`,
	tags,
	headers: z.object({
		'x-device-id': id.optional().describe('The device, with an API token. A device key names its own.'),
		'x-capture-id': z
			.string()
			.regex(/^[\x21-\x7e]{1,100}$/, 'must be 1 to 100 printable characters without spaces')
			.optional()
			.describe('A name for this capture. The same name again is the same capture: it is not stored twice.'),
		'x-captured-at': z.iso
			.datetime({ offset: true, error: 'must be a time such as 2026-01-31T07:30:00Z' })
			.optional()
			.describe('When the picture was taken; now, where it is missing.'),
		'x-capture-reason': z
			.enum(['interval', 'change', 'button'], 'must be interval, change or button')
			.optional()
			.describe('Why the picture was taken.'),
	}),
	accepts: {
		'image/jpeg': { schema: BYTES },
		'image/png': { schema: BYTES },
		'image/webp': { schema: BYTES },
		'multipart/form-data': {
			schema: {
				type: 'object',
				properties: { picture: { type: 'array', items: BYTES, minItems: 1, maxItems: MAX_BURST } },
			},
		},
	},
	answer: captureAccepted,
	status: 202,
	says: 'Stored, with its runs queued; and the settings of the device.',
});
