import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../http/listen.ts';
import { readSettings } from '../settings.ts';
import { logTo } from '../testing/quiet.ts';
import { waitFor } from '../testing/wait.ts';
import { lanAddresses } from './addresses.ts';
import { authorityFile, ensureAuthority, hostNames, issue } from './authority.ts';
import { ensureCertificate } from './certificate.ts';
import { lanGreeting, onLan } from './lan.ts';
import { openTrustPage } from './trust-page.ts';

const v4 = (address: string, internal = false): NetworkInterfaceInfo => ({
	address,
	family: 'IPv4',
	internal,
	netmask: '255.255.255.0',
	mac: '00:00:00:00:00:00',
	cidr: null,
});

let dataDir: string;
beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'watchword-lan-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('addresses: no loopback, no link-local, real networks first', () => {
	const found = lanAddresses({
		lo: [v4('127.0.0.1', true)],
		docker0: [v4('172.17.0.1')],
		en5: [v4('169.254.3.4')],
		wlan0: [v4('192.168.1.20'), { ...v4('fe80::1'), family: 'IPv6', scopeid: 2 }],
		eth1: [v4('203.0.113.9')],
	});
	expect(found).toEqual(['192.168.1.20', '203.0.113.9', '172.17.0.1']);
});

describe('the certificate', () => {
	const names = ['localhost', '127.0.0.1', '192.168.1.20', 'attic.local'];

	test('covers all names, is readable by its owner only, and is used again', async () => {
		const { certFile, keyFile } = await ensureCertificate(dataDir, names);
		const made = await readFile(certFile, 'utf8');
		const certificate = new X509Certificate(made);
		expect(certificate.subjectAltName).toBe(
			'DNS:localhost, IP Address:127.0.0.1, IP Address:192.168.1.20, DNS:attic.local',
		);
		expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
		const days = (certificate.validToDate.getTime() - certificate.validFromDate.getTime()) / 86_400_000;
		expect(days).toBeLessThanOrEqual(397);
		await ensureCertificate(dataDir, names.slice(0, 2));
		expect(await readFile(certFile, 'utf8')).toBe(made);
	});

	test('is renewed for a new address, before it expires, and if it is broken', async () => {
		const { certFile, keyFile } = await ensureCertificate(dataDir, names);
		const first = await readFile(certFile, 'utf8');
		await ensureCertificate(dataDir, [...names, '10.0.0.7']);
		const second = await readFile(certFile, 'utf8');
		expect(second).not.toBe(first);
		await ensureCertificate(dataDir, names, new Date(Date.now() + 370 * 86_400_000));
		const third = await readFile(certFile, 'utf8');
		expect(third).not.toBe(second);
		await writeFile(keyFile, '');
		await ensureCertificate(dataDir, names);
		expect(new X509Certificate(await readFile(certFile)).checkIssued).toBeDefined();
		expect(await readFile(certFile, 'utf8')).not.toBe(third);
	});
});

test('--lan listens on every address over https, and keeps the settings of the operator', async () => {
	const interfaces = { eth0: [v4('10.1.2.3')] };
	const { http, address } = await onLan(readSettings({ DATA_DIR: dataDir }), interfaces);
	expect({ host: http.host, address }).toEqual({ host: '0.0.0.0', address: '10.1.2.3' });
	expect(http.tls?.certFile).toBe(join(dataDir, 'lan', 'certificate.pem'));

	const own = join(dataDir, 'own.pem');
	await writeFile(own, '');
	const env = { DATA_DIR: dataDir, HOST: '10.1.2.3', TLS_CERT: own, TLS_KEY: own };
	const set = await onLan(readSettings(env), interfaces);
	expect(set.http).toMatchObject({ host: '10.1.2.3', tls: { certFile: own, keyFile: own } });
});

test.each([
	['attic', ['attic.local', 'attic.home.arpa']],
	['nas-2', ['nas-2.local', 'nas-2.home.arpa', 'nas-2']],
	['dev', ['dev.local', 'dev.home.arpa']],
	['attic.local', ['attic.local', 'attic.home.arpa']],
	['box.example.com', ['box.example.com']],
	['bad_name', []],
])('a machine called %j has the names %j', (name, names) => {
	expect(hostNames(name)).toEqual(names);
});

