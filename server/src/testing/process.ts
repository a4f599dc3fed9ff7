import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MAIN = fileURLToPath(import.meta.resolve('../main.ts'));
const ADMIN = fileURLToPath(import.meta.resolve('../admin/main.ts'));
const FLAGS = ['--disable-warning=ExperimentalWarning'];

type Environment = Record<string, string>;

/** A server in a process of its own, that can be killed and started again. */
export class ServerProcess {
	readonly #env: Environment;
	#child: ChildProcess | null = null;
	/** Where it answers; null while it does not. */
	url: string | null = null;

	constructor(env: Environment) {
		this.#env = { PORT: '0', SMTP_PORT: '0', DEMO: 'none', ...env };
	}

	async start(): Promise<void> {
		const child = spawn(process.execPath, [...FLAGS, MAIN], {
			env: this.#env,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		this.#child = child;
		const ended = once(child, 'exit').then(([code]) => {
			throw new Error(`the server ended (${code}) before it was ready`);
		});
		const ready = new Promise<string>((resolve) => {
			createInterface({ input: child.stdout }).on('line', (line) => {
				if (line.includes('"msg":"ready"')) resolve((JSON.parse(line) as { url: string }).url);
			});
		});
		ended.catch(() => undefined);
		this.url = await Promise.race([ready, ended]);
	}

	/** As the power going: nothing in it gets to say goodbye. */
	async kill(): Promise<void> {
		this.url = null;
		const child = this.#child;
		if (!child || child.exitCode !== null || child.signalCode !== null) return;
		const gone = once(child, 'exit');
		child.kill('SIGKILL');
		await gone;
	}

	/** An operator's command on the same data. */
	async admin(...args: string[]): Promise<string> {
		const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, ADMIN, ...args], {
			env: this.#env,
		});
		return stdout;
	}
}
