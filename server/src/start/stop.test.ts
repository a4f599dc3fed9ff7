import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAutomation, grant } from '../testing/automation.ts';
import { localCertificate } from '../testing/certificate.ts';
import { openKeptDatabase } from '../testing/database.ts';
import { type ModelServer, startModelServer } from '../testing/model-server.ts';
import { ServerProcess } from '../testing/process.ts';
import { startServer } from '../testing/server.ts';
import { connectSmtp } from '../testing/smtp-client.ts';
import { waitFor } from '../testing/wait.ts';

const BEGINNING_OF_TLS = Buffer.from([0x16, 3, 1, 2, 0, 1, 0]);

let dataDir: string;
let model: ModelServer;

beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'watchword-stop-'));
	model = await startModelServer();
});
afterAll(async () => {
	model.close();
	await rm(dataDir, { recursive: true, force: true });
});

test('a stop ends in time and hands runs back, whoever holds a connection open', async () => {
	model.respond = () => undefined;
	const kept = await openKeptDatabase(dataDir);
	const seeding = await startServer({ database: kept.database, env: { ROLES: 'api' } });
	const { uid } = await seeding.customer();
	await grant(seeding, uid, 100);
	const automation = await addAutomation(seeding, uid);
	await seeding.stop();
	const { certFile: TLS_CERT, keyFile: TLS_KEY } = await localCertificate(dataDir);
	const env = {
		...kept.env,
		...{ TLS_CERT, TLS_KEY },
		...{ MODEL: 'openai-compatible', MODEL_URL: `${model.url}/v1`, MODEL_NAME: 'silent' },
	};
	const server = new ServerProcess(env);
	await server.start();

	const smtp = await connectSmtp(server.smtpPort);
	const mail = ['From: ann@customers.example', 'Message-ID: <1@customers.example>', '', 'Hello'].join('\r\n');
	await smtp.send('ann@customers.example', `${automation}@automations.localhost`, mail);
	await waitFor('the model to be asked', async () => model.asked.length > 0);
	const port = Number(new URL(String(server.url)).port);
	const request = 'POST /api/auth/sign-in/email HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{';
	const unfinished = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
	const unencrypted = net.connect(port, '127.0.0.1');
	for (const socket of [unfinished, unencrypted]) socket.on('error', () => undefined);
	unfinished.write(request);
	unencrypted.write(BEGINNING_OF_TLS);
	await waitFor('both to arrive', async () => unfinished.bytesWritten > 0 && unencrypted.bytesWritten > 0);

	expect(await server.stop()).toBe(0);
	smtp.close();
	unfinished.destroy();
	unencrypted.destroy();

	const next = new ServerProcess({ ...env, ROLES: 'api' }, { mortal: true });
	await next.start();
	expect(await next.query('select _status, lease from automation_runs')).toEqual([
		{ _status: 'queued', lease: null },
	]);
	await next.stop();
});
