import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { waitFor } from '../../../server/src/testing/wait.ts';
import { bringFfmpeg } from '../sources/ffmpeg-program.ts';

const run = promisify(execFile);
const NOBODY = 65534;
/** Where `npm test` puts VLC if it is not installed on the system. */
const BROUGHT = fileURLToPath(new URL('../../../.tools/vlc', import.meta.url));

/** VLC as an RTSP camera on loopback, with a password, playing ten minutes of a test picture with a clock in it. */
export async function startRtspCamera(user: string, password: string) {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-rtsp-'));
	await chmod(folder, 0o755);
	const { program: ffmpeg } = await bringFfmpeg(() => {});
	const [clip, video] = [join(folder, 'clip.mp4'), join(folder, 'video.mp4')];
	const source = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=5', '-t', '4'];
	const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '5', '-pix_fmt', 'yuv420p'];
	await run(ffmpeg, ['-loglevel', 'error', ...source, ...coding, clip]);
	await run(ffmpeg, ['-loglevel', 'error', '-stream_loop', '150', '-i', clip, '-c', 'copy', video]);
	// VLC may be another user than this one.
	await chmod(video, 0o644);

	const port = await freePort();
	const brought = existsSync(BROUGHT);
	const child = spawn(
		brought ? join(BROUGHT, 'usr/bin/vlc') : 'vlc',
		[
			...['-I', 'dummy', '--no-audio', '--no-dbus', '--rtsp-host', '127.0.0.1'],
			...['--sout-rtsp-user', user, '--sout-rtsp-pwd', password],
			...[video, '--sout', `#rtp{sdp=rtsp://127.0.0.1:${port}/live}`],
		],
		{
			stdio: ['ignore', 'ignore', 'pipe'],
			env: {
				PATH: '/usr/bin:/bin',
				HOME: folder,
				...(brought && {
					LD_LIBRARY_PATH: librariesIn(BROUGHT),
					VLC_PLUGIN_PATH: join(librariesIn(BROUGHT), 'vlc/plugins'),
				}),
			},
			// It refuses to run as root.
			...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
		},
	);
	let said = '';
	child.stderr.on('data', (data) => {
		said += data;
	});
	const ended = once(child, 'exit').catch((error: Error) => {
		said += `${error.message}: npm test brings it`;
	});
	await waitFor('VLC to serve', () => isOpen(port), { seen: () => said });
	return {
		url: `rtsp://127.0.0.1:${port}/live`,
		/** It still listens but no longer answers. */
		freeze: () => child.kill('SIGSTOP'),
		stop: async () => {
			child.kill('SIGKILL');
			await ended;
			await rm(folder, { recursive: true, force: true });
		},
	};
}

const librariesIn = (root: string) =>
	join(root, 'usr/lib', process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu');

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	return typeof address === 'object' && address ? address.port : 0;
}

const isOpen = (port: number) =>
	new Promise<boolean>((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
