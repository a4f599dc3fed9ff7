import { access } from 'node:fs/promises';
import { isAbsolute, join, parse } from 'node:path';
import { Document, isMap, isNode, type LineCounter } from 'yaml';
import { z } from 'zod';
import { isDecodable } from '../../../server/src/settings/environment.ts';
import { readDuration } from '../arguments.ts';
import { Problem } from '../problem.ts';
import { FRIGATE_TAKES, type FrigateTakes } from '../sources/frigate.ts';
import { cameraOf, withoutCredentials } from './addresses.ts';
import { inWords, lineOf, open, writeConfig } from './config-file.ts';

/** Where the pictures of a camera come from; each is also the name of its field in the config. */
export const SOURCES = ['rtsp', 'snapshot', 'mjpeg', 'webcam', 'folder', 'frigate'] as const;
export type SourceName = (typeof SOURCES)[number];

const MAX_CAMERAS = 1000;
const SCHEMES: Partial<Record<SourceName | 'onvif', RegExp>> = {
	rtsp: /^rtsps?:$/,
	snapshot: /^https?:$/,
	mjpeg: /^https?:$/,
	frigate: /^https?:$/,
	onvif: /^https?:$/,
};

const text = z.string('must be text; put it in quotes').min(1, 'must not be empty').max(1000);
const address = (name: SourceName | 'onvif') =>
	text.refine(
		(value) => SCHEMES[name]?.test(URL.parse(value)?.protocol ?? '') ?? true,
		name === 'rtsp'
			? 'must be an address such as rtsp://192.168.1.20/stream1'
			: name === 'frigate'
				? 'must be the address of Frigate and the name of the camera there, such as http://192.168.1.30:5000/front_door'
				: 'must be an address such as http://192.168.1.20/snapshot.jpg',
	);
const time = z.union([z.string(), z.number()]).transform((words, context) => {
	const length = readDuration(String(words));
	if (length !== null && length >= 1000) return length;
	context.addIssue('must be a time such as 10s, 5m or 1h, from 1s to 24h');
	return z.NEVER;
});

