import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A part of the house: the files in it, and the other rooms and the packages they may import. */
interface Room {
	/** Path prefixes; `*` stands for one folder and makes each such folder a room of its own. */
	at: string[];
	may: string[];
	/** The only packages it may import; any when left out. */
	packages?: string[];
	typesOnly?: boolean;
}

const floor = ['contract', 'ports', 'failures', 'thread', 'floor'];
const slices = ['accounts', 'devices', 'automations', 'runs', 'billing', 'files', 'dashboard', 'exports'];

/** The arrows of ARCHITECTURE.md. A room may always import itself, and a test also the test support. */
const ROOMS: Record<string, Room> = {
	contract: { at: ['contract/src/'], may: [], packages: ['zod'] },

	ports: { at: ['server/src/ports.ts'], may: ['contract'], typesOnly: true },
	settings: { at: ['server/src/settings.ts'], may: ['contract'] },
	// What an adapter throws and the engine understands.
	failures: { at: ['server/src/model-failure.ts', 'server/src/undeliverable.ts'], may: [] },
	// Adapters and engine each have one, and may not know each other.
	thread: { at: ['server/src/thread.ts'], may: [] },
	// What every slice stands on: small things without rules of their own.
	floor: {
		at: ['events', 'ids', 'limits', 'log', 'metrics', 'refusal', 'route', 'letter', 'together'].map(
			(name) => `server/src/${name}.ts`,
		),
		may: ['contract', 'ports'],
	},
	adapters: { at: ['server/src/adapters/'], may: ['contract', 'ports', 'failures', 'thread', 'settings'] },
	...Object.fromEntries(
		slices.map((name) => [name, { at: [`server/src/${name}/`], may: [...floor, ...slices] }]),
	),
	triggers: { at: ['server/src/engine/triggers/'], may: [...floor, ...slices, 'engine', 'settings'] },
	engine: { at: ['server/src/engine/'], may: [...floor, ...slices, 'triggers'] },
	http: { at: ['server/src/http/'], may: [...floor, ...slices, 'triggers', 'settings'] },
	// Pictures are drawn for the terminal camera and for the demo account.
	scenes: { at: ['server/src/camera/scene/'], may: [] },
	lan: { at: ['server/src/lan/'], may: ['settings'] },
	demo: { at: ['server/src/demo/'], may: [...floor, ...slices, 'scenes', 'engine', 'triggers'] },
	composition: {
		at: ['banner', 'cleaning', 'compose', 'roles', 'start-failure'].map((name) => `server/src/${name}.ts`),
		may: [...floor, ...slices, 'settings', 'adapters', 'engine', 'triggers', 'http'],
	},
	// It opens a second database to copy into.
	admin: {
		at: ['server/src/admin/'],
		may: [...floor, ...slices, 'engine', 'settings', 'adapters', 'composition'],
	},
	camera: { at: ['server/src/camera/'], may: ['contract', 'settings', 'lan', 'scenes', 'admin'] },
	main: {
		at: ['server/src/main.ts'],
		may: [
			'lan',
			'demo',
			...floor,
			...slices,
			'settings',
			'adapters',
			'engine',
			'triggers',
			'http',
			'composition',
			'admin',
		],
	},
	testing: {
		at: ['server/src/testing/'],
		may: [...floor, ...slices, 'settings', 'adapters', 'engine', 'triggers', 'http', 'composition', 'admin'],
	},

	ui: { at: ['portal/src/ui/'], may: [] },
	lib: { at: ['portal/src/lib/'], may: ['contract'] },
	features: { at: ['portal/src/features/*/'], may: ['contract', 'ui', 'lib'] },
	app: { at: ['portal/src/app/'], may: ['contract', 'ui', 'lib', 'features'] },
};

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g;

interface Import {
	from: string;
	to: string;
}

