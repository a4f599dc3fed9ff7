import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bringPostgres } from './bring.ts';

export interface Postgres {
	url: string;
	/** The folder with its programs. */
	bin: string;
	/** Stops it as an operator does, and starts it again after this time; resolves once it answers. */
	restart(awayMs?: number): Promise<void>;
	stop(): Promise<void>;
}

/**
 * A temporary PostgreSQL cluster. A separate process owns it, stops it and removes its folder as soon as the pipe closes, so that
 * nothing is left behind however this process ends, even by kill -9.
 */
export async function startPostgres({ durable = false } = {}): Promise<Postgres> {
	const bin = await bringPostgres();
	const keeper = spawn(process.execPath, [import.meta.filename, bin, durable ? 'on' : 'off'], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env: { ...process.env, NODE_OPTIONS: '' },
	});
	const ended = once(keeper, 'exit');
	const lines = createInterface({ input: keeper.stdout })[Symbol.asyncIterator]();
	const ready = async (): Promise<string> => {
		const { value, done } = await lines.next();
		if (done) throw new Error('PostgreSQL did not start; its messages are above.');
		return value;
	};
	return {
		url: await ready(),
		bin,
		async restart(awayMs = 0) {
			keeper.stdin.write(`${awayMs}\n`);
			await ready();
		},
		stop: async () => {
			keeper.stdin.end();
			await ended;
		},
	};
}

if (process.argv[1] === import.meta.filename)
	await keep(process.argv[2] ?? (await bringPostgres()), process.argv[3]);

/** Prints its address whenever it listens. Each input line is the time to stay down before it starts again. */
async function keep(bin: string, fsync = 'off'): Promise<void> {
	const told = createInterface({ input: process.stdin });
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => told.close());
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
			// Test data is temporary and need not reach the disk; benchmarks need real syncs.
			fsync,
		};
		const args = [
			'-D',
			folder,
			...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
		];
		const launch = async () => {
			const postgres = spawn(join(bin, 'postgres'), args, {
				...options,
				stdio: ['ignore', 'ignore', 'pipe'],
			});
			await untilReady(postgres, () => told.close());
			process.stdout.write(`postgres://postgres@127.0.0.1:${port}/postgres\n`);
			return postgres;
		};
		let postgres = await launch();
		for await (const awayMs of told) {
			await halt(postgres);
			await sleep(Number(awayMs));
			postgres = await launch();
		}
		await halt(postgres);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
	process.exit();
}

/** Shows its log if it ends unexpectedly, now or later. */
async function untilReady(postgres: ChildProcess, endedByItself: () => void): Promise<void> {
	let log = '';
	const ready = new Promise<void>((resolve) => {
		postgres.stderr?.on('data', (data) => {
			log += data;
			if (!log.includes('ready to accept connections')) return;
			log = '';
			resolve();
		});
	});
	const ended = once(postgres, 'exit').then(() => {
		if (postgres.killed) return;
		process.stderr.write(`PostgreSQL ended by itself:\n${log}`);
		endedByItself();
	});
	await Promise.race([ready, ended]);
}

async function halt(postgres: ChildProcess): Promise<void> {
	if (postgres.exitCode !== null) return;
	const exited = once(postgres, 'exit');
	postgres.kill('SIGINT');
	const late = setTimeout(() => postgres.kill('SIGQUIT'), 5_000);
	await exited;
	clearTimeout(late);
}

/** PostgreSQL refuses to run as root, so root gives the folder to the user that its package created. */
export async function ownerOf(folder: string): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	const owner = { uid: id('-u'), gid: id('-g') };
	await chown(folder, owner.uid, owner.gid);
	return owner;
}

export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once('error', reject);
		probe.listen(0, '127.0.0.1', () => {
			const address = probe.address();
			probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
		});
	});
}