describe('the authority', () => {
	test('is made once, for its owner only, and issues every certificate', async () => {
		await ensureCertificate(dataDir, ['localhost']);
		const authority = await readFile(authorityFile(dataDir), 'utf8');
		expect((await stat(join(dataDir, 'lan', 'authority-key.pem'))).mode & 0o777).toBe(0o600);
		const { certFile } = await ensureCertificate(dataDir, ['localhost', '10.0.0.7']);
		expect(await readFile(authorityFile(dataDir), 'utf8')).toBe(authority);
		expect(
			new X509Certificate(await readFile(certFile)).verify(new X509Certificate(authority).publicKey),
		).toBe(true);
	});

	test('vouches for nothing outside the local network', async () => {
		const { certFile } = await ensureCertificate(dataDir, [
			'localhost',
			'93.184.216.34',
			'example.com',
			'attic.local',
		]);
		expect(new X509Certificate(await readFile(certFile)).subjectAltName).toBe(
			'DNS:localhost, DNS:attic.local',
		);

		const authority = await ensureAuthority(dataDir, new Date());
		const forged = await issue(authority, ['localhost', 'bank.example'], new Date());
		const server = https.createServer({ cert: forged.certificate, key: forged.key });
		await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
		const { port } = server.address() as AddressInfo;
		const failure = await new Promise<Error>((failed) =>
			https.get({ host: 'localhost', port, ca: authority.certificate }).on('error', failed),
		);
		server.close();
		expect(failure).toMatchObject({ message: 'permitted subtree violation' });
	});
});

/** What a new connection to this machine is shown. */
const namesAt = (port: number) =>
	new Promise<string | undefined>((seen, failed) => {
		const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
			seen(socket.getPeerX509Certificate()?.subjectAltName);
			socket.destroy();
		});
		socket.on('error', failed);
	});

test('a certificate that is renewed is used without a restart, and the last good one if it is broken', async () => {
	const files = await ensureCertificate(dataDir, ['localhost']);
	const lines: string[] = [];
	const listening = await listen({ port: 0, host: '127.0.0.1', tls: files }, logTo(lines));
	try {
		const port = Number(new URL(listening.url).port);
		expect(await namesAt(port)).toBe('DNS:localhost');
		await writeFile(files.certFile, 'broken');
		await waitFor('the warning', async () => lines.some((line) => line.includes('the one before stays')));
		expect(await namesAt(port)).toBe('DNS:localhost');
		await ensureCertificate(dataDir, ['localhost', 'attic.local']);
		await waitFor('the new one', async () => (await namesAt(port)) === 'DNS:localhost, DNS:attic.local');
	} finally {
		await listening.close();
	}
});

/** Of a request whose path no client would send like this. */
const statusOf = (port: number, path: string) =>
	new Promise<number | undefined>((answered, failed) =>
		http
			.get({ host: '127.0.0.1', port, path }, (response) => answered(response.resume().statusCode))
			.on('error', failed),
	);

describe('the page that makes phones trust the server', () => {
	test('gives the certificate to each system, and says for what it is', async () => {
		await ensureCertificate(dataDir, ['localhost']);
		const authority = new X509Certificate(await readFile(authorityFile(dataDir)));
		const page = await openTrustPage({
			dataDir,
			host: '127.0.0.1',
			port: 0,
			portal: 'https://10.1.2.3:8080',
		});
		const get = (path: string) => fetch(`http://127.0.0.1:${page.port}${path}`);
		try {
			const html = await (await get('/?to=/camera')).text();
			for (const system of ['iPhone and iPad', 'Android', 'Windows', 'Mac', 'Linux'])
				expect(html).toContain(system);
			expect(html).toContain(authority.fingerprint256);
			expect(page.fingerprint).toBe(authority.fingerprint256);
			const file = await get('/watchword.crt');
			expect(file.headers.get('content-type')).toBe('application/x-x509-ca-cert');
			expect(Buffer.from(await file.arrayBuffer())).toEqual(authority.raw);
			const profile = await get('/watchword.mobileconfig');
			expect(profile.headers.get('content-type')).toBe('application/x-apple-aspen-config');
			expect(await profile.text()).toContain(authority.raw.toString('base64'));
			// What is no address must not end the process.
			for (const path of ['/authority-key.pem', '//', '/%', '/\\'])
				expect(await statusOf(page.port, path), path).toBe(404);
			const other = await openTrustPage({
				dataDir,
				host: '127.0.0.1',
				port: page.port,
				portal: 'https://10.1.2.3',
			});
			expect(other.port).not.toBe(page.port);
			other.close();
		} finally {
			page.close();
		}
	});
});

test('the start message has the addresses as text and a QR code', async () => {
	const trust = { url: 'http://10.1.2.3:8081', fingerprint: 'AB:CD' };
	const text = await lanGreeting('https://10.1.2.3:8080', trust);
	for (const part of ['https://10.1.2.3:8080\n', 'http://10.1.2.3:8081', 'AB:CD', '▄'])
		expect(text).toContain(part);
	expect(await lanGreeting('https://10.1.2.3:8080', null)).not.toContain('Fingerprint');
});
