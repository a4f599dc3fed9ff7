import { afterEach, expect, test } from 'vitest';
import { CameraTrouble } from '../sources/trouble.ts';
import { startHttpCamera } from '../testing/http-camera.ts';
import { startOnvifCamera } from '../testing/onvif-camera.ts';
import { OnvifDevice } from './device.ts';
import { discover } from './discovery.ts';
import { onvifLight } from './light.ts';
import { parseXml } from './soap.ts';

const never = new AbortController().signal;
const cameras: { stop(): Promise<void> }[] = [];
afterEach(async () => {
	for (const camera of cameras.splice(0)) await camera.stop();
});
async function start(wishes: Parameters<typeof startOnvifCamera>[0] = {}) {
	const camera = await startOnvifCamera(wishes);
	cameras.push(camera);
	return camera;
}
const device = (url: string, password = 'secret') =>
	new OnvifDevice({ url: new URL(url), user: 'admin', password });

test('a probe finds a camera where it answers from, not where it says it is', async () => {
	const camera = await start();
	expect((await discover([camera.probe], 200, never)).map(String)).toEqual([camera.url]);
});

test('without cameras the search finds none', async () => {
	expect(await discover([{ host: '127.0.0.1', port: 9 }], 50, never)).toEqual([]);
});

test('a camera says what it is and where its largest stream is, on its own machine', async () => {
	const camera = await start({ snapshot: 'http://admin:x@10.0.0.9:8000/snap.jpg?a=1&b=2' });
	expect(await device(camera.url).describe(never)).toEqual({
		maker: 'ACME',
		model: 'Dome 4',
		profile: { token: 'main', width: 640, height: 360 },
		stream: new URL('rtsp://127.0.0.1:554/live?a=1&b=2'),
		snapshot: new URL('http://127.0.0.1:8000/snap.jpg?a=1&b=2'),
	});
});

test.each(['tcp://10.0.0.9:554/live', 'file:///etc/passwd', 'http://10.0.0.9/list.m3u8', 'concat:a|b'])(
	'a camera cannot have %s read as its stream or picture',
	async (address) => {
		const camera = await start({ stream: address, snapshot: address.replace('http:', 'ftp:') });
		expect(await device(camera.url).describe(never)).toMatchObject({ stream: null, snapshot: null });
	},
);

test('a camera whose clock says 1970 still accepts the password', async () => {
	const camera = await start({ clockOff: -Date.now() + 3_600_000 });
	expect(await device(camera.url).describe(never)).toMatchObject({ model: 'Dome 4', snapshot: null });
});

test('a camera whose clock is set later still accepts the password', async () => {
	const camera = await start();
	const asked = device(camera.url);
	await asked.describe(never);
	camera.setClock(3_600_000);
	expect(await asked.describe(never)).toMatchObject({ model: 'Dome 4' });
	expect(camera.refused()).toBe(1);
});

test('a camera that breaks off in the middle of an answer is unreachable', async () => {
	const camera = await start({ breaksOff: true });
	const found = await device(camera.url)
		.describe(never)
		.catch((error: unknown) => error);
	expect(found).toBeInstanceOf(CameraTrouble);
	expect(found).toMatchObject({ message: 'Camera unreachable' });
});

test('a wrong password is tried once', async () => {
	const camera = await start();
	const found = await device(camera.url, 'wrong')
		.describe(never)
		.catch((error: unknown) => error);
	expect(found).toBeInstanceOf(CameraTrouble);
	expect(found).toMatchObject({ kind: 'password' });
	expect(camera.refused()).toBe(1);
});

const config = (onvif: string, light = 'auto') =>
	({ onvif, light, user: 'admin', password: 'secret' }) as Parameters<typeof onvifLight>[0];

test('the white light is switched before the infrared one', async () => {
	const camera = await start({
		commands: 'tt:Wiper|On tt:Wiper|Off tt:IRLamp|On tt:IRLamp|Off WhiteLight|On WhiteLight|Off',
	});
	const light = onvifLight(config(camera.url));
	expect(await light.switch(true, never)).toBe(true);
	expect(await light.switch(false, never)).toBe(true);
	expect(camera.switched).toEqual(['WhiteLight|On', 'WhiteLight|Off']);
});

test('without a light nothing is switched; a relay only where the config names it', async () => {
	const camera = await start({ commands: 'tt:Wiper|On tt:Wiper|Off' });
	expect(await onvifLight(config(camera.url)).switch(true, never)).toBe(false);
	expect(await onvifLight(config(camera.url, 'relay R1')).switch(true, never)).toBe(true);
	expect(camera.switched).toEqual(['R1 active']);
});

test('XML with a document type is refused', () => {
	expect(() => parseXml('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toThrow(CameraTrouble);
});

test('what a camera reports cannot control the terminal', async () => {
	const about = 'GetDeviceInformationResponse';
	const text = `<Envelope><Body><${about}><Model>\x1b]0;x\x07Dome\r\n4\x9b2J</Model></${about}></Body></Envelope>`;
	const camera = await startHttpCamera({ answer: (_, response) => void response.end(text) });
	cameras.push(camera);
	expect(await device(camera.url).describe(never)).toMatchObject({ model: ']0;x Dome 4 2J' });
});

test('an answer of many megabytes is not read completely', async () => {
	const about = '<GetDeviceInformationResponse><Model>Dome 4</Model></GetDeviceInformationResponse>';
	const text = (padding: string) => `<Envelope><Body>${padding}${about}</Body></Envelope>`;
	let padding = '';
	const camera = await startHttpCamera({ answer: (_, response) => void response.end(text(padding)) });
	cameras.push(camera);
	expect(await device(camera.url).describe(never)).toMatchObject({ model: 'Dome 4' });
	padding = '<a/>'.repeat(500_000);
	expect(await device(camera.url).describe(never)).toMatchObject({ model: '' });
});
