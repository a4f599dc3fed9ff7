import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from '@watchword/contract/route';
import { routes } from '@watchword/contract/routes/all';
import PostalMime from 'postal-mime';
import { addAccount } from '../accounts/accounts.ts';
import type { Demo } from '../accounts/demo.ts';
import { type DemoLink, makeDemoLink } from '../accounts/demo-link.ts';
import { passwords } from '../accounts/passwords/hashing.ts';
import type { LiveHub } from '../http/events.ts';
import { listen } from '../http/listen.ts';
import type { Log } from '../ports/log.ts';
import type { Model } from '../ports/model.ts';
import { readSettings } from '../settings.ts';
import { openServices } from '../start/compose.ts';
import { startRoles } from '../start/roles.ts';
import type { Services } from '../start/services.ts';
import { openTestDatabase } from './database.ts';
import { answering, type Dns } from './dns.ts';
import { scriptedModel } from './model.ts';
import { quiet } from './quiet.ts';
import { waitFor } from './wait.ts';

export interface TestServer {
	url: string;
	smtpPort: number;
	services: Services;
	hub: LiveHub;
	/** Set if a demo account was requested. */
	demoLink: DemoLink | null;
	/** A browser that is not signed in. */
	visitor(): Browser;
	/** A browser signed in as a new customer. */
	customer(): Promise<Customer>;
	/** The texts of the mails to an address, oldest first, as soon as there are `count`. */
	mails(to: string, count: number): Promise<string[]>;
	/** The same as raw messages. */
	rawMails(to: string, count: number): Promise<string[]>;
	stop(): Promise<void>;
}

export type Customer = Browser & {
	email: string;
	password: string;
	uid: string;
	/** Enters the password again, as the portal asks for before some changes. */
	confirm(): Promise<void>;
};

interface StartOptions {
	env?: Record<string, string>;
	database?: Awaited<ReturnType<typeof openTestDatabase>>;
	model?: Model;
	/** Opens the models that the settings name. */
	ownModels?: true;
	/** The model for the first look, for automations that want it. */
	firstLook?: Model;
	/** Creates this demo account. Its link goes to the test and is not printed. */
	demo?: Demo;
	/** Where it logs; nowhere by default. */
	log?: Log;
	/** The language models that can be downloaded. */
	catalogue?: Services['catalogue'];
	/** The networks of the machine; none by default. */
	interfaces?: Services['interfaces'];
	/** DNS records for the checks of a mail's sender, besides the honest domain of all tests. */
	dns?: Dns;
}

/** The real server over real HTTP, on a database of its own. */
export async function startServer(options: StartOptions = {}): Promise<TestServer> {
	const dataDir = await mkdtemp(join(tmpdir(), 'watchword-test-'));
	// A job that outlived the stop may still write.
	const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
	try {
		const server = await startIn(dataDir, options);
		return { ...server, stop: () => server.stop().finally(remove) };
	} catch (error) {
		await remove();
		throw error;
	}
}

/**
 * Another server on the same database, for a test that only stops this one. The first one is never stopped, because that would
 * close the database; its folder is removed here.
 */
export async function startSecond(first: TestServer): Promise<TestServer> {
	await rm(first.services.settings.dataDir, { recursive: true, force: true, maxRetries: 10 });
	return startServer({ database: first.services.database as never });
}

