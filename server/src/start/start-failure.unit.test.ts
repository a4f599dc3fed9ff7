import net, { type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openPostgres } from '../adapters/database/postgres.ts';
import { CannotStart } from '../base/cannot-start.ts';
import { readCertificate } from '../base/certificate.ts';
import { openPort } from '../base/port.ts';
import { quiet } from '../testing/quiet.ts';
import { explainStartFailure } from './start-failure.ts';

test('a database that does not answer is named, without a stack', async () => {
	const opened = openPostgres('postgres://watchword@127.0.0.1:1/watchword', quiet);
	expect(await opened.catch((error) => explainStartFailure(error))).toBe(
		'The database at DATABASE_URL does not answer. Is it running, and is the address right?',
	);
});

test('an invalid certificate is reported with its settings', () => {
	const certFile = fileURLToPath(import.meta.url);
	const read = () => readCertificate({ certFile, keyFile: certFile });
	expect(read).toThrow(/^TLS_CERT must be a certificate in PEM and TLS_KEY its key\. They cannot be used: /);
	expect(read).toThrow(CannotStart);
});

describe('a port that cannot be listened on', () => {
	const open = (port: number, host = '127.0.0.1', server = net.createServer()) =>
		openPort(server, { port, host, setting: 'METRICS_PORT' });

	test('in use', async () => {
		const first = net.createServer();
		await open(0, '127.0.0.1', first);
		const { port } = first.address() as AddressInfo;
		expect(await open(port).catch((error) => explainStartFailure(error))).toBe(
			`Port ${port} is in use, perhaps by another Watchword. Stop that one, or set METRICS_PORT to another.`,
		);
		first.close();
	});

	test('at the address of another machine', async () => {
		expect(await open(0, '203.0.113.1').catch((error) => explainStartFailure(error))).toBe(
			'HOST 203.0.113.1 is not an address of this machine.',
		);
	});

	test('that is for root alone', async () => {
		// Root may listen on any, and these tests may run as root.
		const server = net.createServer();
		server.listen = () => {
			server.emit('error', Object.assign(new Error('listen EACCES'), { code: 'EACCES' }));
			return server;
		};
		expect(await open(25, '127.0.0.1', server).catch((error) => explainStartFailure(error))).toBe(
			'Port 25 needs more rights than this user has. Set METRICS_PORT to another.',
		);
	});
});

test.each([
	['EAI_AGAIN', 'does not answer'],
	['ENOTFOUND', 'does not answer'],
	['EHOSTUNREACH', 'does not answer'],
	['57P03', 'is starting or stopping'],
	['28P01', 'refuses this user or password'],
	['3D000', 'does not exist. Create it'],
	['EACCES', 'DATA_DIR cannot be written: why'],
	['EPERM', 'DATA_DIR cannot be written: why'],
	['ENOTDIR', 'DATA_DIR must be a folder: why'],
	['ENOSPC', 'is full'],
])('an error with code %s is told in a sentence', (code, words) => {
	const told = explainStartFailure(Object.assign(new Error('why'), { code }));
	expect(told).toContain(words);
	expect(told).not.toContain('\n');
});
