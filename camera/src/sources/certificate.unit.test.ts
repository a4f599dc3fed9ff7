import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createPlainServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureCertificate } from '../../../server/src/lan/certificate.ts';
import { jpeg } from '../../../server/src/testing/images.ts';
import { snapshotSource } from './snapshot.ts';

test("a camera's own certificate is trusted by its fingerprint, and no other", async () => {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-certificate-'));
	const files = await ensureCertificate(folder, ['127.0.0.1']);
	const [cert, key] = [await readFile(files.certFile, 'utf8'), await readFile(files.keyFile, 'utf8')];
	const bytes = await jpeg(64, 48);
	let requests = 0;
	const server = createServer({ cert, key }, (_, response) => {
		requests++;
		response.end(bytes);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
		const fingerprint = new X509Certificate(cert).fingerprint256;
		const take = (certificate?: string) =>
			snapshotSource({ url, certificate }).take(1, new AbortController().signal);
		await expect(take()).rejects.toMatchObject({
			message: "The camera's certificate is not trusted",
			hint: expect.stringContaining(fingerprint),
		});
		expect(await take(fingerprint)).toHaveLength(1);
		expect(await take(fingerprint.replaceAll(':', '').toLowerCase())).toHaveLength(1);
		await expect(take('00'.repeat(32))).rejects.toThrow('another certificate');
		// Whoever has the wrong certificate is asked nothing, and so is told no password.
		expect(requests).toBe(2);
	} finally {
		server.close();
		server.closeAllConnections();
		await rm(folder, { recursive: true });
	}
});

test('an abort does not wait for a camera that never finishes its handshake', async () => {
	const server = createPlainServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
	const stop = new AbortController();
	const connected = once(server, 'connection');
	const taking = snapshotSource({ url }).take(1, stop.signal);
	const [socket] = await connected;
	const closed = once(socket.resume(), 'close');
	stop.abort();
	await expect(taking).rejects.toThrow('aborted');
	await closed;
	server.close();
});
