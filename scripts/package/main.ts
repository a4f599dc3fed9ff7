/** npm run package: an archive of Watchword that runs without npm and without a network, and its bill of materials. */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NOT_BUNDLED } from '../../server/not-bundled.ts';
import { fillFolder, pack, sizeOf, writeChecksum } from './archive.ts';
import { bringNative, bringNode } from './bring.ts';
import { isFromNpm, isNative, type Lockfile, runtimeDependencies } from './dependencies.ts';
import { releaseNotes } from './notes.ts';
import { billOfMaterials } from './sbom.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = join(ROOT, '.tools');
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const HERE = `${process.platform}-${process.arch}`;
const USAGE = `npm run package -- [--platform PLATFORM]... [--output FOLDER] | --notes
  --platform   ${PLATFORMS.join(', ')}, or all; this one (${HERE}) unless given
  --output     where the archives go (dist)
  --notes      prints what CHANGELOG.md says about this version`;

const { values: given } = parseArgs({
	options: {
		platform: { type: 'string', multiple: true, default: [HERE] },
		output: { type: 'string', default: 'dist' },
		notes: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});
const wanted = given.platform.includes('all') ? PLATFORMS : given.platform;
const unknown = wanted.filter((platform) => !PLATFORMS.includes(platform));
if (given.help) console.log(USAGE);
else if (given.notes) await printNotes();
else if (unknown.length > 0) {
	console.error(`There is no archive for ${unknown.join(', ')}.\n${USAGE}`);
	process.exitCode = 1;
} else for (const platform of wanted) await makeArchive(platform, resolve(ROOT, given.output));

async function readVersion(): Promise<string> {
	return JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).version;
}

async function printNotes(): Promise<void> {
	const version = await readVersion();
	const notes = releaseNotes(await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
	if (notes) return console.log(notes);
	console.error(`CHANGELOG.md has nothing under "## ${version}".`);
	process.exitCode = 1;
}

async function makeArchive(platform: string, output: string): Promise<void> {
	const version = await readVersion();
	const lock: Lockfile = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
	const roots = NOT_BUNDLED.map((name) => `node_modules/${name}`);
	const loaded = runtimeDependencies(lock, roots, platform);
	const dependencies = runtimeDependencies(lock, ['server', 'camera', 'portal'], platform);
	const isLoaded = new Set(loaded.map(({ path }) => path));
	const bundled = dependencies.filter((one) => isFromNpm(one) && !isLoaded.has(one.path));
	const tools = platform === HERE ? TOOLS : join(TOOLS, 'platforms');
	const node = await bringNode(tools, platform);
	const native = platform === HERE ? ROOT : await bringNative(tools, platform, loaded.filter(isNative));

	const folder = join(output, `watchword-${version}-${platform}`);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	try {
		await fillFolder(folder, { root: ROOT, version, platform, node, loaded, bundled, native });
		const archive = await pack(folder);
		await writeChecksum(archive);
		const bill = billOfMaterials({ version, platform, node, dependencies, at: new Date() });
		await writeFile(`${folder}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
		const [packed, unpacked] = [(await stat(archive)).size, await sizeOf(folder)];
		console.log(
			`${archive}: ${megabytes(packed)}, unpacked ${megabytes(unpacked)}, ${loaded.length} packages, Node.js ${node.version}`,
		);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function megabytes(bytes: number): string {
	return `${(bytes / 1e6).toFixed(1)} MB`;
}
