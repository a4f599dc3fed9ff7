import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A part of the source: its files, and the other parts and packages they may import. */
interface Room {
	/** Path prefixes; `*` stands for one folder and makes each such folder a separate room. */
	at: string[];
	may: string[];
	/** The only packages it may import; any if omitted. */
	packages?: string[];
	typesOnly?: boolean;
}

const floor = ['contract', 'ports', 'base', 'pictures'];
const slices = [
	'accounts',
	'devices',
	'automations',
	'runs',
	'billing',
	'files',
	'saved',
	'dashboard',
	'exports',
	'deliveries',
	'shares',
	'mail',
];

/** The slice below the engine: what a mail is, and reading it. Receiving mail is a trigger. */
const MAIL = ['server/src/mail/reading/', 'server/src/mail/tables.ts'];

/** The arrows of ARCHITECTURE.md. A room may always import itself, and a test may also import the test support. */
const ROOMS: Record<string, Room> = {
	contract: { at: ['contract/src/'], may: [], packages: ['zod'] },

	// Reads prompts into conditions, and judges conditions. It knows no server.
	model: { at: ['model/src/'], may: ['contract'] },

	ports: { at: ['server/src/ports/'], may: ['contract'], typesOnly: true },
	settings: { at: ['server/src/settings.ts'], may: ['contract'] },
	// Small parts without business rules that adapters, slices and engine share.
	base: { at: ['server/src/base/'], may: ['contract', 'ports'] },
	// Everything that handles strangers' pictures.
	pictures: { at: ['server/src/pictures/'], may: ['contract', 'ports', 'base'] },
	adapters: { at: ['server/src/adapters/'], may: [...floor, 'model', 'settings'] },
	...Object.fromEntries(
		slices.map((name) => [
			name,
			{ at: name === 'mail' ? MAIL : [`server/src/${name}/`], may: [...floor, ...slices] },
		]),
	),
	engine: { at: ['server/src/engine/'], may: [...floor, ...slices] },
	// What comes in from outside, or from the clock, and starts runs.
	triggers: {
		at: ['server/src/triggers/', 'server/src/captures/', 'server/src/mail/'],
		may: [...floor, ...slices, 'engine', 'settings'],
	},
	// Announces accounts to Home Assistant, and takes its commands.
	'home-assistant': { at: ['server/src/home-assistant/'], may: [...floor, ...slices, 'engine'] },
	// What the operator does on the operator's page and with commands.
	operator: {
		at: ['server/src/operator/'],
		may: [...floor, ...slices, 'acme', 'settings', 'adapters', 'engine', 'scenes'],
	},
	http: { at: ['server/src/http/'], may: [...floor, ...slices, 'triggers', 'operator', 'settings'] },
	// Draws pictures for the terminal camera, the demo account and the tests.
	scenes: { at: ['scenes/src/'], may: [], packages: ['sharp', '@lobehub/fluent-emoji-3d', 'node:url'] },
	acme: { at: ['server/src/acme/'], may: [...floor, 'settings', 'http'] },
	lan: {
		at: ['server/src/lan/'],
		may: [...floor, 'accounts', 'settings', 'adapters', 'http'],
	},
	demo: { at: ['server/src/demo/'], may: [...floor, ...slices, 'scenes', 'engine', 'triggers'] },
	start: {
		at: ['server/src/start/'],
		may: [
			...floor,
			...slices,
			'settings',
			'adapters',
			'engine',
			'home-assistant',
			'triggers',
			'operator',
			'http',
			'lan',
		],
	},
	// It opens a second database to copy into.
	admin: {
		at: ['server/src/admin/'],
		may: [...floor, ...slices, 'engine', 'triggers', 'settings', 'adapters', 'operator', 'start', 'scenes'],
	},
	// How Node.js is started, by the commands and by the tests.
	node: { at: ['scripts/node.mjs'], may: [] },
	testing: {
		at: ['server/src/testing/', 'camera/src/testing/'],
		may: [
			...floor,
			...slices,
			'settings',
			'adapters',
			'engine',
			'triggers',
			'operator',
			'http',
			'start',
			'admin',
			'camera',
			'scenes',
			'lan',
			'node',
		],
	},
	// A client of the server. On the same machine it also reads the server's settings and asks its operator socket. The bridge listens
	// to MQTT brokers as the server does.
	camera: {
		at: ['camera/src/'],
		may: ['contract', 'base', 'settings', 'adapters', 'lan', 'scenes', 'admin'],
	},
	main: {
		at: ['server/src/main.ts'],
		may: [
			'acme',
			'lan',
			'demo',
			...floor,
			...slices,
			'settings',
			'adapters',
			'engine',
			'triggers',
			'operator',
			'http',
			'start',
			'admin',
		],
	},

	ui: { at: ['portal/src/ui/'], may: [] },
	lib: { at: ['portal/src/lib/'], may: ['contract'] },
	// What several features say or show about runs, mails and cameras.
	product: { at: ['portal/src/product/'], may: ['contract', 'ui', 'lib'] },
	features: { at: ['portal/src/features/*/'], may: ['contract', 'ui', 'lib', 'product'] },
	// Opens the portal in component tests, with answers of a server that is not there.
	'portal testing': { at: ['portal/src/testing/'], may: ['contract', 'ui', 'lib', 'app'] },
	app: { at: ['portal/src/app/'], may: ['contract', 'ui', 'lib', 'product', 'features'] },
};

