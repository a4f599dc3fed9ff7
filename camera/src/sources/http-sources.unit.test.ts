import { afterEach, describe, expect, test } from 'vitest';
import { jpeg } from '../../../server/src/testing/images.ts';
import { mjpeg, picture, startHttpCamera } from '../testing/http-camera.ts';
import { mjpegSource } from './mjpeg.ts';
import { snapshotSource } from './snapshot.ts';
import { withStallTimeout } from './stream.ts';
import { CameraTrouble } from './trouble.ts';

const never = new AbortController().signal;
const cameras: { stop(): Promise<void> }[] = [];
afterEach(async () => {
	for (const camera of cameras.splice(0)) await camera.stop();
});
async function start(wishes: Parameters<typeof startHttpCamera>[0]) {
	const camera = await startHttpCamera(wishes);
	cameras.push(camera);
	return camera;
}

const red = await jpeg(64, 48, '#993311');
const access = (url: string, password = 'secret') => ({ url: new URL(url), user: 'admin', password });
const trouble = (taking: Promise<unknown>) =>
	taking.then(
		() => expect.fail('no trouble'),
		(error: unknown) => (error instanceof CameraTrouble ? error : expect.fail(String(error))),
	);

describe('snapshots', () => {
	test.each(['none', 'basic', 'MD5', 'SHA-256'] as const)('with authentication %s', async (protection) => {
		const camera = await start({ protection, answer: picture(red) });
		const source = snapshotSource(access(camera.url));
		for (let turn = 0; turn < 2; turn++) {
			expect(await source.take(1, never)).toEqual([{ bytes: red, contentType: 'image/jpeg' }]);
		}
		expect(camera.refused).toBe(0);
		// The second time the camera does not have to ask.
		expect(camera.requests).toBe(protection === 'none' ? 2 : 3);
	});

	test('a camera that forgot its nonce is answered again', async () => {
		const camera = await start({ protection: 'MD5', answer: picture(red) });
		const source = snapshotSource(access(camera.url));
		await source.take(1, never);
		camera.forgetNonces();
		expect(await source.take(1, never)).toHaveLength(1);
	});

	test.each(['basic', 'MD5', 'SHA-256'] as const)(
		'a wrong password is tried once (%s)',
		async (protection) => {
			const camera = await start({ protection, answer: picture(red) });
			const found = await trouble(snapshotSource(access(camera.url, 'wrong')).take(1, never));
			expect(found).toMatchObject({
				message: 'The camera refuses the user name or the password',
				kind: 'password',
			});
			expect(camera.attempts).toBe(1);
		},
	);

	test('without a password nothing is tried', async () => {
		const camera = await start({ protection: 'basic', answer: picture(red) });
		const found = await trouble(snapshotSource({ url: new URL(camera.url) }).take(1, never));
		expect(found.message).toBe('The camera asks for a user name and a password');
		expect(camera.attempts).toBe(0);
	});

	test.each([
		[
			'a login page that says it is a picture',
			Buffer.from('<!DOCTYPE html><html>Log in</html>'),
			'with a page',
		],
		['nothing', Buffer.alloc(0), 'empty pictures'],
		['half a picture', red.subarray(0, red.length / 2), 'only a part'],
		['something else', Buffer.from('hello'), 'not a picture'],
	])('%s is refused', async (_, bytes, words) => {
		const camera = await start({ answer: picture(bytes) });
		expect((await trouble(snapshotSource(access(camera.url)).take(1, never))).message).toContain(words);
	});

	test.each([
		[404, 'nothing at this address'],
		[302, 'redirects'],
		[500, 'error 500'],
	])('status %i is told', async (status, words) => {
		const camera = await start({ answer: (_, response) => response.writeHead(status).end() });
		expect((await trouble(snapshotSource(access(camera.url)).take(1, never))).message).toContain(words);
	});

	test('a camera that suddenly switches to another protocol is unreachable', async () => {
		const head = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
		const camera = await start({ answer: (_, { socket }) => void socket?.write(head) });
		const found = await trouble(snapshotSource(access(camera.url)).take(1, never));
		expect(found).toMatchObject({ message: 'Camera unreachable', kind: 'passing' });
	});

	test('a camera that is off is unreachable, and its address is not in the message', async () => {
		const found = await trouble(snapshotSource(access('http://127.0.0.1:9/x')).take(1, never));
		expect(found).toMatchObject({ message: 'Camera unreachable', kind: 'passing' });
	});

	test('an abort while it waits does not count as a camera failure', async () => {
		const camera = await start({ answer: () => {} });
		const stop = new AbortController();
		const taking = snapshotSource(access(camera.url)).take(1, stop.signal);
		setTimeout(() => stop.abort(), 50);
		await expect(taking).rejects.not.toBeInstanceOf(CameraTrouble);
	});
});

describe('MJPEG', () => {
	test.each([true, false])('pictures with lengths: %s', async (withLengths) => {
		const camera = await start({ protection: 'MD5', answer: mjpeg(() => red, { withLengths }) });
		const shots = await mjpegSource(access(camera.url)).take(2, never);
		expect(shots.map(({ bytes }) => bytes.equals(red))).toEqual([true, true]);
	});

	test('an address without a stream is reported', async () => {
		const camera = await start({ answer: picture(red) });
		expect((await trouble(mjpegSource(access(camera.url)).take(1, never))).message).toContain('no MJPEG');
	});

	test('a stream that stalls ends', async () => {
		async function* silent() {
			yield 1;
			await new Promise(() => {});
		}
		const got: number[] = [];
		const reading = async () => {
			for await (const one of withStallTimeout(silent(), never, 50)) got.push(one);
		};
		expect((await trouble(reading())).message).toBe("The camera's stream stalls");
		expect(got).toEqual([1]);
	});
});

test.each([
	['snapshot', snapshotSource, 'image/jpeg'],
	['stream', mjpegSource, 'multipart/x-mixed-replace; boundary=b'],
])('a camera that sends a %s byte by byte is given up', async (_what, source, type) => {
	const camera = await start({
		answer: (request) => {
			const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
			const part = [...'--b\r\nContent-Length: 9000000\r\n\r\n', ...'a'.repeat(50_000)];
			request.socket.write(head + part.map((byte) => `1\r\n${byte}\r\n`).join(''));
		},
	});
	const found = await trouble(source(access(camera.url)).take(1, never));
	expect(found.message).toBe('The camera sends its pictures in too many small pieces');
});
