// The door behind every npm command. It needs nothing but Node.js 20 and npm: it brings Node.js 24 when the running
// one is older, installs the dependencies and builds the portal when they are missing or stale, and runs the program.
// Everything it says goes to stderr, so that a program's own output can be piped.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS, NODE_MAJOR, nodePackage } from './node.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TOOLS = join(ROOT, '.tools');
/** The operator's settings may stand in .env. */
const SETTINGS = existsSync(join(ROOT, '.env')) ? ['--env-file=.env'] : [];

/** @type {Record<string, { program?: string, portal?: boolean }>} */
const COMMANDS = {
	start: { program: 'server/src/main.ts', portal: true },
	admin: { program: 'server/src/admin/main.ts' },
	camera: { program: 'camera/src/main.ts' },
	build: { portal: true },
	package: { program: 'scripts/package/main.ts', portal: true },
	'test:package': { program: 'scripts/package/try.ts', portal: true },
	pictures: { program: 'e2e/pictures.ts', portal: true },
	bench: { program: 'bench/main.ts', portal: true },
	faults: { program: 'bench/faults/main.ts' },
	attack: { program: 'bench/attack/main.ts', portal: true },
	judge: { program: 'bench/judge/main.ts' },
	check: { program: 'scripts/check.ts' },
	test: { program: 'scripts/test.ts' },
};

class Problem extends Error {}

/** @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Runs a child to its end, passing signals on. What it writes to stderr is also returned, to be explained.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number, stderr: string }>}
 */
function run(command, args, options) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd: ROOT, ...options });
		/** @param {NodeJS.Signals} signal */
		const pass = (signal) => {
			// A terminal sends Ctrl-C to the whole process group, so the child already has it; and npm repeats to us
			// what it receives. The child must see one signal, or it would take the second for impatience.
			process.removeListener(signal, pass).on(signal, () => {});
			if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
		};
		const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
		for (const signal of signals) process.on(signal, pass);
		let stderr = '';
		child.stderr?.on('data', (data) => {
			stderr += data;
			process.stderr.write(data);
		});
		child.once('error', reject);
		child.once('close', (code, signal) => {
			for (const name of signals) process.removeAllListeners(name);
			resolve({ code: code ?? 128 + constants.signals[signal ?? 'SIGKILL'], stderr });
		});
	});
}

/**
 * @param {string} node
 * @param {string[]} args
 * @param {string} problem
 */
async function npm(node, args, problem) {
	const env = { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH };
	const dots = setInterval(() => process.stderr.write('.'), 1000);
	const { code, stderr } = await run(
		'npm',
		[...args, '--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier'],
		{
			env,
			stdio: ['ignore', process.stderr, 'pipe'],
		},
	)
		.catch((error) => {
			if (error.code !== 'ENOENT') throw error;
			throw new Problem('npm was not found. It comes with Node.js: https://nodejs.org');
		})
		.finally(() => clearInterval(dots));
	if (code === 0) return;
	if (code > 128) throw new Problem('Interrupted.');
	const causes = /** @type {const} */ ([
		[
			/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/,
			'its registry could not be reached. Check the network or the proxy.',
		],
		[/ENOSPC/, 'the disk is full.'],
		[/EACCES|EPERM|EROFS/, `it may not write in ${ROOT}.`],
		[/E404|ETARGET|EBADPLATFORM/, `a package is not to be had for ${process.platform}-${process.arch}.`],
	]);
	const cause = causes.find(([pattern]) => pattern.test(stderr))?.[1] ?? 'npm says why above.';
	throw new Problem(`${problem}: ${cause}`);
}

/**
 * One process at a time installs or builds; the others wait. A lock whose holder is gone is taken over.
 * @param {() => Promise<void>} work
 */
async function alone(work) {
	const lock = join(TOOLS, 'lock');
	const mine = `${lock}.${process.pid}`;
	mkdirSync(TOOLS, { recursive: true });
	writeFileSync(mine, String(process.pid));
	try {
		for (let waiting = false; ; waiting = true) {
			try {
				linkSync(mine, lock);
				break;
			} catch (error) {
				if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
			}
			if (isGone(lock)) rmSync(lock, { force: true });
			else {
				if (!waiting) say('Waiting for another Watchword command to finish installing ...');
				await sleep(200);
			}
		}
	} finally {
		rmSync(mine, { force: true });
	}
	try {
		await work();
	} finally {
		rmSync(lock, { force: true });
	}
}

