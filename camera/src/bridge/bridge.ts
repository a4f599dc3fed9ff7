import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderInUse, lockFolder } from '../../../server/src/base/cannot-start.ts';
import { InTurn } from '../../../server/src/base/turns.ts';
import { onvifLight } from '../onvif/light.ts';
import { Problem } from '../problem.ts';
import { claim, Refused } from '../server.ts';
import { rtspSource, webcamSource } from '../sources/ffmpeg.ts';
import { bringFfmpeg, type Ffmpeg } from '../sources/ffmpeg-program.ts';
import { Frigate, FrigateSession } from '../sources/frigate.ts';
import { mjpegSource } from '../sources/mjpeg.ts';
import { snapshotSource } from '../sources/snapshot.ts';
import type { Source } from '../sources/source.ts';
import { untilAnswered } from '../watch.ts';
import { cameraOf } from './addresses.ts';
import type { Arrivals } from './arrivals.ts';
import { BridgeCamera, type CameraParts } from './camera.ts';
import { type BridgeConfig, type CameraConfig, readConfig, storeKeys } from './config.ts';
import { refuseUnwritable } from './config-file.ts';
import { FolderReader } from './folder-reader.ts';
import { everyFewSeconds, FrigateMessages } from './frigate-messages.ts';
import { FrigateReader } from './frigate-reader.ts';
import { KnownSettings } from './known-settings.ts';
import { accountOf, PasswordGuard } from './password-guard.ts';
import { Queue } from './queue.ts';
import type { CameraReport, Report } from './report.ts';

/** Taking a picture is mostly waiting for the camera; each ffmpeg process uses about 30 MB meanwhile. */
const TAKES_AT_ONCE = 24;
const UPLOADS_AT_ONCE = 8;

interface Options {
	file: string;
	changes: boolean;
	report: Report;
	signal: AbortSignal;
}

/** Serves all cameras of a config until the signal comes. */
export async function runBridge({ file, changes, report, signal }: Options): Promise<void> {
	const { queue: bound } = await readConfig(file, { changes });
	await mkdir(bound.folder, { recursive: true, mode: 0o700 });
	const unlock = lock(bound.folder);
	try {
		await pairAll(file, await readConfig(file, { changes }), report, signal);
		await serveAll(await readConfig(file, { changes }), report, signal);
	} finally {
		unlock();
	}
}

function lock(folder: string): () => void {
	try {
		return lockFolder(folder);
	} catch (error) {
		if (!(error instanceof FolderInUse)) throw error;
		throw new Problem(`Another bridge already serves these cameras: it has locked ${folder}.`);
	}
}

async function serveAll(config: BridgeConfig, report: Report, signal: AbortSignal): Promise<void> {
	const { cameras, queue: bound, server } = config;
	const needsFfmpeg = cameras.some(({ source }) => source === 'rtsp' || source === 'webcam');
	const ffmpeg = needsFfmpeg ? await bringFfmpeg((line) => report.say(line)) : null;
	const reports = new Map<string, CameraReport>();
	const queue = await Queue.open(bound.folder, bound, (id) => reports.get(id)?.dropped());
	const shared = {
		server,
		queue,
		passwords: new PasswordGuard(),
		takes: new InTurn(TAKES_AT_ONCE),
		uploads: new InTurn(UPLOADS_AT_ONCE),
	};
	const frigates = openFrigates((line) => report.say(line), signal);
	const count = cameras.length === 1 ? 'One camera' : `${cameras.length} cameras`;
	report.say(
		`${count} to ${server}. While it is away, up to ${bound.maxPictures} pictures and ${bound.maxBytes / 1024 ** 2} MB are kept in ${bound.folder}; beyond that the oldest are dropped.`,
	);
	if (queue.pictures > 0) report.say(`${queue.pictures} pictures from before are kept and will be sent.`);
	const ends = cameras.map(async (camera) => {
		const key = 'key' in camera.pairing ? camera.pairing.key : '';
		const id = createHash('sha256').update(`${server} ${key}`).digest('hex').slice(0, 16);
		const one = report.camera(camera.name, camera.source);
		reports.set(id, one);
		const home = join(bound.folder, id);
		const parts: CameraParts = {
			...shared,
			config: camera,
			id,
			key,
			pictures: picturesOf(camera, ffmpeg, home, shared.passwords, frigates),
			light: camera.onvif && camera.light !== 'off' ? onvifLight(camera) : null,
			settings: new KnownSettings(join(home, 'settings.json')),
			report: one,
		};
		try {
			await new BridgeCamera(parts).run(signal);
		} catch (error) {
			// The end of one camera never ends another.
			if (!signal.aborted) one.state('ended', `ended: ${(error as Error).message}`);
		}
	});
	await Promise.all(ends);
	signal.throwIfAborted();
	throw new Problem('No camera is left to serve.');
}