const camera = z
	.strictObject({
		name: text.max(100, 'must have at most 100 characters'),
		code: text.optional(),
		key: text.optional(),
		rtsp: address('rtsp').optional(),
		snapshot: address('snapshot').optional(),
		mjpeg: address('mjpeg').optional(),
		webcam: text.regex(/^\/dev\//, 'must be a device such as /dev/video0').optional(),
		folder: text.optional(),
		frigate: address('frigate')
			.refine((url) => cameraOf(url) !== '', 'must end with the name of the camera, such as /front_door')
			.optional(),
		labels: z
			.array(text.regex(/^[^,]+$/, 'must not contain commas'))
			.max(50, 'may have at most 50 kinds')
			.optional(),
		takes: z.enum(FRIGATE_TAKES, `must be ${FRIGATE_TAKES.join(', ')}`).optional(),
		mqtt: text
			.refine(
				(value) => /^mqtts?:\/\/[^+#]+$/.test(value) && URL.canParse(value),
				'must be the address of the broker of Frigate, such as mqtt://user:password@192.168.1.30:1883',
			)
			.refine(isDecodable, 'must have every % of the user and the password as %25')
			.optional(),
		user: text.optional(),
		password: text.optional(),
		certificate: text
			.regex(/^([0-9a-f]{2}:?){32}$/i, 'must be a SHA-256 fingerprint of 64 hexadecimal digits')
			.optional(),
		every: time.optional(),
		changes: z.boolean('must be true or false').optional(),
		onvif: address('onvif').optional(),
		light: z
			.union([z.enum(['auto', 'off']), z.string().regex(/^relay \S+$/)], {
				error: 'must be auto, off or relay TOKEN',
			})
			.optional(),
	})
	.superRefine((given, context) => {
		if (SOURCES.filter((name) => given[name] !== undefined).length !== 1) {
			context.addIssue(`needs one of ${SOURCES.join(', ')}`);
		}
		if ((given.code === undefined) === (given.key === undefined)) {
			context.addIssue('needs a pairing code (code) from "Add a device" in the portal, once');
		}
		if ((given.user === undefined) !== (given.password === undefined)) {
			context.addIssue('needs both user and password, or neither');
		}
		for (const name of ['labels', 'takes', 'mqtt'] as const) {
			if (given[name] && !given.frigate) context.addIssue(`takes ${name} only with frigate`);
		}
		if (given.light?.startsWith('relay') && !given.onvif) context.addIssue('needs onvif for its light');
	});

const config = z.strictObject({
	server: text.refine(
		(value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
		'must be the address of the portal, such as https://portal.example.com',
	),
	every: time.default(30_000),
	changes: z.boolean('must be true or false').default(false),
	queue: z
		.strictObject({
			folder: text.optional(),
			megabytes: z.number().min(1).max(1_000_000).default(500),
			pictures: z.int().min(1).max(1_000_000).default(10_000),
		})
		.prefault({}),
	cameras: z
		.array(camera)
		.min(1, 'needs at least one camera')
		.max(MAX_CAMERAS, `may have at most ${MAX_CAMERAS} cameras`),
});

export interface CameraConfig {
	name: string;
	pairing: { code: string } | { key: string };
	source: SourceName;
	/** A web address, a device or a folder. */
	at: string;
	user: string | undefined;
	password: string | undefined;
	certificate: string | undefined;
	everyMs: number;
	/** For folders and Frigate: at most one picture is sent in this time; 0 sends every picture. */
	leastMs: number;
	changes: boolean;
	onvif: string | undefined;
	light: string;
	/** Which kinds of object of Frigate; all if there are none. */
	labels: string[];
	takes: FrigateTakes;
	/** The broker through which Frigate says that it found something. */
	mqtt: string | undefined;
}

export interface BridgeConfig {
	file: string;
	server: string;
	queue: { folder: string; maxBytes: number; maxPictures: number };
	cameras: CameraConfig[];
}

interface Defaults {
	/** From the command line, for all cameras. */
	changes: boolean;
}

/** The config in a file that only its owner can read, because camera passwords are in it. */
export async function readConfig(file: string, defaults: Defaults): Promise<BridgeConfig> {
	const { document, lines } = await open(file);
	const parsed = config.safeParse(document.toJS() ?? {});
	if (!parsed.success) {
		throw new Problem(parsed.error.issues.map((issue) => inWords(file, document, lines, issue)).join('\n'));
	}
	const { server, every, changes, queue, cameras } = parsed.data;
	refuseDoubles(file, document, lines, cameras);
	const { dir, name } = parse(file);
	const queueFolder = queue.folder ?? `${name}.queue`;
	return {
		file,
		server: server.replace(/\/+$/, ''),
		queue: {
			folder: isAbsolute(queueFolder) ? queueFolder : join(dir, queueFolder),
			maxBytes: queue.megabytes * 1024 ** 2,
			maxPictures: queue.pictures,
		},
		cameras: cameras.map((one) => {
			const source = SOURCES.find((name) => one[name] !== undefined) ?? 'folder';
			const { at, user, password } = withoutCredentials(one[source] ?? '', SCHEMES[source] !== undefined);
			return {
				name: one.name,
				pairing: one.key === undefined ? { code: one.code ?? '' } : { key: one.key },
				source,
				at: source === 'folder' && !isAbsolute(at) ? join(dir, at) : at,
				user: one.user ?? user,
				password: one.password ?? password,
				certificate: one.certificate,
				everyMs: one.every ?? every,
				leastMs: one.every ?? 0,
				changes: one.changes ?? (changes || defaults.changes),
				onvif: one.onvif,
				light: one.light ?? 'auto',
				labels: one.labels ?? [],
				takes: one.takes ?? 'objects',
				mqtt: one.mqtt,
			};
		}),
	};
}

/** Puts keys where the codes were: a code works once. */
export async function storeKeys(file: string, keys: Map<string, string>): Promise<void> {
	const { document } = await open(file);
	const cameras = document.get('cameras', true) as { items: unknown[] };
	for (const item of cameras.items) {
		if (!isMap(item)) continue;
		const key = keys.get(String(item.get('name')));
		const pair = item.items.find((one) => isNode(one.key) && String(one.key) === 'code');
		if (key === undefined || !pair) continue;
		item.delete('code');
		item.set('key', key);
	}
	await writeConfig(file, String(document));
}

/** Adds cameras to a config, and creates it if there is none. Existing text stays unchanged. */
export async function addCameras(
	file: string,
	server: string,
	cameras: Record<string, string | undefined>[],
): Promise<void> {
	const isThere = await access(file).then(
		() => true,
		() => false,
	);
	const { document } = isThere ? await open(file) : { document: new Document({ server, cameras: [] }) };
	const taken = (document.toJS() as { cameras: { name: string }[] }).cameras.map(({ name }) => name);
	for (const { name = 'Camera', ...rest } of cameras) {
		let free = name;
		for (let number = 2; taken.includes(free); number++) free = `${name} ${number}`;
		document.addIn(['cameras'], document.createNode({ name: free, ...rest }));
	}
	await writeConfig(file, String(document));
}

function refuseDoubles(
	file: string,
	document: Document,
	lines: LineCounter,
	cameras: z.infer<typeof camera>[],
): void {
	for (const field of ['name', 'code', 'key'] as const) {
		const seen = new Set<string>();
		for (const [index, one] of cameras.entries()) {
			const value = one[field];
			if (value === undefined) continue;
			if (seen.has(value)) {
				const line = lineOf(document, lines, ['cameras', index, field]);
				throw new Problem(
					`${file}, line ${line}, camera "${one.name}": another camera has the same ${field}.`,
				);
			}
			seen.add(value);
		}
	}
}
