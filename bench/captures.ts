/** Captures accepted in a second, beside a bare server that writes and syncs the same files, in one run. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';

const CAPTURES = 1000;
const CONNECTIONS = 8;
const BYTES = 60_000;
const FLAGS = ['--disable-warning=ExperimentalWarning'];
const program = (path: string) => fileURLToPath(import.meta.resolve(path));

/** A JPEG of about 60 kB: noise, so that it does not shrink. */
async function picture(): Promise<Buffer> {
	for (let side = 160; ; side += 8) {
		const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
		const image = sharp({ create: { width: side, height: side, channels: 3, background: '#000', noise } });
		const bytes = await image.jpeg({ quality: 90 }).toBuffer();
		if (bytes.length >= BYTES) return bytes;
	}
}

/** The least that keeps a file: write, sync, rename, sync the folder. */
async function bareServer(folder: string): Promise<{ url: string; stop(): void }> {
	const server = http.createServer(async (request, response) => {
		const file = join(folder, randomUUID());
		const handle = await open(`${file}.new`, 'wx');
		await handle.writeFile(Buffer.concat(await request.toArray()));
		await handle.datasync();
		await handle.close();
		await rename(`${file}.new`, file);
		const parent = await open(folder, 'r');
		await parent.sync();
		await parent.close();
		response.writeHead(202).end('{}');
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

async function watchword(dataDir: string): Promise<{ child: ChildProcess; url: string; key: string }> {
	const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', SMTP_PORT: '0', DEMO: 'none' };
	const child = spawn(process.execPath, [...FLAGS, program('../server/src/main.ts')], {
		env,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const url = await new Promise<string>((ready) => {
		createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
			if (line.includes('"msg":"ready"')) ready(String((JSON.parse(line) as { url: string }).url));
		});
	});
	const admin = (...args: string[]) =>
		promisify(execFile)(process.execPath, [...FLAGS, program('../server/src/admin/main.ts'), ...args], {
			env,
		});
	await admin('user', 'add', '--email', 'bench@example.com', '--name', 'Bench', '--password', 'long enough');
	const { stdout } = await admin('device', 'add', '--email', 'bench@example.com');
	const code = /code (\w{8})/.exec(stdout)?.[1];
	const claimed = await fetch(`${url}/api/devices/claim`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ code }),
	});
	return {
		child,
		url: `${url}/api/captures`,
		key: ((await claimed.json()) as { deviceKey: string }).deviceKey,
	};
}

/** Sends all captures over a fixed number of kept connections; how many were accepted in a second. */
async function rate(url: string, key: string, bytes: Buffer, captures: number): Promise<number> {
	const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	const send = () =>
		new Promise<void>((accepted, failed) => {
			const headers = {
				authorization: `Bearer ${key}`,
				'content-type': 'image/jpeg',
				'content-length': bytes.length,
			};
			const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
				response
					.resume()
					.on('end', () => (response.statusCode === 202 ? accepted() : failed(response.statusCode)));
			});
			request.on('error', failed).end(bytes);
		});
	let left = captures;
	const began = performance.now();
	await Promise.all(
		Array.from({ length: CONNECTIONS }, async () => {
			while (left-- > 0) await send();
		}),
	);
	agent.destroy();
	return captures / ((performance.now() - began) / 1000);
}

async function memory(child: ChildProcess): Promise<string> {
	const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
	return `${Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)} MB`;
}

const folder = await mkdtemp(join(tmpdir(), 'watchword-bench-'));
const bytes = await picture();
const bare = await bareServer(folder);
console.log(`Bare server: ${CAPTURES} captures of ${bytes.length} bytes over ${CONNECTIONS} connections ...`);
const bareRate = await rate(bare.url, '', bytes, CAPTURES);
bare.stop();
console.log('Watchword, embedded: the same ...');
const server = await watchword(join(folder, 'data'));
await rate(server.url, server.key, bytes, 50);
const idle = await memory(server.child);
const ownRate = await rate(server.url, server.key, bytes, CAPTURES);
console.table({
	'bare server': { 'captures per second': Math.round(bareRate), memory: '' },
	Watchword: {
		'captures per second': Math.round(ownRate),
		memory: `${idle} before, ${await memory(server.child)} after`,
	},
	ratio: { 'captures per second': `${Math.round((100 * ownRate) / bareRate)} %`, memory: '' },
});
server.child.kill('SIGTERM');
await new Promise((ended) => server.child.once('exit', ended));
await rm(folder, { recursive: true, force: true });
