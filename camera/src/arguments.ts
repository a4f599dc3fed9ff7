import { parseArgs } from 'node:util';
import type { PlaceName } from '@watchword/scenes/scene';
import { commandLine } from '../../server/src/base/release.ts';
import { Problem } from './problem.ts';

export const USAGE = `${commandLine('camera')} --code CODE [options]
A camera in the terminal: it sends a picture every so often, and honours its capture window.
Or a bridge: it serves the cameras of your network (docs/bridge.md).

  --code CODE    the pairing code from "Add a device", or from: ${commandLine('admin')} device add --email E
  --key KEY      the key of a device, instead of a code
  --demo         a camera for the demo account of the server that runs here
  --url URL      the server (http://localhost:8080)
  --every TIME   between two pictures: 30s, 5m, 1h (30s)
  --count N      stop after N pictures
  --images DIR   the pictures of a folder in turn, instead of drawn ones
  --place PLACE  what is drawn: driveway, garden or porch (driveway)
  --name NAME    what the new device is called (Terminal camera)

  --config FILE  serves all cameras of this file (cameras.yaml)
  --changes      also sends at once when a picture changes much
  --json         every event as a line of JSON
  --find         looks for ONVIF cameras and writes them into --config FILE
  --probe HOST   asks this machine instead of the whole network; again for more`;

export class BadUsage extends Problem {}

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const PLACES: readonly string[] = ['driveway', 'garden', 'porch'] satisfies PlaceName[];

export interface Wanted {
	by: { code: string } | { key: string } | 'demo';
	url: string | undefined;
	everyMs: number;
	count: number | undefined;
	images: string | undefined;
	place: PlaceName;
	name: string;
}

/** The bridge, or the search for cameras to put into its config. */
export interface WantedBridge {
	config: string;
	changes: boolean;
	json: boolean;
	find: boolean;
	url: string | undefined;
	probes: { host: string; port: number }[];
}

const BRIDGE_OPTIONS = ['config', 'changes', 'json', 'find', 'probe', 'url'];

/** What the command line asks for, or what is wrong with it. */
export function readArguments(argv: string[]): Wanted | WantedBridge | 'help' {
	const given = parse(argv);
	if (given.help) return 'help';
	if (given.config !== undefined || given.find) return bridgeOf(given);
	for (const name of ['changes', 'json', 'probe'] as const) {
		if (given[name]) throw new BadUsage(`--${name} is for --config and --find.`);
	}
	const ways = [given.code, given.key, given.demo].filter(Boolean);
	if (ways.length !== 1) throw new BadUsage('It needs one of --code, --key and --demo.');
	const url = webAddress(given.url);
	const place = given.place ?? 'driveway';
	if (!PLACES.includes(place)) throw new BadUsage(`--place must be one of ${PLACES.join(', ')}.`);
	const count = given.count === undefined ? undefined : Number(given.count);
	if (count !== undefined && !(Number.isInteger(count) && count > 0)) {
		throw new BadUsage('--count must be a whole number from 1.');
	}
	return {
		by: given.code ? { code: given.code } : given.key ? { key: given.key } : 'demo',
		url,
		everyMs: duration(given.every ?? '30s'),
		count,
		images: given.images,
		place: place as PlaceName,
		name: given.name ?? (given.demo ? 'Live demo camera' : 'Terminal camera'),
	};
}

function bridgeOf(given: ReturnType<typeof parse>): WantedBridge {
	const other = Object.keys(given).find((name) => !BRIDGE_OPTIONS.includes(name));
	if (other) throw new BadUsage(`--${other} does not go with --config and --find.`);
	if (given.probe && !given.find) throw new BadUsage('--probe is for --find.');
	return {
		config: given.config ?? 'cameras.yaml',
		changes: given.changes ?? false,
		json: given.json ?? false,
		find: given.find ?? false,
		url: webAddress(given.url),
		probes: (given.probe ?? []).map((text) => {
			const [, host = '', port = '3702'] = /^([\w.-]+)(?::(\d+))?$/.exec(text) ?? [];
			if (host === '') throw new BadUsage('--probe must be a machine such as 192.168.1.20.');
			return { host, port: Number(port) };
		}),
	};
}

function webAddress(given: string | undefined): string | undefined {
	const url = given?.replace(/\/+$/, '');
	if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
		throw new BadUsage('--url must be a web address such as http://localhost:8080.');
	}
	return url;
}

function parse(argv: string[]) {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean' } as const;
	try {
		return parseArgs({
			args: argv,
			options: {
				code: text,
				key: text,
				demo: flag,
				url: text,
				every: text,
				count: text,
				images: text,
				place: text,
				name: text,
				config: text,
				changes: flag,
				json: flag,
				find: flag,
				probe: { type: 'string', multiple: true },
				help: flag,
			},
		}).values;
	} catch (error) {
		throw new BadUsage((error as Error).message);
	}
}

function duration(words: string): number {
	const length = readDuration(words);
	if (length === null) {
		throw new BadUsage('--every must be a time such as 30s, 5m or 1h, from 100ms to 24h.');
	}
	return length;
}

/** Milliseconds, or null where the words are not a time from 100 ms to a day. */
export function readDuration(words: string): number | null {
	const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(words) ?? [];
	const length = Number(number) * (UNITS[unit] ?? Number.NaN);
	return length >= 100 && length <= 24 * 3_600_000 ? length : null;
}
