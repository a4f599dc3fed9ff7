import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { addAccount } from '../accounts/accounts.ts';
import type { Identity } from '../accounts/identity.ts';
import { furnish, type House } from '../compose.ts';
import { listen } from '../http/listen.ts';
import type { Model, Resolver } from '../ports.ts';
import { startRoles } from '../roles.ts';
import { readSettings } from '../settings.ts';
import { openTestDatabase } from './database.ts';
import { scriptedModel } from './model.ts';
import { quiet } from './quiet.ts';

export interface TestServer {
	url: string;
	smtpPort: number;
	house: House;
	/** A browser nobody has signed in with. */
	visitor(): Browser;
	/** A browser signed in as a new customer. */
	customer(): Promise<Browser & { email: string; password: string; uid: string }>;
	/** The texts of the mails to an address, oldest first, as soon as there are `count`. */
	mails(to: string, count: number): Promise<string[]>;
	/** The same as they were sent. */
	rawMails(to: string, count: number): Promise<string[]>;
	stop(): Promise<void>;
}

interface StartOptions {
	env?: Record<string, string>;
	database?: Awaited<ReturnType<typeof openTestDatabase>>;
	model?: Model;
	/** What DNS says, for the checks of a mail's sender; nothing unless told. */
	dns?: Record<string, string[][]>;
}

/** The real server over real HTTP, on a database of its own. */
export async function startServer(options: StartOptions = {}): Promise<TestServer> {
	const { env = {}, model = scriptedModel(), dns = {} } = options;
	const dataDir = await mkdtemp(join(tmpdir(), 'watchword-test-'));
	const settings = readSettings({ PORT: '0', SMTP_PORT: '0', DATA_DIR: dataDir, ...env });
	const listening = await listen(settings.http);
	const publicUrl = settings.http.publicUrl ?? listening.url;
	const database = options.database ?? (await openTestDatabase());
	const house = await furnish(database, settings, publicUrl, quiet, { model, resolve: answering(dns) });
	await rememberHashes(house.identity);
	const roles = await startRoles(house, listening, null);
	const outbox = join(dataDir, 'outbox');
	return {
		url: listening.url,
		smtpPort: roles.smtpPort ?? 0,
		house,
		visitor: () => new Browser(listening.url),
		async customer() {
			const who = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
			const uid = await addAccount(house.database.db, house.identity, { ...who, name: 'Robin Example' });
			const browser = new Browser(listening.url);
			await browser.post('/api/auth/sign-in/email', who);
			return Object.assign(browser, who, { uid });
		},
		rawMails: (to, count) => mailsIn(outbox, to, count),
		async mails(to, count) {
			const raws = await mailsIn(outbox, to, count);
			return Promise.all(raws.map(async (raw) => (await PostalMime.parse(raw)).text ?? ''));
		},
		async stop() {
			await roles.stop();
			await house.close();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

/** Passwords are slow to hash by intent; every customer here has the same one, which need not be hashed each time. */
async function rememberHashes(identity: Identity): Promise<void> {
	const { password } = await identity.$context;
	password.hash = remembered(password.hash);
	password.verify = remembered(password.verify);
}

const answers = new Map<string, Promise<unknown>>();

function remembered<A, T>(ask: (argument: A) => Promise<T>): (argument: A) => Promise<T> {
	return (argument) => {
		const key = JSON.stringify([ask.name, argument]);
		const answer = answers.get(key) ?? ask(argument);
		answers.set(key, answer);
		return answer as Promise<T>;
	};
}

async function mailsIn(outbox: string, to: string, count: number): Promise<string[]> {
	for (;;) {
		const names = (await readdir(outbox).catch(() => [])).filter((name) => !name.startsWith('.')).sort();
		const raws = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
		const parsed = await Promise.all(raws.map((raw) => PostalMime.parse(raw)));
		const theirs = raws.filter((_raw, index) => parsed[index]?.to?.[0]?.address === to);
		if (theirs.length >= count) return theirs;
		await new Promise((again) => setTimeout(again, 20));
	}
}

/** A resolver that knows what it was told and asks nobody. */
function answering(dns: Record<string, string[][]>): Resolver {
	return async (name, type) => {
		const known = dns[`${type} ${name}`];
		if (known) return known;
		throw Object.assign(new Error(`no ${type} record for ${name}`), { code: 'ENOTFOUND' });
	};
}

/** What a browser does that matters here: keeps cookies and says where it stands. */
export class Browser {
	readonly cookies = new Map<string, string>();
	readonly url: string;

	constructor(url: string) {
		this.url = url;
	}

	async fetch(path: string, init: RequestInit = {}): Promise<Response> {
		const headers = new Headers(init.headers);
		if (this.cookies.size > 0)
			headers.set('cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '));
		if (!headers.has('origin')) headers.set('origin', this.url);
		const response = await fetch(this.url + path, { ...init, headers });
		for (const line of response.headers.getSetCookie()) {
			const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
			if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
			else this.cookies.set(name, value);
		}
		return response;
	}

	get(path: string): Promise<Response> {
		return this.fetch(path);
	}

	post(path: string, body: unknown = {}): Promise<Response> {
		return this.send('POST', path, body);
	}

	send(method: string, path: string, body: unknown): Promise<Response> {
		return this.fetch(path, {
			method,
			body: JSON.stringify(body),
			headers: { 'content-type': 'application/json' },
		});
	}
}

/** Status and code of a refusal in one value, so that a test can say both in one line. */
export async function refusal(response: Response): Promise<string> {
	const body = (await response.json()) as { error?: { code?: string } };
	return `${response.status} ${body.error?.code}`;
}
