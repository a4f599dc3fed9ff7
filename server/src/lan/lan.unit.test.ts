import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { NetworkInterfaceInfo } from 'node:os';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '../settings.ts';
import { lanAddresses } from './addresses.ts';
import { ensureCertificate } from './certificate.ts';
import { lanGreeting, onLan } from './lan.ts';

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
	const names = ['localhost', '127.0.0.1', '192.168.1.20', 'attic'];

	test('covers all names, is readable by its owner only, and is used again', async () => {
		const { certFile, keyFile } = await ensureCertificate(dataDir, names);
		const made = await readFile(certFile, 'utf8');
		const certificate = new X509Certificate(made);
		expect(certificate.subjectAltName).toBe(
			'DNS:localhost, IP Address:127.0.0.1, IP Address:192.168.1.20, DNS:attic',
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

test('the start message has the address as text and as a QR code', async () => {
	const text = await lanGreeting('https://10.1.2.3:8080', true);
	expect(text).toContain('https://10.1.2.3:8080\n');
	expect(text).toContain('▄');
});
