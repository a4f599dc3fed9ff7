// The entry point of every npm command. It needs only Node.js 20 and npm: it installs Node.js 24 if the running one is older,
// installs the dependencies and builds server and portal if they are missing or out of date, and runs the program. All its
// messages go to stderr, so that a program's own output can be piped.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Problem, ROOT, run, say } from './child.mjs';
import { alone, build, hash, isStamped, TOOLS } from './fresh.mjs';
import { COMPILED, NODE_ENVIRONMENT, NODE_FLAGS, NODE_MAJOR, nodePackage } from './node.mjs';

/** The operator's settings may be in .env. */
const SETTINGS = existsSync(join(ROOT, '.env')) ? ['--env-file=.env'] : [];

/** @type {Record<string, { program?: string, args?: string[], needs?: ('portal' | 'server')[] }>} */
const COMMANDS = {
	start: { program: 'server/dist/main.mjs', needs: ['server', 'portal'] },
	admin: { program: 'server/dist/admin.mjs', needs: ['server'] },
	camera: { program: 'server/dist/camera.mjs', needs: ['server'] },
	build: { needs: ['server', 'portal'] },
	package: { program: 'scripts/package/main.ts', needs: ['server', 'portal'] },
	'test:package': { program: 'scripts/package/try.ts', needs: ['server', 'portal'] },
	pictures: { program: 'e2e/pictures.ts', needs: ['server', 'portal'] },
	bench: { program: 'bench/main.ts', needs: ['server', 'portal'] },
	faults: { program: 'bench/faults/main.ts', needs: ['server'] },
	attack: { program: 'bench/attack/main.ts', needs: ['server', 'portal'] },
	judge: { program: 'bench/judge/main.ts' },
	check: { program: 'scripts/check.ts' },
	test: { program: 'scripts/test.ts' },
	'test:all': { program: 'scripts/test.ts', args: ['--all'] },
};

/**
 * @param {string} node
 * @param {string[]} args
 * @param {string} problem
 */
async function npm(node, args, problem) {
	const env = {
		...process.env,
		PATH: dirname(node) + delimiter + process.env.PATH,
		// An npm that does not know `allowScripts` would download 300 MB for graphics cards.
		ONNXRUNTIME_NODE_INSTALL: 'skip',
	};
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

/** The running Node.js if it is new enough, else one from npm, kept in .tools. */
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
		// Installed elsewhere and moved when complete, so that an interrupted install never looks finished.
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
	// Includes the platform, for a folder shared by machines; every native part works with any newer Node.js.
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

async function main() {
	const [name = '', ...args] = process.argv.slice(2);
	const command = COMMANDS[name];
	if (!command) throw new Problem(`Say what to run: ${Object.keys(COMMANDS).join(', ')}.`);
	const node = await bringNode();
	await installDependencies(node);
	for (const part of command.needs ?? []) await build(node, part);
	if (!command.program) return;
	const env = {
		...NODE_ENVIRONMENT,
		...(command.program.endsWith('.mjs') && { NODE_COMPILE_CACHE: COMPILED }),
		...process.env,
		PATH: dirname(node) + delimiter + process.env.PATH,
	};
	const { code } = await run(
		node,
		[...NODE_FLAGS, ...SETTINGS, command.program, ...(command.args ?? []), ...args],
		{
			env,
			stdio: 'inherit',
		},
	);
	process.exitCode = code;
}

/**
 * What to do about a folder of the source that cannot be written.
 * @param {NodeJS.ErrnoException} error
 */
function whyNot({ code = '', message }) {
	if (/^(EACCES|EPERM|EROFS)$/.test(code))
		return `Watchword installs and builds in ${ROOT}, where this user may not write (${message}). Let it, or put a copy where it may.`;
	if (/^(ENOSPC|EDQUOT)$/.test(code))
		return `The disk that holds ${ROOT} is full. Make room there, then start again.`;
	if (/^(ENOTDIR|EEXIST|EISDIR)$/.test(code))
		return `Something stands in the way in ${ROOT} (${message}). Move it away, then start again.`;
	return null;
}

main().catch((error) => {
	say(error instanceof Problem ? error.message : (whyNot(error) ?? error.stack));
	process.exitCode = 1;
});
