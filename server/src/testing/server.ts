import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { addAccount } from '../accounts/accounts.ts';
import { furnish, type House } from '../compose.ts';
import { listen } from '../http/listen.ts';
import { startRoles } from '../roles.ts';
import { readSettings } from '../settings.ts';
import { openTestDatabase } from './database.ts';
import { quiet } from './quiet.ts';

export interface TestServer {
	url: string;
	house: House;
	/** A browser nobody has signed in with. */
	visitor(): Browser;
	/** A browser signed in as a new customer. */
	customer(): Promise<Browser & { email: string; password: string; uid: string }>;
	/** The texts of the mails to an address, oldest first, as soon as there are `count`. */
	mails(to: string, count: number): Promise<string[]>;
	stop(): Promise<void>;
}

interface StartOptions {
	env?: Record<string, string>;
	database?: Awaited<ReturnType<typeof openTestDatabase>>;
}

/** The real server over real HTTP, on a database of its own. */
export async function startServer({ env = {}, database }: StartOptions = {}): Promise<TestServer> {
	const dataDir = await mkdtemp(join(tmpdir(), 'watchword-test-'));
	const settings = readSettings({ PORT: '0', DATA_DIR: dataDir, ...env });
	const listening = await listen(settings.http);
	const publicUrl = settings.http.publicUrl ?? listening.url;
	const house = await furnish(database ?? (await openTestDatabase()), settings, publicUrl, quiet);
	const stopRoles = await startRoles(house, listening, null);
	const outbox = join(dataDir, 'outbox');
	return {
		url: listening.url,
		house,
		visitor: () => new Browser(listening.url),
		async customer() {
			const who = { email: `${randomUUID()}@example.com`, password: `pass-${randomUUID()}` };
			const uid = await addAccount(house.database.db, house.identity, { ...who, name: 'Robin Example' });
			const browser = new Browser(listening.url);
			await browser.post('/api/auth/sign-in/email', who);
			return Object.assign(browser, who, { uid });
		},
		async mails(to, count) {
			for (;;) {
				const names = (await readdir(outbox).catch(() => [])).filter((name) => !name.startsWith('.')).sort();
				const all = await Promise.all(
					names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
				);
				const theirs = all.filter((mail) => mail.to?.[0]?.address === to).map((mail) => mail.text ?? '');
				if (theirs.length >= count) return theirs;
				await new Promise((again) => setTimeout(again, 20));
			}
		},
		async stop() {
			await stopRoles();
			await house.close();
			await rm(dataDir, { recursive: true, force: true });
		},
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
