import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';

/** A camera of the signed-in customer, as the outside world sees it: a key, and captures sent over HTTP. */
export interface TestCamera {
	id: string;
	key: string;
	/** Sends a picture; resolves with its id once the server has it. */
	send(image?: Buffer, headers?: Record<string, string>): Promise<string>;
}

export async function startPairing(page: Page, url: string): Promise<string> {
	const answer = await page.request.post(`${url}/api/devices/pairings`, { headers: { origin: url } });
	return (await answer.json()).code;
}

/** Redeems a code as a camera does: without a session. */
export async function claim(url: string, code: string, desc?: string): Promise<TestCamera> {
	const answer = await fetch(`${url}/api/devices/claim`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ code, desc }),
	});
	expect(answer.status).toBe(200);
	const { deviceId, deviceKey } = (await answer.json()) as { deviceId: string; deviceKey: string };
	return {
		id: deviceId,
		key: deviceKey,
		send: async (image, headers = {}) => {
			const sent = await post(url, deviceKey, image ?? (await jpeg()), headers);
			expect(sent.status).toBe(202);
			return ((await sent.json()) as { captureId: string }).captureId;
		},
	};
}

export const post = (url: string, key: string, image: Buffer, headers: Record<string, string> = {}) =>
	fetch(`${url}/api/captures`, {
		method: 'POST',
		body: new Uint8Array(image),
		headers: { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg', ...headers },
	});

export const addCamera = async (page: Page, url: string, desc?: string) =>
	claim(url, await startPairing(page, url), desc);

export const jpeg = (colour = '#3a6b52', width = 640, height = 480) =>
	sharp({ create: { width, height, channels: 3, background: colour } })
		.composite([{ input: { create: { width: 40, height: 60, channels: 3, background: '#f4e9c1' } } }])
		.jpeg()
		.toBuffer();

/** A PNG with a valid structure: the server accepts it, and notices only when decoding that it is broken. */
export async function brokenPng(): Promise<Buffer> {
	const image = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#123' } })
		.png()
		.toBuffer();
	return image.fill(0x55, image.indexOf('IDAT') + 4, image.length - 16);
}
