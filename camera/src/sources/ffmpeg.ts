import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { CAPTURE_MAX_PIXELS } from '@watchword/contract/constants';
import type { Ffmpeg } from './ffmpeg-program.ts';
import { readParts } from './multipart.ts';
import { asPicture } from './picture-type.ts';
import type { Shot, Source } from './source.ts';
import { oncePerSecond, withStallTimeout } from './stream.ts';
import { CameraTrouble, noCredentials, unreachable, wrongPassword } from './trouble.ts';

interface Input {
	args: string[];
	/** What ffmpeg reads from its standard input. */
	script?: string;
	/** Between input and output. */
	filters?: string[];
}

const MAX_STDERR = 16 * 1024;
/**
 * No camera may use up all memory, neither with its pictures nor with their headers. One block must hold the largest picture:
 * ffmpeg reserves twelve bytes for each pixel.
 */
const BOUNDS = ['-max_alloc', String(13 * CAPTURE_MAX_PIXELS), '-max_pixels', String(CAPTURE_MAX_PIXELS)];
const KILL_AFTER_MS = 2000;
/** Good quality, at about a tenth of the size of the best. */
const QUALITY = '4';

export interface Stream {
	url: URL;
	user?: string | undefined;
	password?: string | undefined;
}

/**
 * A camera that speaks RTSP. ffmpeg reads the address with its password from standard input, as a playlist of one entry,
 * because every user of the machine can see its arguments.
 */
export function rtspSource(ffmpeg: Ffmpeg, stream: Stream, stallsAfterMs?: number): Source {
	const script = playlist(stream, ffmpeg.takesOptions);
	const list = [
		'-f',
		'concat',
		'-safe',
		'0',
		'-protocol_whitelist',
		'pipe,rtsp,rtsps,rtp,udp,tcp,tls,crypto',
	];
	// Only key frames are decoded, which is cheap; other frames only if several pictures of a moment are wanted.
	const whole = { args: [...list, '-skip_frame', 'nokey', '-i', 'pipe:0'], script };
	const burst = { args: [...list, '-i', 'pipe:0'], script, filters: ['-vf', 'fps=1'] };
	const of = (input: Input) =>
		oncePerSecond((signal) => frames(ffmpeg, input, signal, stream.user !== undefined, stallsAfterMs));
	return {
		watch: of(whole).watch,
		take: (count, signal) => of(count === 1 ? whole : burst).take(count, signal),
	};
}

/** A webcam of this machine (V4L2). */
export function webcamSource(ffmpeg: Ffmpeg, device: string): Source {
	// The first pictures of a webcam are dark or green.
	const filters = ['-vf', "select='gte(n,5)',fps=1"];
	const input = { args: ['-f', 'v4l2', '-i', device], filters };
	return oncePerSecond((signal) => frames(ffmpeg, input, signal, false));
}

/** The playlist for ffmpeg's concat format. TCP is preferred if possible: packets lost over UDP leave grey smears. */
function playlist({ url, user, password }: Stream, takesOptions: boolean): string {
	const address = new URL(url);
	if (user !== undefined) {
		const escaped = (text: string) =>
			encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
		address.username = escaped(user);
		address.password = escaped(password ?? '');
	}
	const href = address.href.replaceAll("'", '%27');
	// The frame rate is not needed, and detecting it takes seconds.
	const options = takesOptions ? 'option rtsp_flags prefer_tcp\noption fpsprobesize 0\n' : '';
	return `ffconcat version 1.0\nfile '${href}'\n${options}`;
}

async function* frames(
	ffmpeg: Ffmpeg,
	{ args, script, filters = [] }: Input,
	signal: AbortSignal,
	hasPassword: boolean,
	stallsAfterMs?: number,
): AsyncGenerator<Shot, void, void> {
	signal.throwIfAborted();
	const child = spawn(
		ffmpeg.program,
		[
			...['-hide_banner', '-nostats', '-loglevel', 'error', '-threads', '1', ...BOUNDS],
			...args,
			...['-an', '-sn', '-dn', ...filters, ...ffmpeg.passthrough],
			...['-q:v', QUALITY, '-f', 'mpjpeg', 'pipe:1'],
		],
		{ stdio: ['pipe', 'pipe', 'pipe'] },
	);
	const gone = once(child, 'close').catch(() => {});
	child.stdin.on('error', () => {}).end(script);
	let said = '';
	child.stderr.on('data', (data: Buffer) => {
		said = (said + data).slice(-MAX_STDERR);
	});
	let failed: Error | undefined;
	child.once('error', (error) => {
		failed = error;
	});
	try {
		for await (const part of withStallTimeout(
			readParts(child.stdout as Readable, 'ffmpeg'),
			signal,
			stallsAfterMs,
		)) {
			yield asPicture(part);
		}
		await gone;
	} finally {
		// Killed, because it does not read commands while it waits for a camera. It has nothing to lose.
		child.kill('SIGTERM');
		const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
		await gone;
		clearTimeout(timer);
	}
	if (failed) throw new CameraTrouble('The bridge cannot start ffmpeg', 'setting', failed.message);
	throw explain(said, hasPassword);
}

const CAUSES: [RegExp, (hasPassword: boolean) => CameraTrouble][] = [
	[/\b401\b|Unauthorized/, (hasPassword) => (hasPassword ? wrongPassword() : noCredentials())],
	[/\b403\b|Forbidden/, () => wrongPassword()],
	[/\b404\b/, () => new CameraTrouble('The camera has no stream at this address', 'setting')],
	[/\b453\b|\b503\b/, () => new CameraTrouble('The camera serves as many viewers as it can')],
	[/refused/i, () => unreachable('connection refused')],
	[/No route|unreachable/i, () => unreachable('no route')],
	[/timed out|timeout/i, () => unreachable('timed out')],
	[/resolve|Name or service/i, () => unreachable('unknown host name')],
	[/No such (file|device)/, () => new CameraTrouble('There is no webcam at this path')],
	[/busy/i, () => new CameraTrouble('Another program uses the webcam')],
	[/Permission denied/, () => new CameraTrouble('The bridge may not use the webcam', 'setting')],
];

/** The output of ffmpeg is not shown: it contains the address with the password. */
function explain(said: string, hasPassword: boolean): CameraTrouble {
	const cause = CAUSES.find(([pattern]) => pattern.test(said.replace(/(rtsps?:\/\/|tcp:\/\/)\S+/g, '')));
	return cause?.[1](hasPassword) ?? new CameraTrouble("The camera's stream ended");
}
