/** Several processes with one PostgreSQL, each restarted when it ends, as a supervisor does. */
import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Servers } from '../../server/src/adapters/database/servers.ts';
import { createLog } from '../../server/src/base/log.ts';
import { databaseServers } from '../../server/src/settings/environment.ts';
import { ServerProcess } from '../../server/src/testing/process.ts';
import type { Ask } from '../seed.ts';
import type { Doors } from './signals.ts';

const AGAIN_MS = 500;

interface Member {
	name: string;
	server: ServerProcess;
	/** Killed or stopped, and not restarted yet. */
	away: boolean;
}

export class Fleet {
	readonly members: Member[] = [];
	/** How often the logs say that each run ended. */
	readonly ended = new Map<string, number>();
	/** Processes that ended although nobody killed them, with their output. */
	readonly crashes: string[] = [];
	/** Failed starts: while the database was down, which is expected, and others. */
	readonly failedStarts = { away: 0, otherwise: 0 };
	#databaseAway = false;
	/** How often the database went down. */
	#outages = 0;
	#over = false;
	readonly #env: Record<string, string>;
	readonly #dataDir: string;
	readonly #ownFolder: boolean;
	readonly #logFile: string | undefined;

	private constructor(env: Record<string, string>, dataDir: string, logFile: string | undefined) {
		this.#ownFolder = env.DATA_DIR === undefined;
		this.#env = { ...env, DATA_DIR: dataDir, LOG_LEVEL: 'info' };
		this.#dataDir = dataDir;
		this.#logFile = logFile;
	}

	/** Starts one process for each of the roles given, one after the other: the first migrates. */
	static async start(env: Record<string, string>, roles: string[], logFile?: string): Promise<Fleet> {
		const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'watchword-fleet-')));
		const fleet = new Fleet(env, dataDir, logFile);
		try {
			for (const [n, role] of roles.entries()) await fleet.#add(`${role} ${n + 1}`, role);
		} catch (error) {
			await fleet.stop();
			throw error;
		}
		return fleet;
	}

	async #add(name: string, roles: string): Promise<void> {
		const log = (line: string) => {
			if (this.#logFile) appendFileSync(this.#logFile, `${name} ${line}\n`);
			const run = line.includes('"msg":"run ended"') && /"run":"(\w+)"/.exec(line)?.[1];
			if (run) this.ended.set(run, (this.ended.get(run) ?? 0) + 1);
		};
		// The embedded database can only be queried through its process.
		const mortal = !this.#env.DATABASE_URL;
		const server = new ServerProcess({ ...this.#env, ROLES: roles }, { log, mortal });
		const member = { name, server, away: false };
		this.members.push(member);
		// If the first start fails, a retry would only hide the reason.
		await server.start();
		if (this.members.length === 1) {
			// A clean stop saves its compiled code for the others, which a killed process never does.
			await server.stop();
			await server.start();
		}
		void server.ended.then(() => this.#revive(member));
	}

	async #launch(member: Member): Promise<void> {
		for (;;) {
			const [before, away] = [this.#outages, this.#databaseAway];
			try {
				await member.server.start();
				break;
			} catch (error) {
				const excused = away || this.#outages > before;
				this.failedStarts[excused ? 'away' : 'otherwise']++;
				if (!excused) console.log(`  ${member.name} did not start: ${String(error)}`);
				await sleep(AGAIN_MS);
			}
		}
		member.away = false;
		void member.server.ended.then(() => this.#revive(member));
	}

	/** A process that ended by itself is recorded and also restarted. */
	async #revive(member: Member): Promise<void> {
		if (member.away || this.#over) return;
		member.away = true;
		this.crashes.push(`${member.name}: ${member.server.said.slice(-2000)}`);
		await this.#launch(member);
	}

	/** Set by the test that takes the database down and up again. */
	set databaseAway(away: boolean) {
		this.#databaseAway = away;
		if (away) this.#outages++;
	}

	/** kill -9, and a new start. */
	async kill(member: Member): Promise<void> {
		member.away = true;
		await member.server.kill();
		await this.#launch(member);
	}

	/** A clean stop and a new start; returns the exit code. */
	async restart(member: Member): Promise<number | null> {
		member.away = true;
		const code = await member.server.stop();
		await this.#launch(member);
		return code;
	}

	/** Any running process, in turn. */
	get doors(): Doors {
		let turn = 0;
		const any = () => {
			const serving = this.members.filter(({ name, away }) => name.startsWith('api') && !away);
			return serving[turn++ % serving.length]?.server;
		};
		return { api: () => any()?.url ?? null, smtp: () => any()?.smtpPort ?? null };
	}

	async stop(): Promise<void> {
		this.#over = true;
		await Promise.all(this.members.map(({ server }) => server.stop()));
		if (this.#ownFolder) await rm(this.#dataDir, { recursive: true, force: true });
	}
}

/** Queries the database from outside the processes, even during outages. */
export function asker(url: string): { ask: Ask; end(): Promise<void> } {
	const urls = databaseServers(url);
	const servers = urls.length > 1 ? new Servers(urls, createLog('silent')) : null;
	const stream = servers && { stream: () => servers.newSocket() };
	const pool = new pg.Pool({ connectionString: urls[0], max: 2, ...stream });
	pool.on('error', () => undefined);
	pool.on('connect', (client) => void client.on('error', () => undefined));
	return {
		ask: async (sql) => (await pool.query(sql)).rows,
		end: () => pool.end().finally(() => servers?.stop()),
	};
}
