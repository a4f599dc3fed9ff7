import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONFINED, NORMALISED, ROOMS, type Room, SPANNING, slices } from './rooms.ts';

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
			breaches.push(`${from} is in no room: give it one, or name its room in scripts/rooms.ts`);
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
