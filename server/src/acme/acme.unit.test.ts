import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '../base/cannot-start.ts';
import { type Listening, listen } from '../http/listen.ts';
import { BadSettings } from '../settings/environment.ts';
import { readSettings, type Settings } from '../settings.ts';
import { type AcmeAuthority, openAcmeAuthority } from '../testing/acme-authority.ts';
import { logTo, quiet } from '../testing/quiet.ts';
import { waitFor } from '../testing/wait.ts';
import { openHttpAnswers, tlsAnswers } from './answers.ts';
import { keepCertificate, look } from './keep.ts';
import { readFailure } from './state.ts';

const NAME = 'portal.example.com';
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

let dataDir: string;
let authority: AcmeAuthority;
let listening: Listening;
let answers: http.Server;
beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'watchword-acme-'));
	authority = await openAcmeAuthority();
	listening = await listen(settings().http, quiet, { before: tlsAnswers(dataDir) });
	listening.handOver(async () => new Response('the portal'));
	answers = await openHttpAnswers({ dataDir, host: '127.0.0.1', port: 0, portal: `https://${NAME}` });
	authority.ports.tls = Number(new URL(listening.url).port);
	authority.ports.http = (answers.address() as AddressInfo).port;
});
afterEach(async () => {
	answers.close();
	await listening.close();
	await authority.close();
	await rm(dataDir, { recursive: true });
});

const settings = (env: Record<string, string> = {}) =>
	readSettings({
		...{ TLS_ACME: NAME, TLS_ACME_DIRECTORY: authority.directory, HOST: '127.0.0.1', PORT: '0' },
		...{ DATA_DIR: dataDir, ...env },
	});

function needs({ http }: Settings = settings(), log = quiet): Parameters<typeof look>[0] {
	if (!http.acme || !http.tls) throw new Error('no TLS_ACME');
	return { acme: http.acme, dataDir, files: http.tls, log };
}

const never = new AbortController().signal;
const lookNow = (given = needs(), when = {}) => look(given, never, when);
const certificate = () => readFile(join(dataDir, 'acme', 'certificate.pem'), 'utf8');

/** As a browser that trusts the authority. */
const visit = () =>
	new Promise<string>((seen, failed) => {
		const where = { host: '127.0.0.1', port: authority.ports.tls, servername: NAME, ca: authority.root };
		https
			.get({ ...where, agent: false }, async (got) => seen(Buffer.concat(await got.toArray()).toString()))
			.on('error', failed);
	});

test.each([
	['tls-alpn-01', {}],
	['http-01', { TLS_ACME_HTTP_PORT: '8081' }],
])('a certificate is got by %s and served at once, and browsers are served meanwhile', async (way, env) => {
	// Until there is one, nobody is connected.
	await expect(visit()).rejects.toThrow();
	await lookNow(needs(settings({ ...env, TLS_ACME_EMAIL: 'me@example.com' })));
	await waitFor('the certificate', () => visit().catch(() => null));
	expect(await visit()).toBe('the portal');
	expect([authority.ways, authority.accounts]).toEqual([[way], [['mailto:me@example.com']]]);
	const folder = join(dataDir, 'acme');
	// Certificate and key are one file: they change together, also if the process is killed.
	expect(await readdir(folder)).not.toContain('key.pem');
	for (const file of ['account-key.pem', 'certificate.pem'])
		expect((await stat(join(folder, file))).mode & 0o777, file).toBe(0o600);
	expect(await readdir(join(folder, 'answers'))).toEqual([]);

	// While a new one is asked for, the name and the port lead to the portal as before.
	authority.beforeLook = async () => expect(await visit()).toBe('the portal');
	await rm(join(folder, 'certificate.pem'));
	await lookNow();
	expect([authority.ordered, authority.accounts.length]).toEqual([2, 1]);
});

test('it is renewed when a third of its time is left, with the same account', async () => {
	authority.days = 90;
	await lookNow();
	const first = await certificate();
	await lookNow(needs(), { now: Date.now() + 59 * DAY_MS });
	expect(await certificate()).toBe(first);
	await lookNow(needs(), { now: Date.now() + 61 * DAY_MS });
	expect(await certificate()).not.toBe(first);
	expect(authority.accounts).toHaveLength(1);
	await lookNow(needs(settings({ TLS_ACME: 'other.example.com' })));
	expect(authority.ordered).toBe(3);
});

test('why it failed is said in a sentence, the last one stays, and it is tried again later', async () => {
	await lookNow();
	const last = await certificate();
	const later = Date.now() + 80 * DAY_MS;
	const { tls } = authority.ports;
	authority.ports.tls = 1;
	const lines: string[] = [];
	await lookNow(needs(settings(), logTo(lines)), { now: later });
	const said = /^The authority could not reach portal\.example\.com by tls-alpn-01: .*ECONNREFUSED.*\.$/;
	expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ why: expect.stringMatching(said), level: 50 });
	expect((await readFailure(dataDir))?.why).toMatch(said);
	expect(await certificate()).toBe(last);

	authority.ports.tls = tls;
	const asked = authority.ways.length;
	await lookNow(needs(), { now: later + MINUTE_MS / 2 });
	expect(authority.ways).toHaveLength(asked);
	await lookNow(needs(), { now: later + 2 * MINUTE_MS });
	expect(await certificate()).not.toBe(last);
	expect(await readFailure(dataDir)).toBeNull();
});

