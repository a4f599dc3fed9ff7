import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NODE_MAJOR, nodePackage } from '../node.mjs';
import type { Dependency } from './dependencies.ts';

export interface BroughtNode {
	/** The program itself. */
	program: string;
	licence: string;
	name: string;
	version: string;
}

/** Node.js for a platform, from npm: the same that `npm start` installs if the system's is too old. */
export async function bringNode(tools: string, platform: string): Promise<BroughtNode> {
	const name = nodePackage(platform);
	const home = join(tools, `node-${NODE_MAJOR}-${platform}`);
	const folder = join(home, 'node_modules', name);
	if (!existsSync(folder)) {
		console.log(`Bringing Node.js ${NODE_MAJOR} for ${platform} from npm ...`);
		await inPlaceWhenComplete(home, async (aside) => {
			await writeFile(
				join(aside, 'package.json'),
				JSON.stringify({ dependencies: { [name]: `${NODE_MAJOR}` } }),
			);
			await npm(aside, 'install', platform);
		});
	}
	const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
	const files = { program: join(folder, 'bin/node'), licence: join(folder, 'LICENSE') };
	return { ...files, name, version: version.replace(/^v/, '') };
}

/** The native parts of another platform, checked against the lockfile's checksums. Returns their folder. */
export async function bringNative(tools: string, platform: string, packages: Dependency[]): Promise<string> {
	const versions = packages.map(({ name, locked }) => `${name}@${locked.version}`).join(' ');
	const home = join(tools, `native-${platform}`);
	const stamp = join(home, '.stamp');
	if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === versions) return home;
	console.log(`Bringing what is native for ${platform} from npm ...`);
	await rm(home, { recursive: true, force: true });
	await inPlaceWhenComplete(home, async (aside) => {
		const dependencies = Object.fromEntries(packages.map(({ name, locked }) => [name, locked.version]));
		const locked = Object.fromEntries(
			packages.map(({ name, locked: { optionalDependencies: _, ...entry } }) => [
				`node_modules/${name}`,
				{ ...entry, optional: undefined },
			]),
		);
		const manifest = { name: 'native', version: '0.0.0', dependencies };
		await writeFile(join(aside, 'package.json'), JSON.stringify(manifest));
		const lockfile = { name: 'native', lockfileVersion: 3, packages: { '': manifest, ...locked } };
		await writeFile(join(aside, 'package-lock.json'), JSON.stringify(lockfile));
		await npm(aside, 'ci', platform);
		await writeFile(join(aside, '.stamp'), versions);
	});
	return home;
}

/** Works in another folder and moves it when complete, so that an interrupted one never looks finished. */
async function inPlaceWhenComplete(home: string, work: (aside: string) => Promise<void>): Promise<void> {
	const aside = `${home}.new`;
	await rm(aside, { recursive: true, force: true });
	await mkdir(aside, { recursive: true });
	await work(aside);
	await rename(aside, home);
}

async function npm(folder: string, command: 'install' | 'ci', platform: string): Promise<void> {
	const [system, processor] = platform.split('-');
	const quiet = ['--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund', '--prefer-offline'];
	// Without force, npm refuses packages that do not run on this machine.
	const forPlatform = [`--os=${system}`, `--cpu=${processor}`, '--libc=glibc', '--force'];
	const args = [command, ...quiet, ...forPlatform];
	const code = await new Promise((done, failed) => {
		spawn('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] })
			.once('error', failed)
			.once('close', done);
	});
	if (code !== 0) throw new Error(`npm could not install the packages for ${platform}. The reason is above.`);
}