type Frigates = ReturnType<typeof openFrigates>;

/** Cameras of one Frigate server share its sign-in, and the connection to its broker. */
function openFrigates(say: (line: string) => void, signal: AbortSignal) {
	const sessions = new Map<string | null, FrigateSession>();
	const brokers = new Map<string, FrigateMessages>();
	return {
		sessionOf(account: string | null, { user, password = '' }: CameraConfig) {
			const session =
				sessions.get(account) ?? new FrigateSession(user === undefined ? null : { user, password });
			sessions.set(account, session);
			return session;
		},
		/** Resolves when it is time to ask the server again for what it found. */
		untilNextOf({ mqtt, at }: CameraConfig) {
			if (mqtt === undefined) return everyFewSeconds;
			const messages = brokers.get(mqtt) ?? new FrigateMessages(mqtt, say, signal);
			brokers.set(mqtt, messages);
			return (ends: AbortSignal) => messages.untilNext(cameraOf(at), ends);
		},
	};
}

function picturesOf(
	camera: CameraConfig,
	ffmpeg: Ffmpeg | null,
	home: string,
	passwords: PasswordGuard,
	frigates: Frigates,
): Source | Arrivals {
	const { source, at, user, password, certificate, leastMs } = camera;
	if (source === 'folder') return new FolderReader(at, join(home, 'seen.json'), leastMs);
	if (ffmpeg && source === 'webcam') return webcamSource(ffmpeg, at);
	const url = new URL(at);
	if (ffmpeg && source === 'rtsp') return rtspSource(ffmpeg, { url, user, password });
	const access = { url, user, password, certificate };
	if (source === 'frigate') {
		const { labels, takes } = camera;
		const wanted = { camera: cameraOf(at), labels, takes };
		url.pathname = url.pathname.replace(/[^/]*$/, '');
		const account = user === undefined ? null : accountOf(at, user, password);
		const frigate = new Frigate(access, wanted, frigates.sessionOf(account, camera));
		const file = join(home, takes === 'objects' ? 'seen.json' : 'seen-reviews.json');
		const kind = takes === 'objects' ? 'event' : 'review';
		const untilNext = frigates.untilNextOf(camera);
		return new FrigateReader({ frigate, file, kind, untilNext, leastMs, passwords, account });
	}
	return source === 'mjpeg' ? mjpegSource(access) : snapshotSource(access);
}

/** Redeems the new pairing codes in the config and replaces them with the keys. */
async function pairAll(
	file: string,
	{ server, cameras }: BridgeConfig,
	report: Report,
	signal: AbortSignal,
): Promise<void> {
	const codes = cameras.flatMap(({ name, pairing }) =>
		'code' in pairing ? [{ name, code: pairing.code }] : [],
	);
	if (codes.length > 0) await refuseUnwritable(file);
	for (const { name, code } of codes) {
		try {
			const { deviceKey } = await untilAnswered(
				() => claim(server, code, name),
				(line) => report.say(line),
				signal,
			);
			await storeKeys(file, new Map([[name, deviceKey]]));
			report.say(`"${name}" is paired with ${server}.`);
		} catch (error) {
			if (!(error instanceof Refused)) throw error;
			throw new Problem(
				`Camera "${name}": ${error.message} Codes come from "Add a device" in the portal and last ten minutes.`,
			);
		}
	}
}
