import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database, Db } from '../../ports/database.ts';
import type { Log } from '../../ports/log.ts';
import { databaseServers } from '../../settings/environment.ts';
import { MIGRATION_LOCK, migrationsFolder, refuseNewer } from './migrate.ts';
import { Plans } from './plans.ts';
import { describeServer, Servers } from './servers.ts';

export interface PostgresDatabase extends Database {
	readonly pool: pg.Pool;
	/** How to reach the server, for connections outside the pool. */
	readonly connection: Pick<pg.ClientConfig, 'connectionString' | 'stream'>;
}

/**
 * A machine of ours that fails closes no connections. PostgreSQL would keep the locks of its transactions for hours, and
 * everybody would wait. With these settings it releases them within a minute.
 */
const LET_GO = `set idle_in_transaction_session_timeout = '60s'; set tcp_keepalives_idle = 15;
	set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = '30s'`;

/** JIT compilation takes longer than any of our statements: a search of 1 ms took 200. */
const NO_COMPILER = 'set jit = off';

export async function openPostgres(url: string, log: Log): Promise<PostgresDatabase> {
	const urls = databaseServers(url);
	const servers = urls.length > 1 ? new Servers(urls, log) : null;
	const connection = {
		connectionString: urls[0] ?? url,
		...(servers && { stream: () => servers.newSocket() }),
	};
	const pool = new pg.Pool({
		...connection,
		max: 20,
		application_name: 'watchword',
		Client: PlanningClient,
		onConnect: async (client) => {
			await client.query(`${LET_GO}; ${NO_COMPILER}`);
		},
	});
	// A connection that dies while idle is replaced at the next query; without this listener it would end the process.
	pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
	// A connection that dies in a transaction fails that transaction. Without this listener it would end the process too.
	pool.on('connect', (client) => client.on('error', () => undefined));
	try {
		await migrateOnce(pool);
	} catch (error) {
		await pool.end();
		servers?.stop();
		throw error;
	}
	const listener = new Listener(connection, log);
	return {
		db: drizzle(pool) as unknown as Db,
		pool,
		connection,
		describe: `PostgreSQL at ${urls.map(describeServer).join(', ')}`,
		sole: false,
		listen: (channel, heard, onGap) => listener.listen({ channel, heard, onGap }),
		async close() {
			await listener.stop();
			await pool.end();
			servers?.stop();
		},
	};
}

class PlanningClient extends pg.Client {
	readonly #plans = new Plans();

	// biome-ignore lint/suspicious/noExplicitAny: the parent class has many overloads.
	override query(first: any, ...rest: any[]): any {
		const ask = super.query.bind(this) as (...given: unknown[]) => Promise<unknown>;
		const name = first?.name ?? this.#plans.nameOf(String(first?.text ?? ''), rest[0]);
		if (name === undefined) return ask(first, ...rest);
		const act = () => ask({ ...first, name }, ...rest);
		if (!this.#plans.areOld) return act();
		// If this fails, the next query reports the error.
		if (typeof rest.at(-1) === 'function') return ask('discard plans', act);
		return ask('discard plans').then(act, act);
	}
}

/** Several processes may start together: the lock lets one migrate while the others wait and then find nothing to do. */
async function migrateOnce(pool: pg.Pool): Promise<void> {
	const client = await pool.connect();
	try {
		await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
		const db = drizzle(client);
		await migrate(db, { migrationsFolder });
		await refuseNewer(db as unknown as Db);
	} finally {
		await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
		client.release();
	}
}

interface Hearing {
	channel: string;
	heard(payload: string): void;
	onGap(): void;
}

/**
 * Holds one connection that listens to all channels, and a new one whenever it is lost. Every notification wakes every
 * connection that listens to anything, so one is cheaper than one for each channel.
 */
class Listener {
	#client: Promise<pg.Client> | null = null;
	#stopped = false;
	#retry: NodeJS.Timeout | undefined;
	readonly #hearings: Hearing[] = [];
	readonly #connection: pg.ClientConfig;
	readonly #log: Log;

	constructor(connection: pg.ClientConfig, log: Log) {
		this.#connection = connection;
		this.#log = log;
	}

	async listen(hearing: Hearing): Promise<void> {
		this.#hearings.push(hearing);
		this.#client ??= this.#connect();
		await listenTo(await this.#client, hearing);
	}

	async #connect(): Promise<pg.Client> {
		const client = new pg.Client({
			...this.#connection,
			keepAlive: true,
			application_name: 'watchword live',
		});
		client.on('notification', ({ channel, payload }) => {
			for (const hearing of this.#hearings) if (hearing.channel === channel) hearing.heard(payload ?? '');
		});
		client.on('error', (error) => this.#log.warn({ err: error }, 'live connection lost'));
		client.on('end', () => this.#again());
		await client.connect();
		return client;
	}

	#again(): void {
		if (this.#stopped || this.#retry) return;
		this.#retry = setTimeout(() => {
			this.#retry = undefined;
			const hearings = [...this.#hearings];
			const client = this.#connect().then(async (connected) => {
				for (const hearing of hearings) await listenTo(connected, hearing);
				return connected;
			});
			this.#client = client;
			client.then(
				() => {
					for (const { onGap } of hearings) onGap();
				},
				() => this.#again(),
			);
		}, 1000);
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		clearTimeout(this.#retry);
		const client = await this.#client?.catch(() => null);
		await client?.end();
	}
}

const listenTo = (client: pg.Client, { channel }: Hearing) =>
	client.query(`listen ${client.escapeIdentifier(channel)}`);
