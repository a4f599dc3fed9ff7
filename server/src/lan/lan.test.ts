import { mkdtemp, readFile, rm } from 'node:fs/promises';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../testing/server.ts';
import { authorityFile } from './authority.ts';
import { ensureCertificate } from './certificate.ts';

test('the server speaks https with the certificate it made, and a phone that trusts its authority can pair', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-lan-'));
	const { certFile, keyFile } = await ensureCertificate(folder, ['localhost', '127.0.0.1']);
	const server = await startServer({ env: { TLS_CERT: certFile, TLS_KEY: keyFile } });
	const ca = await readFile(authorityFile(folder));
	const answer = await new Promise<{ status: number | undefined; body: string }>((answered, failed) => {
		const body = JSON.stringify({ code: 'WRONG234' });
		const headers = { 'content-type': 'application/json', origin: server.url };
		https
			.request(`${server.url}/api/devices/claim`, { method: 'POST', ca, headers }, async (response) => {
				answered({ status: response.statusCode, body: Buffer.concat(await response.toArray()).toString() });
			})
			.on('error', failed)
			.end(body);
	});
	expect(server.url).toMatch(/^https:\/\/localhost:/);
	expect(answer.status).toBe(400);
	expect(answer.body).toContain('invalid-pairing-code');
	await server.stop();
	await rm(folder, { recursive: true });
});
