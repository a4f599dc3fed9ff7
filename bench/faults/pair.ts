/** Two PostgreSQL servers: a standby follows the primary and takes over when that is killed. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { bringPostgres } from '../../scripts/bring.ts';
import { freePort, ownerOf } from '../../scripts/postgres.ts';

const run = promisify(execFile);

/** How long a supervisor needs to be sure that the primary is down. */
const NOTICE_MS = 1000;

type Owner = NonNullable<Awaited<ReturnType<typeof ownerOf>>>;

interface Member {
	folder: string;
	port: number;
	process: ChildProcess | null;
}

const addressOf = ({ port }: Member) => `postgres://postgres@127.0.0.1:${port}/postgres`;

export class Pair {
	readonly #bin: string;
	readonly #owner: Owner | undefined;
	#primary: Member;
	#standby: Member;

	private constructor(bin: string, owner: Owner | undefined, members: [Member, Member]) {
		this.#bin = bin;
		this.#owner = owner;
		[this.#primary, this.#standby] = members;
	}

	static async start(): Promise<Pair> {
		const bin = await bringPostgres();
		if (!existsSync(join(bin, 'pg_basebackup')))
			throw new Error(
				`${bin} has no pg_basebackup, which makes the standby. Install the system's PostgreSQL.`,
			);
		const member = async (): Promise<Member> => ({
			folder: await mkdtemp(join(tmpdir(), 'watchword-pair-')),
			port: await freePort(),
			process: null,
		});
		const [primary, standby] = [await member(), await member()];
		const owner = await ownerOf(primary.folder);
		const pair = new Pair(bin, owner, [primary, standby]);
		const { folder } = pair.#primary;
		await pair.#tool('initdb', ['-D', folder, '-U', 'postgres', '--auth=trust', '--no-sync']);
		await pair.#launch(pair.#primary);
		await pair.#follow();
		return pair;
	}

	/** The setting that names both servers. */
	get url(): string {
		const ports = [this.#primary.port, this.#standby.port].sort();
		const hosts = ports.map((port) => `127.0.0.1:${port}`);
		return `postgres://postgres@${hosts.join(',')}/postgres?target_session_attrs=read-write`;
	}

	/** Kills the primary, promotes the standby, and makes the killed one follow it. */
	async failOver(): Promise<void> {
		const [dead, next] = [this.#primary, this.#standby];
		await kill(dead);
		await sleep(NOTICE_MS);
		await this.#tool('pg_ctl', ['promote', '-D', next.folder, '-w']);
		[this.#primary, this.#standby] = [next, dead];
		// Nothing follows it yet, so its commits must not wait for a standby.
		await this.#wantFollower(false);
		void this.#follow();
	}

	/** Resolves when replication is synchronous: from then on the standby has every commit before it is acknowledged. */
	async inStep(): Promise<void> {
		for (;;) {
			const [row] = await this.#ask(`select sync_state from pg_stat_replication where state = 'streaming'`);
			if (row?.sync_state === 'sync') return;
			await sleep(100);
		}
	}

	async stop(): Promise<void> {
		for (const member of [this.#primary, this.#standby]) {
			await kill(member);
			await rm(member.folder, { recursive: true, force: true });
		}
	}

	/** Makes the standby a fresh copy of the primary. */
	async #follow(): Promise<void> {
		const [source, copy] = [this.#primary, this.#standby];
		await rm(copy.folder, { recursive: true, force: true });
		await this.#tool('pg_basebackup', [
			'-d',
			addressOf(source),
			'-D',
			copy.folder,
			'-R',
			'-X',
			'stream',
			'-c',
			'fast',
		]);
		await this.#launch(copy);
		await this.#wantFollower(true);
	}

	async #wantFollower(wanted: boolean): Promise<void> {
		await this.#ask(`alter system set synchronous_standby_names = '${wanted ? '*' : ''}'`);
		await this.#ask('select pg_reload_conf()');
	}

	async #ask(sql: string): Promise<Record<string, unknown>[]> {
		const client = new pg.Client({ connectionString: addressOf(this.#primary) });
		await client.connect();
		try {
			return (await client.query(sql)).rows;
		} finally {
			await client.end();
		}
	}

	async #launch(member: Member): Promise<void> {
		const settings = {
			port: member.port,
			listen_addresses: '127.0.0.1',
			unix_socket_directories: '',
			max_connections: 200,
		};
		const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
		const server = spawn(join(this.#bin, 'postgres'), ['-D', member.folder, ...given], {
			...this.#options(member.folder),
			stdio: ['ignore', 'ignore', 'pipe'],
			// In its own process group: killed together, like a machine that loses power.
			detached: true,
		});
		member.process = server;
		let log = '';
		await new Promise<void>((ready, failed) => {
			server.stderr?.on('data', (data) => {
				log = `${log}${data}`.slice(-4000);
				if (/ready to accept (read-only )?connections/.test(log)) ready();
			});
			server.once('exit', () => failed(new Error(`PostgreSQL ended by itself:\n${log}`)));
		});
	}

	#tool(name: string, args: string[]) {
		return run(join(this.#bin, name), args, this.#options(tmpdir()));
	}

	#options(cwd: string) {
		return { ...this.#owner, cwd, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
	}
}

async function kill(member: Member): Promise<void> {
	const { process: server } = member;
	if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return;
	const gone = once(server, 'exit');
	process.kill(-server.pid, 'SIGKILL');
	await gone;
}