/** @param {string} lock */
function isGone(lock) {
	try {
		process.kill(Number(readFileSync(lock, 'utf8')), 0);
		return false;
	} catch (error) {
		return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
	}
}

/** The running Node.js when it is new enough, else one from npm, kept in .tools. */
async function bringNode() {
	if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
	const platform = `${process.platform}-${process.arch}`;
	const name = nodePackage(platform);
	const home = join(TOOLS, `node-${NODE_MAJOR}-${platform}`);
	const node = join(home, 'node_modules', name, 'bin/node');
	if (existsSync(node)) return node;
	await alone(async () => {
		if (existsSync(node)) return;
		say(`Bringing Node.js ${NODE_MAJOR} from npm (this is ${process.version}) ...`);
		// Installed aside and moved when complete, so that an interrupted install is never mistaken for a finished one.
		const aside = `${home}.new`;
		rmSync(aside, { recursive: true, force: true });
		mkdirSync(aside, { recursive: true });
		const problem = `Node.js ${NODE_MAJOR} is needed, this is ${process.version}, and npm could not bring it`;
		await npm(
			process.execPath,
			['install', '--prefix', aside, '--no-save', `${name}@${NODE_MAJOR}`],
			problem,
		);
		const probe = spawnSync(join(aside, node.slice(home.length)), ['--version'], { encoding: 'utf8' });
		if (probe.status !== 0) {
			throw new Problem(
				`The Node.js ${NODE_MAJOR} from npm does not run on this system: install it yourself.`,
			);
		}
		renameSync(aside, home);
	});
	return node;
}

/** @param {string} node */
async function installDependencies(node) {
	const lockfile = readFileSync(join(ROOT, 'package-lock.json'));
	// The platform, for a folder shared by machines; every native part works with any newer Node.js.
	const want = hash([lockfile, process.platform, process.arch]);
	const stamp = join(ROOT, 'node_modules/.stamp');
	if (isStamped(stamp, want)) return;
	await alone(async () => {
		if (isStamped(stamp, want)) return;
		say('Installing dependencies ...');
		await npm(node, ['ci'], 'The dependencies could not be installed');
		writeFileSync(stamp, want);
	});
}

/** @param {string} node */
async function buildPortal(node) {
	const stamp = join(ROOT, 'portal/dist/.stamp');
	const want = async () => {
		const folders = await Promise.all(
			['portal', 'contract/src'].map((folder) => filesIn(join(ROOT, folder))),
		);
		const files = [join(ROOT, 'package-lock.json'), ...folders.flat().sort()];
		return hash(
			(await Promise.all(files.map(async (file) => [file.slice(ROOT.length), await readFile(file)]))).flat(),
		);
	};
	if (isStamped(stamp, await want())) return;
	await alone(async () => {
		const sources = await want();
		if (isStamped(stamp, sources)) return;
		say('Building the portal ...');
		const { code } = await run(node, ['portal/build.ts'], { stdio: ['ignore', process.stderr, 'pipe'] });
		if (code !== 0) throw new Problem('The portal could not be built; why is said above.');
		writeFileSync(stamp, sources);
	});
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function filesIn(folder) {
	const entries = await readdir(folder, { withFileTypes: true });
	const found = entries
		.filter((entry) => entry.name !== 'node_modules' && entry.name !== 'dist')
		.map((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]));
	return (await Promise.all(found)).flat();
}

/** @param {(string | Buffer)[]} parts */
function hash(parts) {
	const sum = createHash('sha256');
	for (const part of parts) sum.update(`${part.length}\n`).update(part);
	return sum.digest('hex');
}

/**
 * @param {string} stamp
 * @param {string} want
 */
const isStamped = (stamp, want) => existsSync(stamp) && readFileSync(stamp, 'utf8') === want;

async function main() {
	const [name = '', ...args] = process.argv.slice(2);
	const command = COMMANDS[name];
	if (!command) throw new Problem(`Say what to run: ${Object.keys(COMMANDS).join(', ')}.`);
	const node = await bringNode();
	await installDependencies(node);
	if (command.portal) await buildPortal(node);
	if (!command.program) return;
	const env = { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH };
	const { code } = await run(node, [...NODE_FLAGS, ...SETTINGS, command.program, ...args], {
		env,
		stdio: 'inherit',
	});
	process.exitCode = code;
}

main().catch((error) => {
	say(error instanceof Problem ? error.message : error.stack);
	process.exitCode = 1;
});
