import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { bringPostgres } from './bring.ts';

/**
 * A temporary PostgreSQL cluster. It is kept by a process of its own that stops it and removes its folder as soon as
 * the pipe to it closes, so that nothing is left behind however this process ends, kill -9 included.
 */
export async function startPostgres({
	durable = false,
} = {}): Promise<{ url: string; stop: () => Promise<void> }> {
	const bin = await bringPostgres();
	const keeper = spawn(process.execPath, [import.meta.filename, bin, durable ? 'on' : 'off'], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env: { ...process.env, NODE_OPTIONS: '' },
	});
	const ended = once(keeper, 'exit');
	const url = await Promise.race([
		once(createInterface({ input: keeper.stdout }), 'line').then(([line]) => String(line)),
		ended.then(() => null),
	]);
	if (url === null) throw new Error('PostgreSQL did not start; its messages are above.');
	return {
		url,
		stop: async () => {
			keeper.stdin.end();
			await ended;
		},
	};
}

if (process.argv[1] === import.meta.filename)
	await keep(process.argv[2] ?? (await bringPostgres()), process.argv[3]);

async function keep(bin: string, fsync = 'off'): Promise<void> {
	const stopped = new Promise<void>((resolve) => {
		process.stdin.resume().once('close', resolve);
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
	});
	const folder = await mkdtemp(join(tmpdir(), 'watchword-postgres-'));
	try {
		const owner = await ownerOf(folder);
		const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
		await promisify(execFile)(
			join(bin, 'initdb'),
			['-D', folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
			options,
		);
		const port = await freePort();
		const settings = {
			port,
			listen_addresses: '127.0.0.1',
			unix_socket_directories: '',
			max_connections: 200,
			// Nothing outlives the tests, so nothing needs to reach the disk; what is measured must.
			fsync,
		};
		const postgres = spawn(
			join(bin, 'postgres'),
			['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
			{ ...options, stdio: ['ignore', 'ignore', 'pipe'] },
		);
		const exited = once(postgres, 'exit');
		let log = '';
		postgres.stderr.on('data', (data) => {
			log += data;
			if (!log.includes('ready to accept connections')) return;
			process.stdout.write(`postgres://postgres@127.0.0.1:${port}/postgres\n`);
			log = '';
		});
		const early = await Promise.race([stopped, exited]);
		if (early) process.stderr.write(`PostgreSQL ended by itself:\n${log}`);
		postgres.kill('SIGINT');
		const late = setTimeout(() => postgres.kill('SIGQUIT'), 5_000);
		await exited;
		clearTimeout(late);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
	process.exit();
}

/** PostgreSQL refuses to run as root, so root hands the folder to the user its package made. */
async function ownerOf(folder: string): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	const owner = { uid: id('-u'), gid: id('-g') };
	await chown(folder, owner.uid, owner.gid);
	return owner;
}

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once('error', reject);
		probe.listen(0, '127.0.0.1', () => {
			const address = probe.address();
			probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
		});
	});
}