async function startIn(dataDir: string, options: StartOptions): Promise<TestServer> {
	const { env = {}, model = scriptedModel(), dns = {}, log = quiet } = options;
	const settings = readSettings({ PORT: '0', SMTP_PORT: '0', DATA_DIR: dataDir, ...env });
	const listening = await listen(settings.http, log);
	const publicUrl = settings.http.publicUrl ?? listening.url;
	const { origin } = new URL(publicUrl);
	const database = options.database ?? (await openTestDatabase());
	const services = await openServices(database, settings, publicUrl, log, {
		...(!options.ownModels && { model }),
		...(options.firstLook && { firstLook: options.firstLook }),
		...(options.catalogue && { catalogue: options.catalogue }),
		resolve: answering(dns),
		interfaces: options.interfaces ?? (() => ({})),
	});
	const { demo } = options;
	if (demo) await addAccount(services.database.db, { ...demo, name: 'Demo' });
	const demoLink = demo ? makeDemoLink(demo, publicUrl) : null;
	const roles = await startRoles(services, listening, demoLink);
	const outbox = join(dataDir, 'outbox');
	return {
		url: listening.url,
		smtpPort: roles.smtpPort ?? 0,
		services,
		hub: roles.hub,
		demoLink,
		visitor: () => new Browser(listening.url, origin),
		async customer() {
			const who = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
			const uid = await addAccount(services.database.db, {
				...who,
				name: 'Robin Example',
			});
			const browser = new Browser(listening.url, origin);
			await browser.post('/api/auth/sign-in/email', who);
			const confirm = async () => {
				await browser.post('/api/users/me/confirmation', { password: who.password });
			};
			return Object.assign(browser, who, { uid, confirm });
		},
		rawMails: (to, count) => mailsIn(outbox, to, count),
		async mails(to, count) {
			const raws = await mailsIn(outbox, to, count);
			return Promise.all(raws.map(async (raw) => (await PostalMime.parse(raw)).text ?? ''));
		},
		async stop() {
			await roles.stop();
			await services.close();
		},
	};
}

/** Password hashing is slow on purpose; all customers here have the same password, so its hash is reused. */
const answers = new Map<string, Promise<unknown>>();
passwords.hash = remembered(passwords.hash);
passwords.verify = remembered(passwords.verify);

function remembered<A, T>(ask: (argument: A) => Promise<T>): (argument: A) => Promise<T> {
	return (argument) => {
		const key = JSON.stringify([ask.name, argument]);
		const answer = answers.get(key) ?? ask(argument);
		answers.set(key, answer);
		return answer as Promise<T>;
	};
}

async function mailsIn(outbox: string, to: string, count: number): Promise<string[]> {
	let subjects: unknown[] = [];
	const enough = async () => {
		const names = (await readdir(outbox).catch(() => [])).filter((name) => !name.startsWith('.')).sort();
		const raws = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
		const parsed = await Promise.all(raws.map((raw) => PostalMime.parse(raw)));
		const theirs = raws.filter((_raw, index) => parsed[index]?.to?.[0]?.address === to);
		subjects = parsed.map((mail) => `${mail.to?.[0]?.address}: ${mail.subject}`);
		return theirs.length >= count && theirs;
	};
	return waitFor(`${count} mails to ${to}`, enough, { seen: () => subjects });
}

/** Checks that every answer has the shape that its route promises. */
async function checkAnswer(method: string, path: string, response: Response): Promise<void> {
	const isJson = response.headers.get('content-type')?.includes('application/json');
	const route = response.ok && isJson && routeOf(method, path);
	if (!route) return;
	const checked = route.answer.safeParse(await response.clone().json());
	if (!checked.success) throw new Error(`${method} ${path} breaks its contract: ${checked.error.message}`);
}

const patterns = routes.map((route) => ({
	route,
	pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** A path without parameters comes before one that would match it too. */
function routeOf(method: string, path: string): Route | undefined {
	const [name = ''] = path.split('?', 1);
	const matching = patterns.filter(
		({ route, pattern }) => route.method === method.toLowerCase() && pattern.test(name),
	);
	return (matching.find(({ route }) => route.path === name) ?? matching[0])?.route;
}

/** The parts of a browser that matter here: it keeps cookies and sends its origin. */
export class Browser {
	readonly cookies = new Map<string, string>();
	readonly url: string;
	readonly #origin: string;

	/** `origin` is where the portal is for its customers, if that is not where it listens. */
	constructor(url: string, origin = url) {
		this.url = url;
		this.#origin = origin;
	}

	async fetch(path: string, init: RequestInit = {}): Promise<Response> {
		const headers = new Headers(init.headers);
		if (this.cookies.size > 0)
			headers.set('cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '));
		if (!headers.has('origin')) headers.set('origin', this.#origin);
		// Compressing answers for the same machine takes a twentieth of a suite's time.
		if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
		const response = await fetch(this.url + path, { ...init, headers });
		for (const line of response.headers.getSetCookie()) {
			const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
			if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
			else this.cookies.set(name, value);
		}
		await checkAnswer(init.method ?? 'GET', path, response);
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
