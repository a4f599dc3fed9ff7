import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import PostalMime from 'postal-mime';
import { COMPILED } from '../scripts/node.mjs';
import { callAdmin } from '../server/src/admin/client.ts';
import { FLAGS } from '../server/src/testing/process.ts';

const MAIN = fileURLToPath(import.meta.resolve('../server/dist/main.mjs'));
const QUICK_PASSWORDS = fileURLToPath(import.meta.resolve('./quick-passwords.ts'));
const STOP_WITHIN_MS = 100_000;
const MAIL_WITHIN_MS = 100_000;

export interface Mail {
	to: string;
	subject: string;
	text: string;
	links: string[];
}

interface Ready {
	url: string;
	smtpPort: number;
	/** What the terminal shows of the demo account; it works once. */
	demoLink: string;
	/** With `--lan`: the page that makes a phone trust the server. */
	trustPage: string | null;
}

/** A real server on its offline defaults: its own process, its own ports, its own data folder. */
export class RunningServer {
	readonly url: string;
	/** Where mail comes in. */
	readonly smtpPort: number;
	readonly dataDir: string;
	/** Opens the portal as the demo account, once. */
	readonly demoLink: string;
	readonly trustPage: string | null;
	readonly #child: ChildProcess;

	private constructor(child: ChildProcess, dataDir: string, ready: Ready) {
		this.#child = child;
		this.dataDir = dataDir;
		this.url = ready.url;
		this.smtpPort = ready.smtpPort;
		this.demoLink = ready.demoLink;
		this.trustPage = ready.trustPage;
	}

	/** Filling the demo account takes long, so it happens only if `more` asks for it. With `DATA_DIR` it goes on from there. */
	static async start(more: Record<string, string> = {}, argv: string[] = []): Promise<RunningServer> {
		const dataDir = more.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'watchword-e2e-')));
		let child: ChildProcess | null = null;
		// If the test worker is stopped, its server must stop too, and nothing stays behind of a folder that is half filled.
		process.once('exit', () => {
			child?.kill('SIGKILL');
			// A process that is being killed may still write for a moment.
			rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
		});
		const { FIRST_DATA_DIR } = process.env;
		if (FIRST_DATA_DIR && !more.DATA_DIR) await cp(FIRST_DATA_DIR, dataDir, { recursive: true });
		// Only what a program needs to run: a developer's own DATABASE_URL or SMTP_URL must not leak in.
		const { PATH, HOME, TMPDIR } = process.env;
		// What customers choose to be told at is on this machine in the tests.
		const loopback = { WEBHOOK_PRIVATE_NETWORKS: 'loopback' };
		const ports = { PORT: '0', SMTP_PORT: '0' };
		const own = { DATA_DIR: dataDir, LOG_LEVEL: 'info', DEMO: 'account', ...ports, ...loopback };
		const env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: COMPILED, ...own, ...more };
		const flags = [...FLAGS, '--import', QUICK_PASSWORDS];
		child = spawn(process.execPath, [...flags, MAIN, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
		try {
			return new RunningServer(child, dataDir, await ready(child));
		} catch (error) {
			await killed(child);
			await rm(dataDir, { recursive: true, force: true });
			throw error;
		}
	}

	async stop(): Promise<void> {
		const cleanly = this.stopAndKeepData();
		await cleanly.catch(() => undefined);
		await rm(this.dataDir, { recursive: true, force: true });
		await cleanly;
	}

	/** Leaves its data folder behind, which goes when this process ends. */
	async stopAndKeepData(): Promise<void> {
		const exited = this.#child.exitCode === null ? once(this.#child, 'exit') : [this.#child.exitCode];
		this.#child.kill('SIGTERM');
		const late = new AbortController();
		const [code, signal] = await Promise.race([
			exited,
			sleep(STOP_WITHIN_MS, ['still running'], { signal: late.signal }),
		]);
		late.abort();
		await killed(this.#child);
		if (code !== 0) throw new Error(`the server did not stop cleanly on SIGTERM: ${code ?? signal}`);
	}

	/** An operator command, over the socket `npm run admin` uses, and what it prints. */
	async admin(...argv: string[]): Promise<string> {
		const printed: string[] = [];
		const code = await callAdmin(this.dataDir, argv, (line) => printed.push(line));
		if (code !== 0) throw new Error(`${argv.join(' ')} failed:\n${printed.join('\n')}`);
		return printed.join('\n');
	}

	/** Every mail sent so far, oldest first; what is still being written has a dot before its name. */
	async outbox(): Promise<Mail[]> {
		const folder = join(this.dataDir, 'outbox');
		const names = await readdir(folder).catch(() => []);
		const files = names.filter((name) => /^[^.].*\.eml$/.test(name)).sort();
		return Promise.all(files.map(async (name) => parseMail(await readFile(join(folder, name)))));
	}

	/** The newest mail to this address, as soon as there are `count` of them. */
	async waitForMail(to: string, count = 1): Promise<Mail> {
		const until = Date.now() + MAIL_WITHIN_MS;
		while (Date.now() < until) {
			const mails = (await this.outbox()).filter((mail) => mail.to === to);
			const newest = mails.at(-1);
			if (newest && mails.length >= count) return newest;
			await sleep(50);
		}
		throw new Error(`no mail number ${count} to ${to} within ${MAIL_WITHIN_MS / 1000} s`);
	}
}

/** Ends a process and waits until it is gone: until then it may still write into its folder. */
async function killed(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = once(child, 'exit');
	child.kill('SIGKILL');
	await exited;
}

async function parseMail(source: Uint8Array): Promise<Mail> {
	const mail = await PostalMime.parse(source);
	const text = mail.text ?? '';
	return {
		to: mail.to?.[0]?.address ?? '',
		subject: mail.subject ?? '',
		text,
		links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
	};
}

/** Resolves with the `ready` log line; rejects with everything printed when none comes. */
function ready(child: ChildProcess): Promise<Ready> {
	return new Promise((resolve, reject) => {
		let printed = '';
		child.stderr?.on('data', (data) => {
			printed += data;
		});
		if (child.stdout) {
			createInterface({ input: child.stdout }).on('line', (line) => {
				if (line.includes('"msg":"ready"')) {
					const demoLink = /http\S+\/demo\?token=\S+/.exec(printed)?.[0] ?? '';
					const trustPage = /Scan this, or open (http\S+):/.exec(printed)?.[1] ?? null;
					resolve({ ...JSON.parse(line), demoLink, trustPage });
				} else printed += `${line}\n`;
			});
		}
		child.once('error', reject);
		child.once('exit', (code) =>
			reject(new Error(`the server ended (${code}) before it was ready:\n${printed}`)),
		);
	});
}
