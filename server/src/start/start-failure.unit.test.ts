import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../adapters/database/postgres.ts';
import { CannotStart, lockFolder, openPort } from '../base/cannot-start.ts';
import { servedCertificate } from '../base/certificate.ts';
import { quiet } from '../testing/quiet.ts';
import { closeDataFolder } from './data-folder.ts';
import { explainStartFailure } from './start-failure.ts';

test('a database that does not answer is named, without a stack', async () => {
	const opened = openPostgres('postgres://watchword@127.0.0.1:1/watchword', quiet);
	expect(await opened.catch((error) => explainStartFailure(error))).toBe(
		'The database at DATABASE_URL does not answer. Is it running, and is the address right?',
	);
});

test('an invalid certificate is reported with its settings', () => {
	const certFile = fileURLToPath(import.meta.url);
	const read = () => servedCertificate({ certFile, keyFile: certFile }, quiet, () => undefined);
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
	['EAI_AGAIN', 'does not answer. Is it running'],
	['ENOTFOUND', 'does not answer. Is it running'],
	['EHOSTUNREACH', 'does not answer. Is it running'],
	['57P03', 'is starting or stopping. Wait'],
	['28P01', 'refuses this user or password. Correct'],
	['3D000', 'does not exist. Create it'],
	['53300', 'no connection left. Raise'],
	['42501', 'create tables. Make the user the owner'],
	['25006', 'a standby. Name the primary'],
	['SELF_SIGNED_CERT_IN_CHAIN', 'does not trust. Name its authority'],
	['EACCES', 'DATA_DIR cannot be written: why. Let this user'],
	['EPERM', 'DATA_DIR cannot be written: why. Let this user'],
	['EROFS', 'DATA_DIR cannot be written: why. Let this user'],
	['ENOTDIR', 'DATA_DIR must be a folder: why. Set it'],
	['EISDIR', 'where a file should be: why. Move it away'],
	['ENOSPC', 'is full. Make room'],
	['EDQUOT', 'is full. Make room'],
	['EIO', 'fails: why. Check it'],
	['EMFILE', 'too few open files. Raise'],
	['ENOMEM', 'too little memory to start: Watchword needs about 1 GB. Close'],
])('an error with code %s is told in a sentence that says what to do', (code, words) => {
	const told = explainStartFailure(Object.assign(new Error('why'), { code }));
	expect(told).toContain(words);
	expect(told).not.toContain('\n');
});

test.each([
	[new RangeError('WebAssembly.Memory(): could not allocate memory'), 'too little memory'],
	[new RangeError('Array buffer allocation failed'), 'too little memory'],
	[new Error('The server does not support SSL connections'), 'does not speak TLS. Remove sslmode'],
])('%s, which has no code, too', (error, words) => {
	expect(explainStartFailure(error)).toContain(words);
});

describe('a data folder that an earlier start did not finish, or somebody else touched', () => {
	const folders: string[] = [];
	const folder = () => {
		const made = mkdtempSync(join(tmpdir(), 'watchword-start-'));
		folders.push(made);
		return made;
	};
	afterAll(() => {
		for (const made of folders) rmSync(made, { recursive: true });
	});
	const told = (work: () => unknown) => {
		try {
			work();
		} catch (error) {
			return explainStartFailure(error);
		}
		return 'it started';
	};

	test('its lock is a folder', () => {
		const data = folder();
		mkdirSync(join(data, 'lock'));
		expect(told(() => lockFolder(data))).toBe(
			`The file ${join(data, 'lock')} cannot be opened. Remove it, let this user write there, or set DATA_DIR to another folder.`,
		);
	});

	test('its lock is some other file', () => {
		const data = folder();
		writeFileSync(join(data, 'lock'), 'This was a note of somebody, and is no database at all.'.repeat(40));
		expect(told(() => lockFolder(data))).toContain('cannot be opened. Remove it');
	});

	test('it is a file', async () => {
		const data = join(folder(), 'data');
		writeFileSync(data, '');
		const failed = await closeDataFolder(data).catch((error) => explainStartFailure(error));
		expect(failed).toMatch(/^DATA_DIR must be a folder: .*Set it to another path\.$/);
	});
});
