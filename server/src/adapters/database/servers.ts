import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../ports/log.ts';

/** How long a server may take to say whether it accepts writes. */
const PATIENCE_MS = 3000;
const WATCH_MS = 2000;

/**
 * The servers of a database with standbys: one accepts writes, and after a failover another one does. Every connection goes to
 * that one. A failed machine closes no connections, so the server in use is checked every two seconds; as soon as another has
 * taken over, connections to all others are closed, so that waiting queries fail.
 */
export class Servers {
	readonly #urls: readonly string[];
	readonly #log: Log;
	readonly #sockets = new Map<Socket, string>();
	readonly #stopped = new AbortController();
	#primary: string | null = null;
	#search: Promise<string> | null = null;

	constructor(urls: readonly string[], log: Log) {
		this.#urls = urls;
		this.#log = log;
		void this.#watch();
	}

	/** Connects to the server that accepts writes, whatever address is given. */
	newSocket(): Socket {
		const socket = new Socket();
		const connect = socket.connect.bind(socket);
		socket.once('close', () => this.#sockets.delete(socket));
		socket.connect = () => {
			this.#find().then(
				(url) => {
					this.#sockets.set(socket, url);
					const { hostname, port } = new URL(url);
					connect(Number(port || 5432), hostname.replace(/^\[|\]$/g, ''));
				},
				(error: Error) => socket.destroy(error),
			);
			return socket;
		};
		return socket;
	}

	stop(): void {
		this.#stopped.abort();
	}

	#find(): Promise<string> {
		if (this.#primary) return Promise.resolve(this.#primary);
		this.#search ??= firstThatTakesWrites(this.#urls)
			.then((url) => this.#use(url))
			.finally(() => {
				this.#search = null;
			});
		return this.#search;
	}

	#use(url: string): string {
		this.#primary = url;
		this.#log.info({ database: describeServer(url) }, 'database that takes writes');
		const elsewhere = [...this.#sockets].filter(([, connected]) => connected !== url);
		for (const [socket] of elsewhere)
			socket.destroy(connectionFailure('Another database server has taken over.'));
		return url;
	}

	async #watch(): Promise<void> {
		const { signal } = this.#stopped;
		while (await sleep(WATCH_MS, true, { signal, ref: false }).catch(() => false)) {
			const asked = this.#primary;
			const problem = asked && (await takesWrites(asked).then(() => null, String));
			if (problem) {
				this.#log.warn({ database: describeServer(asked), problem }, 'database does not take writes');
				this.#primary = null;
			}
			if (asked) await this.#find().catch(() => undefined);
		}
	}
}

async function firstThatTakesWrites(urls: readonly string[]): Promise<string> {
	return Promise.any(urls.map(takesWrites)).catch(({ errors }: AggregateError) => {
		const problems = errors.map(({ message }, n) => `${describeServer(urls[n] ?? '')}: ${message}`);
		throw connectionFailure(`No database server takes writes. ${problems.join('; ')}`);
	});
}

/** With PostgreSQL's own code, so that it is treated like any lost connection. */
const connectionFailure = (message: string) => Object.assign(new Error(message), { code: '08006' });

/** Resolves with the address if its server answers and accepts writes. */
async function takesWrites(url: string): Promise<string> {
	const socket = new Socket();
	const client = new pg.Client({
		connectionString: url,
		stream: () => socket,
		connectionTimeoutMillis: PATIENCE_MS,
		query_timeout: PATIENCE_MS,
		application_name: 'watchword watch',
	});
	client.on('error', () => undefined);
	try {
		await client.connect();
		const { rows } = await client.query('select pg_is_in_recovery() as standby');
		if (rows[0]?.standby) throw new Error('it is a standby');
		return url;
	} finally {
		// A failed machine would never answer a clean close.
		socket.destroy();
	}
}

export function describeServer(url: string): string {
	const { hostname, port, pathname } = new URL(url);
	return `${hostname}${port && `:${port}`}${pathname}`;
}