/** Packages that only these rooms may import: on the server, pictures are decoded in a separate process. */
const CONFINED: Record<string, string[]> = { sharp: ['pictures', 'scenes', 'camera', 'testing'] };

/**
 * Rooms whose SQL may name any table. Every other room names only its own tables, and imports those of another: so an arrow
 * between slices is always an import, and cycles are found.
 */
const SPANNING = ['engine', 'triggers', 'exports', 'operator', 'admin', 'start', 'testing'];

/** Called on a text, this takes the square of its combining marks: one file bounds them first, for everybody. */
const NORMALISED = 'contract/src/normalised.ts';
const NORMALIZE = /\.\s*normalize\s*(?:\?\.\s*)?\(/;

const TABLE = /\bpgTable\(\s*'(\w+)'/g;
const SQL = /\bsql(?:<[^`;]*>)?(?:\.raw\()?\s*`/g;
/** What may come before the name of a table: a list of tables, with or without aliases. */
const NAMED =
	/\b(?:from|join|into|update|using|truncate|references)\s+(?=((?:only\s+)?"?\w+"?(?:\s+\w+)?(?:\s*,\s*"?\w+"?(?:\s+\w+)?)*))/gi;

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g;

interface Import {
	from: string;
	to: string;
}

/** The tables that the SQL of a file names as text. */
function tablesNamed(source: string): Set<string> {
	const named = new Set<string>();
	for (const { index, 0: start } of source.matchAll(SQL)) {
		const text = templateAt(source, index + start.length);
		for (const [, list = ''] of text.matchAll(NAMED)) {
			for (const one of list.split(',')) {
				const [name = ''] = one
					.trim()
					.replace(/^only\s+/i, '')
					.replaceAll('"', '')
					.split(/\s/);
				named.add(name);
			}
		}
	}
	return named;
}

/** The text of a template that begins here; each expression in it becomes a question mark. */
function templateAt(source: string, start: number): string {
	let text = '';
	for (let at = start; at < source.length && source[at] !== '`'; at++) {
		if (source[at] === '\\') at++;
		else if (source.startsWith('${', at)) {
			at = endOfExpression(source, at + 2);
			text += '?';
		} else text += source[at];
	}
	return text;
}

/** Where the `}` is that closes an expression in a template. */
function endOfExpression(source: string, start: number): number {
	let depth = 1;
	for (let at = start; at < source.length; at++) {
		const char = source[at] ?? '';
		if (char === '`') {
			for (at++; at < source.length && source[at] !== '`'; at++) {
				if (source[at] === '\\') at++;
				else if (source.startsWith('${', at)) at = endOfExpression(source, at + 2);
			}
		} else if (char === "'" || char === '"') {
			for (at++; at < source.length && source[at] !== char; at++) if (source[at] === '\\') at++;
		} else if (char === '{') depth++;
		else if (char === '}' && --depth === 0) return at;
	}
	return source.length;
}

/** Every breach of the rules in these files (path to source), in words. */
export function findBreaches(files: Map<string, string>): string[] {
	const breaches: string[] = [];
	const inner: Import[] = [];
	const owners = new Map<string, string>();
	for (const [path, source] of files) {
		for (const [, table = ''] of source.matchAll(TABLE)) owners.set(table, roomOf(path)?.[0] ?? '');
	}
	for (const [from, source] of files) {
		const [name, room] = roomOf(from) ?? [];
		if (!name || !room) {
			breaches.push(`${from} is in no room: give it one, or name its room in scripts/import-rules.ts`);
			continue;
		}
		if (room.typesOnly && hasCode(source)) breaches.push(`${from} holds types only, but there is code in it`);
		if (NORMALIZE.test(source) && from !== NORMALISED && !isTest(from))
			breaches.push(`${from} calls normalize: use normalised() of ${NORMALISED}`);
		if (!SPANNING.includes(name) && !isTest(from)) {
			for (const table of tablesNamed(source)) {
				const owner = owners.get(table);
				if (owner && owner !== name) {
					breaches.push(
						`${from} names the table ${table} in its SQL: it is a table of ${owner}; import it, or move the statement to the engine`,
					);
				}
			}
		}
		const may = isTest(from) ? [...room.may, 'testing', 'portal testing'] : room.may;
		for (const [, specifier = ''] of source.matchAll(IMPORT)) {
			const to = resolve(from, specifier);
			if (to === null) {
				const allowed = isTest(from) || (room.packages?.some((name) => isIn(specifier, name)) ?? true);
				const rooms = isTest(from) ? undefined : CONFINED[specifier];
				if (rooms && !rooms.includes(name)) {
					breaches.push(`${from} imports ${specifier}: only ${rooms.join(', ')} may`);
				}
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
	const floors = inner.map(({ from, to }) => ({ from: floorOf(from), to: floorOf(to) }));
	return [
		...breaches,
		...findCycles(inner),
		...findCycles(between.filter(({ from, to }) => from && to && from !== to)),
		...findCycles(floors.filter(({ from, to }) => from && to && from !== to)),
	];
}

function roomOf(path: string): [string, Room] | undefined {
	return Object.entries(ROOMS).find(([, room]) => keyOf(path, room) !== undefined);
}

/** The part of the path that names the room, with `*` filled in: two features are two rooms. A test belongs to its code. */
function keyOf(path: string, room: Room): string | undefined {
	for (const prefix of room.at) {
		const pattern = new RegExp(`^${RegExp.escape(prefix).replace('\\*', '[^/]+')}`);
		const match = pattern.exec(path.replace(/(\.unit|\.component)?\.test(?=\.tsx?$)/, ''));
		if (match) return prefix.includes('*') ? match[0] : '';
	}
	return undefined;
}

/** The file that a specifier names, or null for a package. */
function resolve(from: string, specifier: string): string | null {
	const path = specifier.replace(/\?.*$/, '');
	if (path.startsWith('.')) return posix.join(posix.dirname(from), path);
	const [, workspace, file = 'index'] = /^@watchword\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
	return workspace ? `${workspace}/src/${file}.ts` : null;
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
const slice = (path: string) => slices.find((name) => name === roomOf(path)?.[0]) ?? '';
/** Of the engine, each folder is a floor, and so is each file beside them: no arrow leads up. */
const floorOf = (path: string) => /^server\/src\/engine\/[\w.-]+/.exec(path)?.[0] ?? '';
const hasCode = (source: string) =>
	/^(?:export )?(?:default|const|let|var|async|function|class|enum)\b/m.test(source);

if (process.argv[1] === import.meta.filename) {
	const root = fileURLToPath(new URL('..', import.meta.url));
	const files = new Map<string, string>();
	for await (const path of glob('{contract,model,scenes,server,camera,portal}/src/**/*.{ts,tsx}', {
		cwd: root,
	})) {
		files.set(path, readFileSync(join(root, path), 'utf8'));
	}
	const breaches = findBreaches(files);
	for (const breach of breaches) console.log(breach);
	process.exitCode = breaches.length > 0 ? 1 : 0;
}
