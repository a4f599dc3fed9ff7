import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import https from 'node:https';
import net from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import type { OperatorLan } from '@watchword/contract/operator-lan';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeOperatorSetting } from '../adapters/operator-settings.ts';
import { readSettings } from '../settings.ts';
import { operatorOf } from '../testing/operator.ts';
import { type Browser, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { authorityFile } from './authority.ts';
import { openLanSwitch } from './switch.ts';

/** Loopback, as if it were a network. */
const NEAR = '127.0.0.2';
const network = (address: string | null) => ({
	eth0: address ? [{ address, family: 'IPv4', internal: false } as NetworkInterfaceInfo] : [],
});

let server: TestServer;
let operator: Browser;
let address: string | null;
let port: number;

async function open() {
	server = await startServer({ interfaces: () => network(address) });
	port = Number(new URL(server.url).port);
	operator = await operatorOf(server);
}

beforeEach(() => {
	address = NEAR;
});
afterEach(() => server.stop());

const lanNow = async () => (await (await operator.get('/api/operator/lan')).json()) as OperatorLan;
const set = (on: boolean) => operator.send('PUT', '/api/operator/lan', { on });

/** As a phone that trusts the authority asks; the refusal of the network if nothing listens. */
async function ask(path: string, { host = NEAR, body = '' } = {}) {
	const ca = await readFile(authorityFile(server.services.settings.dataDir));
	const headers = { 'content-type': 'application/json', origin: `https://${host}:${port}` };
	return new Promise<{ status: number; cookies: string[]; text: string }>((answered, failed) => {
		https
			.request(
				{ host, port, path, ca, headers, agent: false, method: body ? 'POST' : 'GET' },
				async (got) => {
					const text = Buffer.concat(await got.toArray()).toString();
					answered({ status: got.statusCode ?? 0, cookies: got.headers['set-cookie'] ?? [], text });
				},
			)
			.on('error', failed)
			.end(body);
	});
}

test('phones are let in without a restart, over https that they can trust, and no longer', async () => {
	await open();
	expect(await lanNow()).toMatchObject({ on: false, is_set: null, url: null, trust_page: null });
	const on = (await (await set(true)).json()) as OperatorLan;
	expect(on).toMatchObject({ on: true, url: `https://${NEAR}:${port}`, problem: null });
	expect(on.qr_svg).toContain('<svg');
	expect(await (await fetch(on.trust_page ?? '')).text()).toContain(on.fingerprint);

	const { email, password } = await server.customer();
	const signedIn = await ask('/api/auth/sign-in/email', { body: JSON.stringify({ email, password }) });
	expect(signedIn.status).toBe(200);
	expect(signedIn.cookies.join()).toMatch(/__Host-.*Secure/);
	// What phones are shown leads there, also if this machine asks for it.
	const customer = await server.customer();
	expect(await (await customer.post('/api/devices/pairings')).text()).toContain(
		`https://${NEAR}:${port}/camera`,
	);

	expect(await (await set(false)).json()).toMatchObject({ on: false, url: null, trust_page: null });
	await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED');
	await expect(fetch(on.trust_page ?? '')).rejects.toThrow();
	expect(await (await customer.post('/api/devices/pairings')).text()).toContain(`${server.url}/camera`);
});

test('another process that set it is followed, and so is a new address of the machine', async () => {
	await open();
	const { db } = server.services.database;
	await storeOperatorSetting(db, 'lan', 'on');
	await waitFor('the listener', async () => (await lanNow()).url === `https://${NEAR}:${port}`);
	address = '127.0.0.3';
	await storeOperatorSetting(db, 'lan', 'on');
	await waitFor('the new address', async () => (await lanNow()).url === `https://127.0.0.3:${port}`);
	expect((await ask('/healthz', { host: '127.0.0.3' })).status).toBe(200);
	await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED');
	await storeOperatorSetting(db, 'lan', null);
	await waitFor('the end', async () => (await lanNow()).url === null);
});

test('a taken port is said, and nothing is set', async () => {
	await open();
	const other = net.createServer().listen(port, NEAR);
	await once(other, 'listening');
	const answer = await set(true);
	expect(answer.status).toBe(503);
	expect(await answer.text()).toContain(`Port ${port} is in use`);
	expect(await lanNow()).toMatchObject({ on: false, url: null });
	// Where another process could open it, this one says why it could not.
	await storeOperatorSetting(server.services.database.db, 'lan', 'on');
	await waitFor('the problem', async () => (await lanNow()).problem?.includes('is in use') === true);
	other.close();
});

test('without a network, that is said', async () => {
	address = null;
	await open();
	const answer = await set(true);
	expect(await answer.text()).toContain('This machine is on no network.');
	expect(await lanNow()).toMatchObject({ on: false, problem: null });
});

test('what is set at the start comes first', async () => {
	await open();
	const { http } = readSettings({ HOST: NEAR });
	const settings = { ...server.services.settings, http };
	const listening = { url: server.url, handOver() {}, close: async () => undefined };
	const lan = openLanSwitch({
		...server.services,
		settings,
		listening,
		appAt: async () => () => new Response(),
	});
	expect(await lan.describe()).toMatchObject({ on: true, is_set: 'HOST', url: null });
	await expect(lan.set(false)).rejects.toThrow('HOST is set where this was started');
});