/** Every breach of the rules in these files (path to source), in words. */
export function findBreaches(files: Map<string, string>): string[] {
	const breaches: string[] = [];
	const inner: Import[] = [];
	for (const [from, source] of files) {
		const [name, room] = roomOf(from) ?? [];
		if (!name || !room) {
			breaches.push(`${from} is in no room: give it one, or name its room in scripts/import-rules.ts`);
			continue;
		}
		if (room.typesOnly && hasCode(source)) breaches.push(`${from} holds types only, but there is code in it`);
		const may = isTest(from) ? [...room.may, 'testing'] : room.may;
		for (const [, specifier = ''] of source.matchAll(IMPORT)) {
			const to = resolve(from, specifier);
			if (to === null) {
				const allowed = isTest(from) || (room.packages?.some((name) => isIn(specifier, name)) ?? true);
				if (!allowed) breaches.push(`${from} imports ${specifier}: ${name} may import ${room.packages} only`);
				continue;
			}
			const [target, targetRoom] = roomOf(to) ?? [];
			const own = target === name && keyOf(from, room) === keyOf(to, room);
			if (!own && (!targetRoom || !target || target === name || !may.includes(target))) {
				breaches.push(`${from} imports ${to}: ${name} may import ${may.join(', ') || 'nothing of ours'}`);
			}
			if (files.has(to) && !isTest(from)) inner.push({ from, to });
		}
	}
	const between = inner.map(({ from, to }) => ({ from: slice(from), to: slice(to) }));
	return [
		...breaches,
		...findCycles(inner),
		...findCycles(between.filter(({ from, to }) => from && to && from !== to)),
	];
}

function roomOf(path: string): [string, Room] | undefined {
	return Object.entries(ROOMS).find(([, room]) => keyOf(path, room) !== undefined);
}

/** The part of the path that names the room, a `*` filled in: two features are two rooms. A test lives with its code. */
function keyOf(path: string, room: Room): string | undefined {
	for (const prefix of room.at) {
		const pattern = new RegExp(`^${RegExp.escape(prefix).replace('\\*', '[^/]+')}`);
		const match = pattern.exec(path.replace(/(\.unit)?\.test(?=\.tsx?$)/, ''));
		if (match) return prefix.includes('*') ? match[0] : '';
	}
	return undefined;
}

/** The file of ours that a specifier names, or null for a package. */
function resolve(from: string, specifier: string): string | null {
	const path = specifier.replace(/\?.*$/, '');
	if (path.startsWith('.')) return posix.join(posix.dirname(from), path);
	const contract = '@watchword/contract/';
	if (path.startsWith(contract)) return `contract/src/${path.slice(contract.length)}.ts`;
	return path.startsWith('@watchword/') ? path : null;
}

function findCycles(imports: Import[]): string[] {
	const next = new Map<string, Set<string>>();
	for (const { from, to } of imports) next.set(from, (next.get(from) ?? new Set()).add(to));
	const done = new Set<string>();
	const cycles: string[] = [];
	const visit = (node: string, path: string[]) => {
		const seen = path.indexOf(node);
		if (seen >= 0) cycles.push(`cycle: ${[...path.slice(seen), node].join(' -> ')}`);
		if (seen >= 0 || done.has(node)) return;
		for (const to of next.get(node) ?? []) visit(to, [...path, node]);
		done.add(node);
	};
	for (const node of next.keys()) visit(node, []);
	return cycles;
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const isIn = (specifier: string, name: string) => specifier === name || specifier.startsWith(`${name}/`);
const slice = (path: string) => slices.find((name) => path.startsWith(`server/src/${name}/`)) ?? '';
const hasCode = (source: string) =>
	/^(?:export )?(?:default|const|let|var|async|function|class|enum)\b/m.test(source);

if (process.argv[1] === import.meta.filename) {
	const root = fileURLToPath(new URL('..', import.meta.url));
	const files = new Map<string, string>();
	for await (const path of glob('{contract,server,portal}/src/**/*.{ts,tsx}', { cwd: root })) {
		files.set(path, readFileSync(join(root, path), 'utf8'));
	}
	const breaches = findBreaches(files);
	for (const breach of breaches) console.log(breach);
	process.exitCode = breaches.length > 0 ? 1 : 0;
}
