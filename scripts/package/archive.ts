import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '../node.mjs';
import type { BroughtNode } from './bring.ts';
import { type Dependency, isNative } from './dependencies.ts';
import { isLeftOut } from './left-out.ts';
import { licencesOf } from './licences.ts';

/** What an archive contains of this repository, besides its packages. */
const OURS = [
	'scenes/pictures',
	'server/dist',
	'server/migrations',
	'server/detectors',
	'server/ocr',
	'portal/dist',
	'deploy',
	'docs',
	'bench/RESULTS.md',
	'.env.example',
	'ARCHITECTURE.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'LICENSE',
	'README.md',
];

/** Leftovers of builds, the schema's history (only drizzle-kit reads it), and an operator's own secrets. */
const NOT_SHIPPED = [
	/^server\/migrations\/meta\/.*_snapshot\.json$/,
	/^(portal|server)\/dist\/(\.stamp|compiled)$/,
	/^deploy\/(\.env|bridge)$/,
];

/** Whether an archive contains this file or folder of the repository. */
export const isShipped = (path: string): boolean =>
	OURS.some((ours) => path === ours || path.startsWith(`${ours}/`)) &&
	!NOT_SHIPPED.some((pattern) => pattern.test(path));

export interface Contents {
	root: string;
	version: string;
	platform: string;
	node: BroughtNode;
	/** What the bundle loads from node_modules. */
	loaded: Dependency[];
	/** What is inside the bundle and the portal's scripts. */
	bundled: Dependency[];
	/** The folder with the native packages. */
	native: string;
}

/** Fills the folder that becomes the archive. */
export async function fillFolder(folder: string, contents: Contents): Promise<void> {
	const { root, version, platform, node, loaded, bundled, native } = contents;
	for (const path of OURS) {
		await cp(join(root, path), join(folder, path), {
			recursive: true,
			filter: (source) => isShipped(relative(root, source)),
		});
	}
	const { name, description, license, type } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
	await writeJson(join(folder, 'package.json'), { name, version, description, license, type });
	await writeJson(join(folder, 'server/package.json'), { version });
	for (const one of loaded)
		await copyPackage(join(isNative(one) ? native : root, one.path), folder, one, platform);
	await writeFile(join(folder, 'BUNDLED-LICENSES.txt'), await licencesOf(bundled, root));
	await cp(node.program, join(folder, 'bin/node'));
	await cp(node.licence, join(folder, 'bin/LICENSE'));
	await chmod(join(folder, 'bin/node'), 0o755);
	stripDebugInfo(join(folder, 'bin/node'));
	const script = await readFile(join(import.meta.dirname, 'watchword.sh'), 'utf8');
	const filled = script
		.replaceAll('{{version}}', version)
		.replace('{{flags}}', NODE_FLAGS.join(' '))
		.replace(
			'{{environment}}',
			Object.entries(NODE_ENVIRONMENT)
				.map((pair) => pair.join('='))
				.join(' '),
		);
	await writeFile(join(folder, 'watchword'), filled, { mode: 0o755 });
}

/**
 * Of the 123 MB of Node.js for Linux, 20 are for debuggers. Without a `strip` for the program's platform they stay: it does not
 * change a program that it does not know.
 */
function stripDebugInfo(program: string): void {
	spawnSync('strip', [program], { stdio: 'ignore' });
}

async function copyPackage(
	source: string,
	folder: string,
	{ path, name }: Dependency,
	platform: string,
): Promise<void> {
	const files = await readdir(source, { recursive: true, withFileTypes: true });
	for (const file of files) {
		const inPackage = relative(source, join(file.parentPath, file.name));
		// Packages inside packages have their own entries in the lockfile.
		if (!file.isFile() || /(^|\/)node_modules\//.test(inPackage) || isLeftOut(name, inPackage, platform))
			continue;
		const target = join(folder, path, inPackage);
		await mkdir(dirname(target), { recursive: true });
		await cp(join(source, inPackage), target);
	}
}

const writeJson = (file: string, value: object) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

/** Packs a folder into FOLDER.tar.gz next to it, with files that belong to whoever unpacks them. */
export async function pack(folder: string): Promise<string> {
	const archive = `${folder}.tar.gz`;
	const isGnu = (await run('tar', ['--version'])).includes('GNU');
	const owner = isGnu ? ['--owner=0', '--group=0', '--sort=name'] : ['--uid=0', '--gid=0'];
	await run('tar', [...owner, '-czf', archive, '-C', dirname(folder), relative(dirname(folder), folder)]);
	return archive;
}

/** Writes FILE.sha256, as sha256sum reads it. */
export async function writeChecksum(file: string): Promise<void> {
	const sum = createHash('sha256');
	await pipeline(createReadStream(file), sum);
	await writeFile(`${file}.sha256`, `${sum.digest('hex')}  ${relative(dirname(file), file)}\n`);
}

/** What a folder takes on its disk, in bytes, as `du` counts it. */
export async function sizeOf(folder: string): Promise<number> {
	// With file types, because otherwise links are followed.
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const paths = [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))];
	const sizes = await Promise.all(paths.map(async (path) => (await lstat(path)).blocks * 512));
	return sizes.reduce((sum, size) => sum + size, 0);
}

export function run(program: string, args: string[]): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
		let printed = '';
		child.stdout.on('data', (data) => {
			printed += data;
		});
		child.once('error', reject);
		child.once('close', (code) =>
			code === 0 ? resolve(printed) : reject(new Error(`${program} failed. It says why above.`)),
		);
	});
}