test('after many failures it waits longer, except at the next start', async () => {
	authority.ports.tls = 1;
	let now = Date.now();
	for (const minutes of [0, 1, 10, 30]) {
		now += minutes * MINUTE_MS + 1;
		await lookNow(needs(), { now });
	}
	expect(authority.ways).toHaveLength(4);
	now += 30 * MINUTE_MS;
	await lookNow(needs(), { now });
	expect(authority.ways).toHaveLength(4);
	await lookNow(needs(), { now, soon: true });
	expect(authority.ways).toHaveLength(5);
});

test.each([
	['is empty, as after a power failure', ''],
	['is of a clock that was wrong', JSON.stringify({ at: Date.now() + 400 * DAY_MS, times: 1, why: '' })],
])('a note about a failure that %s keeps nobody from a certificate', async (_what, text) => {
	await mkdir(join(dataDir, 'acme'));
	await writeFile(join(dataDir, 'acme', 'failed.json'), text);
	await lookNow();
	expect(authority.ordered).toBe(1);
});

const hello = (options: tls.ConnectionOptions) =>
	new Promise<string>((ended) => {
		const to = { host: '127.0.0.1', port: authority.ports.tls, servername: NAME };
		const socket = tls.connect({ ...to, rejectUnauthorized: false, ...options }, () => socket.end());
		socket.on('error', ({ message }) => ended(message)).on('close', () => ended('closed'));
	});

test('an answer that is being written refuses the connection, and nothing else happens', async () => {
	await mkdir(join(dataDir, 'acme', 'answers'), { recursive: true });
	await writeFile(join(dataDir, 'acme', 'answers', `tls-alpn-01-${NAME}`), '-----BEGIN');
	expect(await hello({ ALPNProtocols: ['acme-tls/1'] })).not.toBe('');
	await lookNow();
	expect(authority.ordered).toBe(1);
});

test('a first message that does not end is not waited for', async () => {
	const socket = net.connect({ host: '127.0.0.1', port: authority.ports.tls });
	const closed = new Promise((done) =>
		socket
			.on('error', () => undefined)
			.on('close', done)
			.resume(),
	);
	socket.write(Buffer.concat([Buffer.from([22, 3, 1, 0xff, 0xff]), Buffer.alloc(20_000)]));
	await closed;
});

test('a certificate that cannot be used keeps nobody from starting, and is replaced', async () => {
	await lookNow();
	// Without its key.
	const [alone] = (await certificate()).split('-----BEGIN PRIVATE KEY');
	await writeFile(join(dataDir, 'acme', 'certificate.pem'), alone ?? '');
	await (await listen(settings().http, quiet)).close();
	await lookNow();
	expect(authority.ordered).toBe(2);
});

test('if one way fails, the other is tried', async () => {
	authority.ports.http = 1;
	await lookNow(needs(settings({ TLS_ACME_HTTP_PORT: '8081' })));
	expect(authority.ways).toEqual(['http-01', 'tls-alpn-01']);
	expect(authority.ordered).toBe(1);
});

test.each([
	['nobody answers', 'https://127.0.0.1:PORT/directory', 'cannot be reached: '],
	['it is no authority', 'http://127.0.0.1:PORT/nonce', 'There is no ACME authority at'],
])('%s: that is said', async (_, directory, why) => {
	const url = directory.replace('PORT', new URL(authority.directory).port);
	await lookNow(needs(settings({ TLS_ACME_DIRECTORY: url })));
	expect((await readFailure(dataDir))?.why).toContain(why);
});

test('several processes do not ask at once', async () => {
	await Promise.all([lookNow(), lookNow(), lookNow()]);
	expect(authority.ordered).toBe(1);
	await rm(join(dataDir, 'acme', 'certificate.pem'));
	const unlock = lockFolder(join(dataDir, 'acme'));
	await lookNow();
	expect(authority.ordered).toBe(1);
	unlock();
	await lookNow();
	expect(authority.ordered).toBe(2);
});

test('a stop ends a question that is under way, and counts it as no failure', async () => {
	const looking = Promise.withResolvers<void>();
	authority.beforeLook = () => looking.promise;
	const keeping = keepCertificate(needs());
	await waitFor('the question', () => authority.ways.length === 1);
	await keeping.stop();
	looking.resolve();
	expect(await readFailure(dataDir)).toBeNull();
	expect(await readdir(join(dataDir, 'acme', 'answers'))).toEqual([]);
});

test('the port for http answers only the authority, and sends browsers to the portal', async () => {
	const get = (path: string) =>
		fetch(`http://127.0.0.1:${authority.ports.http}${path}`, { redirect: 'manual' });
	const sent = await get('/app/runs?day=1');
	expect([sent.status, sent.headers.get('location')]).toEqual([301, `https://${NAME}/app/runs?day=1`]);
	await lookNow();
	for (const path of ['none', '..%2f..%2faccount-key.pem', '', '%00'])
		expect((await get(`/.well-known/acme-challenge/${path}`)).status, path).toBe(404);
});

test('settings that do not fit are refused', () => {
	for (const [env, why] of [
		[{ TLS_ACME: '192.168.1.20' }, 'must be the name of this installation'],
		[{ TLS_ACME_DIRECTORY: 'http://acme.example.com' }, 'must begin with https://'],
		[{ TLS_CERT: dataDir, TLS_KEY: dataDir }, 'TLS_CERT and TLS_ACME both name a certificate'],
	] as const) {
		expect(() => settings(env)).toThrow(BadSettings);
		expect(() => settings(env)).toThrow(why);
	}
	const { http } = readSettings({ TLS_ACME: 'Portal.Example.com' });
	expect(http).toMatchObject({ host: '0.0.0.0', publicUrl: 'https://portal.example.com', reach: 'TLS_ACME' });
});
