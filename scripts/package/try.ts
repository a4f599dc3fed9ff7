/**
 * npm run test:package: makes the archive, unpacks it, and uses it as on an empty machine: without npm, another Node.js, a
 * network or an environment. Its user may write only in the home folder.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { chown, cp, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { waitFor } from '../../server/src/testing/wait.ts';
import { run, sizeOf } from './archive.ts';

const MAX_BYTES = 232e6;
const isRoot = process.getuid?.() === 0;
/** The user of the archive: nobody if this is root, otherwise the current user. */
const USER = isRoot ? { uid: 65_534, gid: 65_534 } : {};
/** The programs that the start script needs. */
const TOOLS = ['cat', 'dirname', 'grep', 'readlink'];
const ACCOUNT = { email: 'ann@example.com', password: 'correct horse battery' };

async function tryArchive(): Promise<void> {
	const temporary = await mkdtemp(join(tmpdir(), 'watchword-package-'));
	try {
		const main = fileURLToPath(new URL('main.ts', import.meta.url));
		process.stdout.write(await run(process.execPath, [main, '--output', temporary]));
		const archive = (await readdir(temporary)).find((name) => name.endsWith('.tar.gz')) ?? '';
		const began = performance.now();
		await run('tar', ['-xzf', join(temporary, archive), '-C', temporary]);
		console.log(`Unpacked in ${seconds(began)}.`);
		const folder = join(temporary, archive.replace('.tar.gz', ''));
		const size = await sizeOf(folder);
		if (size > MAX_BYTES) throw new Error(`Unpacked it has ${size} bytes, which is more than ${MAX_BYTES}.`);
		await prepareHome(temporary);
		const inside = [
			process.execPath,
			fileURLToPath(import.meta.url),
			'inside',
			folder,
			join(temporary, 'home'),
		];
		const [program = '', ...args] = [...withoutNetwork(), ...inside];
		const { status } = spawnSync(program, args, { stdio: 'inherit' });
		process.exitCode = status ?? 1;
	} finally {
		await rm(temporary, { recursive: true, force: true });
	}
}

async function prepareHome(temporary: string): Promise<void> {
	const home = join(temporary, 'home');
	await mkdir(join(home, 'bin'), { recursive: true });
	for (const tool of TOOLS) {
		const path = (await run('sh', ['-c', `command -v ${tool}`])).trim();
		await symlink(path, join(home, 'bin', tool));
	}
	if (!isRoot) return;
	await run('chmod', ['755', temporary]);
	await chown(home, USER.uid ?? 0, USER.gid ?? 0);
}

/** The beginning of a command with only the loopback network, if the system allows it. */
function withoutNetwork(): string[] {
	const command = [
		'unshare',
		...(isRoot ? [] : ['--map-root-user']),
		'--net',
		'sh',
		'-c',
		'ip link set lo up && exec "$@"',
		'sh',
	];
	const [program = '', ...args] = command;
	if (spawnSync(program, [...args, 'true']).status === 0) return command;
	console.log('This system makes no network namespace: it is tried with the network.');
	return [];
}

