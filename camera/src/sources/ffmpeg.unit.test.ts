import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startRtspServer } from '../testing/rtsp-server.ts';
import { rtspSource } from './ffmpeg.ts';
import { bringFfmpeg } from './ffmpeg-program.ts';
import { CameraTrouble } from './trouble.ts';

const ffmpeg = await bringFfmpeg(() => {});

async function pictureOf(size: string): Promise<Buffer> {
	const input = ['-f', 'lavfi', '-i', `color=gray:size=${size}:rate=1`, '-frames:v', '1'];
	const output = ['-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1', '-pix_fmt', 'yuv420p'];
	const { stdout } = await promisify(execFile)(
		ffmpeg.program,
		['-loglevel', 'error', ...input, ...output, '-f', 'h264', 'pipe:1'],
		{ encoding: 'buffer', maxBuffer: 10_000_000 },
	);
	return stdout;
}

async function take(wishes: Parameters<typeof startRtspServer>[0], stallsAfterMs?: number) {
	const camera = await startRtspServer(wishes);
	try {
		const source = rtspSource(ffmpeg, { url: new URL(camera.url) }, stallsAfterMs);
		return await source.take(1, new AbortController().signal).catch((error: unknown) => error);
	} finally {
		await camera.stop();
	}
}

test('a camera gives pictures, but none that the server would refuse for its size', {
	timeout: 300_000,
}, async () => {
	expect(await take({ picture: await pictureOf('640x360') })).toMatchObject([{ contentType: 'image/jpeg' }]);
	expect(await take({ picture: await pictureOf('9000x6000') }, 12_000)).toBeInstanceOf(CameraTrouble);
});

test('a camera that describes its stream without end is given up at once', async () => {
	const describe = (socket: Socket, sequence: string) =>
		void socket.write(
			`RTSP/1.0 200 OK\r\nCSeq: ${sequence}\r\nContent-Type: application/sdp\r\nContent-Length: 2000000000\r\n\r\na`,
		);
	expect(await take({ picture: Buffer.alloc(0), describe })).toMatchObject({
		message: "The camera's stream ended",
	});
});
