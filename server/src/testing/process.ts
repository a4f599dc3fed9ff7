import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { COMPILED, NODE_ENVIRONMENT, NODE_FLAGS } from '../../../scripts/node.mjs';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const MAIN = file('../../dist/main.mjs');
const ADMIN = file('../../dist/admin.mjs');
const MORTAL = file('mortal.ts');
const DNS = file('dns-preload.ts');
/** As `npm start` has them, but that nothing is asked of the network. */
export const FLAGS = [...NODE_FLAGS, '--import', DNS];

/** Many mails to and from few automations, and many captures of few devices, are what most of these processes are started for. */
const ANY_AMOUNT = {
	CAPTURES_PER_DEVICE_HOUR: '1000000',
	CAPTURE_MB_PER_DEVICE_HOUR: '1000000',
	MAILS_PER_AUTOMATION_HOUR: '1000000',
	MAIL_MB_PER_AUTOMATION_HOUR: '1000000',
	MAILS_SENT_PER_HOUR: '1000000',
};

type Environment = Record<string, string>;

interface Options {
	/** Lets the process be told when to die, and be asked about its database: see mortal.ts. */
	mortal?: boolean;
	/** More for Node.js itself. */
	flags?: string[];
	/** What the command begins with, for a process on a machine of its own. */
	enter?: string[];
	/** Hears every line of its log. */
	log?: (line: string) => void;
}

/** A server in a process of its own, that can be killed and started again. Nothing of whoever runs the tests leaks in. */
export class ServerProcess {
	readonly #env: Environment;
	readonly #flags: string[];
	readonly #enter: string[];
	readonly #log: Options['log'];
	#child: ChildProcess | null = null;
	/** Where it answers; null while it does not. */
	url: string | null = null;
	/** Where it takes mail. */
	smtpPort = 0;
	/** What it said on stderr in this life; with `mortal`, where it died. */
	said = '';
	/** The end of this life. */
	ended: Promise<unknown> = Promise.resolve();

	constructor(env: Environment, { mortal = false, flags = [], enter = [], log }: Options = {}) {
		this.#log = log;
		this.#enter = enter;
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
		const [program = process.execPath, ...args] = [...this.#enter, process.execPath, ...this.#flags, MAIN];
		const child = spawn(program, args, {
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

	/** As the power going: nothing in it gets to say goodbye. */
	async kill(): Promise<void> {
		this.url = null;
		this.#child?.kill('SIGKILL');
		await this.ended;
	}

	/** As an operator stops it; its exit code. */
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

	/** With `mortal`: the nth thing from now on that would outlast the process is its end. */
	dieBefore(n: number): void {
		this.#tell({ dieBefore: n });
	}

	/** With `mortal`: what a test asks of its database, one question at a time. */
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

	/** To one that is already dead, nothing is said. */
	#tell(said: object): void {
		this.#child?.send(said, () => undefined);
	}
}
