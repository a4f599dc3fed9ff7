import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import sharp from 'sharp';
import { commandLine } from '../../server/src/base/release.ts';
import { addCameras, readConfig } from './bridge/config.ts';
import { OnvifDevice } from './onvif/device.ts';
import { discover, type Target } from './onvif/discovery.ts';
import { Problem } from './problem.ts';
import { claim, NotNow, Refused } from './server.ts';
import { rtspSource } from './sources/ffmpeg.ts';
import { bringFfmpeg } from './sources/ffmpeg-program.ts';
import { snapshotSource } from './sources/snapshot.ts';
import type { Shot } from './sources/source.ts';
import { CameraTrouble } from './sources/trouble.ts';

/** How long cameras have to answer. */
const LISTEN_MS = 4000;

interface Options {
	/** Where the config is written, or added to. */
	file: string;
	/** Of the portal. */
	server: string;
	/** Machines to ask; the whole local network if empty. */
	targets: Target[];
	print: (line: string) => void;
	signal: AbortSignal;
}

interface Terminal {
	ask(question: string, hidden?: boolean): Promise<string>;
	close(): void;
}

/** Looks for ONVIF cameras, shows what each sees, and writes those that are wanted into the config. */
export async function findCameras({ file, server, targets, print, signal }: Options): Promise<void> {
	const known = (await exists(file)) ? await readConfig(file, { changes: false }) : null;
	print('Looking for ONVIF cameras ...');
	const found = await discover(targets, LISTEN_MS, signal);
	const news = found.filter(({ href }) => !known?.cameras.some(({ onvif }) => onvif === href));
	if (news.length === 0) {
		print(
			found.length > 0
				? `All ${found.length} cameras that answer are in ${file} already.`
				: 'No camera answered. Is ONVIF switched on in its settings? Where the network passes no multicast, name it: --find --probe 192.168.1.20',
		);
		return;
	}
	print(
		`${news.length} found. Passwords are written into ${file}, which only you can read, and go nowhere else.`,
	);
	const terminal = openTerminal(signal);
	try {
		let user = 'admin';
		let password = '';
		for (const url of news) {
			print(`\n${url.host}`);
			user = (await terminal.ask(`  User name (${user}): `)) || user;
			const hint = password
				? 'Enter: the same as before; - to leave this camera out'
				: 'Enter: leave this camera out';
			const typed = await terminal.ask(`  Password (${hint}): `, true);
			if (typed === '-' || (typed === '' && password === '')) continue;
			password = typed || password;
			try {
				await addOne({ url, user, password, file, server: known?.server ?? server, terminal, print, signal });
			} catch (error) {
				if (signal.aborted || error instanceof Problem) throw error;
				const trouble = error instanceof CameraTrouble ? error : new CameraTrouble((error as Error).message);
				print(`  ${trouble.message}${trouble.hint ? ` (${trouble.hint})` : ''}. It is left out.`);
				if (trouble.kind === 'password') password = '';
			}
		}
	} finally {
		terminal.close();
	}
	if (await exists(file)) print(`\nStart the bridge with: ${commandLine('camera')} --config ${file}`);
}

async function addOne({
	url,
	user,
	password,
	file,
	server,
	terminal,
	print,
	signal,
}: Omit<Options, 'targets'> & {
	url: URL;
	user: string;
	password: string;
	terminal: Terminal;
}): Promise<void> {
	const about = await new OnvifDevice({ url, user, password }).describe(signal);
	const what = `${about.maker} ${about.model}`.trim() || 'Camera';
	const seen = await takePicture(about, { user, password, print, signal });
	if (!seen) throw new CameraTrouble('The camera offers neither pictures nor a stream', 'setting');
	const { width, height } = await sizeOf(seen.shot);
	const picture = join(dirname(file), `${parse(file).name}.found`, `${url.host.replaceAll(':', '-')}.jpg`);
	await mkdir(dirname(picture), { recursive: true, mode: 0o700 });
	await writeFile(picture, seen.shot.bytes, { mode: 0o600 });
	print(`  ${what}, ${width} x ${height}. What it sees now: ${picture}`);
	const name = (await terminal.ask(`  Name (${what}): `)) || what;
	const code = await terminal.ask('  Pairing code from "Add a device" in the portal (Enter: later): ');
	const pairing = code ? await pair(server, code, name, print) : {};
	const at = { [seen.source]: seen.at.href };
	await addCameras(file, server, [{ name, ...pairing, ...at, user, password, onvif: url.href }]);
	print(
		'key' in pairing
			? `  Paired, and written into ${file}.`
			: `  Written into ${file}. It still needs its pairing code there.`,
	);
}

/** A code works for ten minutes and until the next one is created, so it is redeemed at once. */
async function pair(server: string, code: string, name: string, print: Options['print']) {
	try {
		return { key: (await claim(server, code, name)).deviceKey };
	} catch (error) {
		if (!(error instanceof Refused || error instanceof NotNow)) throw error;
		print(`  Not paired: ${error.message}`);
		return error instanceof NotNow ? { code } : {};
	}
}

interface Addresses {
	profile: { width: number } | null;
	stream: URL | null;
	snapshot: URL | null;
}

/** Takes a picture from the cheapest source: single pictures, unless they are much smaller than the stream. */
async function takePicture(
	{ profile, stream, snapshot }: Addresses,
	{ user, password, print, signal }: { user: string; password: string } & Pick<Options, 'print' | 'signal'>,
): Promise<{ source: 'snapshot' | 'rtsp'; at: URL; shot: Shot } | null> {
	if (snapshot) {
		const [shot] = await snapshotSource({ url: snapshot, user, password })
			.take(1, signal)
			.catch(ignoreUnlessPassword);
		const { width = 0 } = shot ? await sizeOf(shot).catch(() => ({ width: 0 })) : {};
		if (shot && (!stream || width * 2 > (profile?.width ?? 0)))
			return { source: 'snapshot', at: snapshot, shot };
	}
	if (!stream) return null;
	const [shot] = await rtspSource(await bringFfmpeg(print), { url: stream, user, password }).take(1, signal);
	return shot ? { source: 'rtsp', at: stream, shot } : null;
}

const sizeOf = ({ bytes }: Shot) =>
	sharp(bytes)
		.metadata()
		.catch(() => {
			throw new CameraTrouble('The camera sends broken pictures');
		});

/** Without single pictures there is still the stream; but a refused password is not tried there again. */
function ignoreUnlessPassword(error: unknown): Shot[] {
	if (error instanceof CameraTrouble && error.kind !== 'password') return [];
	throw error;
}

/** Asks questions on the terminal. The answer to a hidden question is not shown. */
function openTerminal(signal: AbortSignal): Terminal {
	let isHidden = false;
	const output = new Writable({
		write: (chunk, _, done) => {
			if (!isHidden) process.stdout.write(chunk);
			done();
		},
	});
	const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true });
	const answers = lines[Symbol.asyncIterator]();
	lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
	const close = () => lines.close();
	signal.addEventListener('abort', close, { once: true });
	return {
		close,
		ask: async (question, hidden = false) => {
			process.stdout.write(question);
			isHidden = hidden;
			const { value, done } = await answers.next();
			isHidden = false;
			if (hidden || !process.stdin.isTTY) process.stdout.write('\n');
			signal.throwIfAborted();
			return done ? '' : value.trim();
		},
	};
}

const exists = (file: string) =>
	stat(file).then(
		() => true,
		() => false,
	);