/** Tries an unpacked archive. The folder bin in the home contains all available programs. */
async function tryFolder(folder: string, home: string): Promise<void> {
	const env = {
		HOME: home,
		PATH: join(home, 'bin'),
		PORT: '0',
		SMTP_PORT: '0',
		DEMO: 'none',
		LOG_LEVEL: 'info',
	};
	const options = { cwd: home, env, ...USER };
	const watchword = async (...args: string[]) =>
		(await promisify(execFile)(join(folder, 'watchword'), args, options)).stdout;
	const before = (await readdir(folder, { recursive: true })).length;

	says(await watchword('--version'), /^watchword \d+\.\d+\.\d+\n$/);
	says(await watchword('camera', '--help'), /^watchword camera --code/);
	const loaded = await promisify(execFile)(join(folder, 'bin/node'), [...IMPORT_ALL, folder], options);
	says(loaded.stdout, /^\d{2,} modules load/);

	const began = performance.now();
	const child = spawn(join(folder, 'watchword'), ['start'], {
		...options,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	try {
		const url = await readyUrl(child);
		console.log(`Ready ${seconds(began)} after the first start.`);
		says(await (await fetch(`${url}/healthz`)).text(), /ok/i);
		await tryCapture(url, watchword);
		await tryModel(home, watchword);
	} finally {
		child.kill('SIGTERM');
		await new Promise((resolve) => child.once('exit', resolve));
	}
	if ((await stat(join(home, '.watchword/data'))).uid !== (USER.uid ?? process.getuid?.()))
		throw new Error('the data belongs to somebody else');
	const after = (await readdir(folder, { recursive: true })).length;
	if (after !== before) throw new Error(`the unpacked folder had ${before} files and has ${after} now`);
	console.log('The archive works.');
}

/** Loads every module that is not a program, so that a file that was left out by mistake is noticed here. */
const IMPORT_ALL = [
	'--disable-warning=ExperimentalWarning',
	'--input-type=module',
	'--eval',
	`import { globSync } from 'node:fs';
	const folder = process.argv.at(-1);
	const files = globSync('server/dist/*.mjs', { cwd: folder });
	const modules = files.filter((file) => !/\\/(main|admin|camera|(.+-)?(process|worker|thread)-[^/]*)\\.mjs$/.test(file));
	for (const file of modules) await import(folder + '/' + file);
	console.log(modules.length + ' modules load.');
	process.exit(0);`,
];

/** An operator adds an account and a camera, a customer adds an automation; the camera sends a picture, and the run ends. */
async function tryCapture(url: string, watchword: (...args: string[]) => Promise<string>): Promise<void> {
	const { email, password } = ACCOUNT;
	await watchword('admin', 'user', 'add', '--email', email, '--name', 'Ann', '--password', password);
	const call = await signIn(url);
	const portal = (await (await call('/api/portal')).json()) as {
		release: string;
		commands: { admin: string; camera: string };
	};
	says(await watchword('--version'), new RegExp(portal.release.replaceAll('.', '\\.')));
	says(Object.values(portal.commands).join(), /^watchword admin,watchword camera$/);
	says(await (await call('/app/help')).text(), /<div id="root">/);

	const code = /code (\w+)/.exec(await watchword('admin', 'device', 'add', '--email', email))?.[1];
	const claimed = await call('/api/devices/claim', { code });
	const { deviceKey, deviceId } = (await claimed.json()) as { deviceKey: string; deviceId: string };
	const made = await call('/api/automations', {
		_triggerType: 'capture',
		trigger_device_deviceID: deviceId,
		action_prompt: 'Tell me if there is a car.',
		action_toAddress: email,
	});
	says(String(made.status), /^20[01]$/);
	says(await watchword('camera', '--key', deviceKey, '--url', url, '--count', '1'), /./);
	const ended = await waitFor('the run of the capture ends', async () => {
		const { items } = (await (await call('/api/runs')).json()) as { items: { _status: string }[] };
		return items.find(({ _status }) => ['succeeded', 'failed', 'skipped'].includes(_status));
	});
	says(ended._status, /^succeeded$/);
}

/** A language model of random weights is installed, answers its test, and decides. */
async function tryModel(home: string, watchword: (...args: string[]) => Promise<string>): Promise<void> {
	const from = join(home, 'tiny');
	await cp(fileURLToPath(new URL('../../server/src/testing/tiny-model', import.meta.url)), from, {
		recursive: true,
	});
	const admin = (...args: string[]) => watchword('admin', ...args);
	says(await admin('model', 'install', 'tiny', '--from', from), /answered [0-3] of 3 test questions/);
	says(await admin('model', 'use', 'tiny'), /^tiny decides from now on/);
	says(await admin('open'), /^http.*\/operator\?token=/);
}

/** Signs in, and returns a function that calls routes as that customer: with a body it posts. */
async function signIn(url: string) {
	const headers = new Headers({ origin: url, 'content-type': 'application/json' });
	const call = (path: string, body?: object) =>
		fetch(url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
	const answer = await call('/api/auth/sign-in/email', ACCOUNT);
	headers.set(
		'cookie',
		answer.headers
			.getSetCookie()
			.map((line) => line.split(';', 1)[0])
			.join('; '),
	);
	return call;
}

async function readyUrl(child: ChildProcess): Promise<string> {
	const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
	for await (const line of lines) {
		if (!line.includes('"msg":"ready"')) continue;
		child.stdout?.resume();
		return JSON.parse(line).url;
	}
	throw new Error('the server ended before it was ready');
}

function says(text: string, expected: RegExp): void {
	if (!expected.test(text)) throw new Error(`expected ${expected}, but it said: ${text}`);
	console.log(`✓ ${text.trim().split('\n', 1)[0]}`);
}

function seconds(since: number): string {
	return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

if (process.argv[2] === 'inside') await tryFolder(process.argv[3] ?? '', process.argv[4] ?? '');
else await tryArchive();
