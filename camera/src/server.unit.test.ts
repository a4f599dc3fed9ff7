import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Problem } from './problem.ts';
import { claim, fetchDeviceSettings, NotNow, Refused, send, sendMoment } from './server.ts';

let answer: (response: ServerResponse) => void;
let paths: string[];
let url: string;
const server = createServer((request, response) => {
	paths.push(request.url ?? '');
	request.resume();
	answer(response);
});
beforeEach(async () => {
	paths = [];
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
	const closed = new Promise((resolve) => server.close(resolve));
	server.closeAllConnections();
	await closed;
});

const page = (status: number, headers = {}) => {
	answer = (response) => response.writeHead(status, headers).end('<html></html>');
};
const pair = () => claim(url, 'ABCD2345', 'Door').catch((error: unknown) => error);

test('a portal that moved to https is not followed: no code is used up, and the new address is named', async () => {
	page(308, { location: 'https://portal.example.com/api/devices/claim' });
	const error = await pair();
	expect(error).toBeInstanceOf(Problem);
	expect(error).toHaveProperty('message', expect.stringContaining('https://portal.example.com '));
	expect(paths).toEqual(['/api/devices/claim']);
});

test('a network that sends everybody to its login page is worth trying again', async () => {
	page(302, { location: '/login' });
	expect(await pair()).toBeInstanceOf(NotNow);
	expect(paths).toEqual(['/api/devices/claim']);
});

test('an answer that is not of Watchword is worth trying again', async () => {
	answer = (response) => response.writeHead(200).end('{"login":"required"}');
	expect(await pair()).toBeInstanceOf(NotNow);
	await expect(fetchDeviceSettings(url, 'wwk_1')).rejects.toThrow(NotNow);
});

test('a large picture has more time than a small one', async () => {
	const timeout = vi.spyOn(AbortSignal, 'timeout');
	answer = (response) => response.writeHead(503).end();
	const shot = (size: number) => ({ bytes: Buffer.alloc(size), contentType: 'image/jpeg' });
	const moment = { id: '1', takenAt: new Date(), shots: [shot(4_000_000), shot(2_000_000)] };
	const { signal } = new AbortController();
	await expect(sendMoment(url, 'wwk_1', moment, signal)).rejects.toThrow(NotNow);
	const picture = { id: '1', takenAt: new Date(), ...shot(1_000_000), shows: '' };
	await expect(send(url, 'wwk_1', picture)).rejects.toThrow(NotNow);
	await expect(fetchDeviceSettings(url, 'wwk_1')).rejects.toThrow(NotNow);
	expect(timeout.mock.calls).toEqual([[360_000], [110_000], [60_000]]);
	timeout.mockRestore();
});

test('a picture that is too large for a proxy is refused for good', async () => {
	page(413);
	const picture = {
		id: '1',
		takenAt: new Date(),
		bytes: Buffer.from('x'),
		contentType: 'image/jpeg',
		shows: '',
	};
	const error = await send(url, 'wwk_1', picture).catch((error: unknown) => error);
	expect(error).toBeInstanceOf(Refused);
	expect(error).toHaveProperty('code', 'payload-too-large');
});
