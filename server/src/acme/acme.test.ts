import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAcmeAuthority } from '../testing/acme-authority.ts';
import { ServerProcess } from '../testing/process.ts';
import { waitFor } from '../testing/wait.ts';

const NAME = 'portal.example.com';

async function freePort(): Promise<number> {
	const server = net.createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	await new Promise((closed) => server.close(closed));
	return port;
}

test('a server with a name of its own gets a certificate and is the portal there; why not is in the status', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-acme-'));
	const authority = await openAcmeAuthority();
	const port = await freePort();
	const server = new ServerProcess({
		...{ DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'info' },
		...{ TLS_ACME: NAME, TLS_ACME_DIRECTORY: authority.directory },
	});
	const visit = () =>
		new Promise<number | undefined>((answered, failed) => {
			const where = { host: '127.0.0.1', port, servername: NAME, ca: authority.root, agent: false };
			https
				.get({ ...where, path: '/healthz' }, (got) => answered(got.resume().statusCode))
				.on('error', failed);
		});
	const status = async () => JSON.parse(await server.admin('status', '--json').catch(({ stdout }) => stdout));
	try {
		// The authority looks on another port, so the first start fails.
		authority.ports.tls = 1;
		await server.start();
		const why = `There is no new certificate for ${NAME}. The authority could not reach ${NAME} by tls-alpn-01`;
		await waitFor('the reason', async () => (await status()).attention.join().includes(why), {
			everyMs: 500,
		});
		await server.stop();
		await rm(join(folder, 'acme', 'failed.json'));
		authority.ports.tls = port;
		await server.start();
		expect(server.url).toBe(`https://${NAME}`);
		expect(await waitFor('the certificate', () => visit().catch(() => null))).toBe(200);
		expect(await status()).toMatchObject({ certificate: { name: NAME, problem: null } });
	} finally {
		await server.stop();
		await authority.close();
		await rm(folder, { recursive: true });
	}
});
