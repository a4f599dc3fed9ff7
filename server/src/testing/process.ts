import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { COMPILED, NODE_ENVIRONMENT, NODE_FLAGS } from '../../../scripts/node.mjs';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const MAIN = file('../../dist/main.mjs');
export const ADMIN = file('../../dist/admin.mjs');
const MORTAL = file('mortal.ts');
const DNS = file('dns-preload.ts');
/** The flags of `npm start`, but without DNS queries to the network. */
export const FLAGS = [...NODE_FLAGS, '--import', DNS];

/** Without rate limits: most tests with these processes send many mails or captures for few automations or devices. */
const ANY_AMOUNT = {
	CAPTURES_PER_DEVICE_HOUR: '1000000',
	CAPTURE_MB_PER_DEVICE_HOUR: '1000000',
	MAILS_PER_AUTOMATION_HOUR: '1000000',
	MAIL_MB_PER_AUTOMATION_HOUR: '1000000',
	MAILS_SENT_PER_HOUR: '1000000',
};

type Environment = Record<string, string>;

interface Options {
	/** Lets the test decide when the process dies, and query its database: see mortal.ts. */
	mortal?: boolean;
	/** More flags for Node.js. */
	flags?: string[];
	/** Gets every line of its log. */
	log?: (line: string) => void;
}

/** A server in its own process that can be killed and restarted. It inherits nothing from the environment of the tests. */
export class ServerProcess {
	readonly #env: Environment;
	readonly #flags: string[];
	readonly #log: Options['log'];
	#child: ChildProcess | null = null;
	/** Its address; null while it is not running. */
	url: string | null = null;
	/** Its port for mail. */
	smtpPort = 0;
	/** Its stderr since the last start; with `mortal`, where it died. */
	said = '';
	/** Resolves when the process ends. */
	ended: Promise<unknown> = Promise.resolve();

	constructor(env: Environment, { mortal = false, flags = [], log }: Options = {}) {
		this.#log = log;
		this.#env = {
			...NODE_ENVIRONMENT,
			NODE_COMPILE_CACHE: COMPILED,
			PORT: '0',
			SMTP_PORT: '0',
			DEMO: 'none',
			...ANY_AMOUNT,
			...env,
		};
		this.#flags = [...FLAGS, ...flags, ...(mortal ? ['--import', MORTAL] : [])];
	}

	get pid(): number | undefined {
		return this.#child?.pid;
	}

	async start(): Promise<void> {
		const child = spawn(process.execPath, [...this.#flags, MAIN], {
			env: this.#env,
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		});
		this.#child = child;
		this.said = '';
		child.stderr?.on('data', (data) => {
			this.said += data;
		});
		const leave = () => child.kill('SIGKILL');
		process.once('exit', leave);
		this.ended = once(child, 'exit').then(() => {
			process.off('exit', leave);
			this.url = null;
		});
		const ready = new Promise<{ url: string; smtpPort: number }>((tell) => {
			createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
				this.#log?.(line);
				if (line.includes('"msg":"ready"')) tell(JSON.parse(line));
			});
		});
		const failed = this.ended.then(() => {
			throw new Error(`the server ended (${child.exitCode}) before it was ready: ${this.said}`);
		});
		const { url, smtpPort } = await Promise.race([ready, failed]);
		failed.catch(() => undefined);
		Object.assign(this, { url, smtpPort });
	}

	/** Like a power cut: the process cannot clean up. */
	async kill(): Promise<void> {
		this.url = null;
		this.#child?.kill('SIGKILL');
		await this.ended;
	}

	/** Stops it as an operator would; returns its exit code. */
	async stop(): Promise<number | null> {
		const child = this.#child;
		child?.kill('SIGTERM');
		await this.ended;
		return child?.exitCode ?? null;
	}

	/** An operator's command on the same data. */
	async admin(...args: string[]): Promise<string> {
		const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, ADMIN, ...args], {
			env: this.#env,
		});
		return stdout;
	}

	/** With `mortal`: the process dies just before the nth lasting effect from now on. */
	dieBefore(n: number): void {
		this.#tell({ dieBefore: n });
	}

	/** With `mortal`: queries its database, one query at a time. */
	async query(sql: string): Promise<Record<string, unknown>[]> {
		const child = this.#child;
		if (!child) throw new Error('the server was never started');
		this.#tell({ sql });
		const dead = this.ended.then(() => {
			throw new Error('the server is dead');
		});
		const [rows] = await Promise.race([once(child, 'message'), dead]);
		return rows;
	}

	/** A dead process gets no message. */
	#tell(said: object): void {
		this.#child?.send(said, () => undefined);
	}
}
