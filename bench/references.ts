/** The least that does the same, to measure against: each is started by the bench itself, in a process of its own. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rename, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';

/** Keeps bytes as a file: write, sync, rename, sync the folder. */
async function keep(folder: string, bytes: Buffer): Promise<void> {
	const file = join(folder, randomUUID());
	const handle = await open(`${file}.new`, 'wx');
	await handle.writeFile(bytes);
	await handle.datasync();
	await handle.close();
	await rename(`${file}.new`, file);
	const parent = await open(folder, 'r');
	await parent.sync();
	await parent.close();
}

/** A bare HTTP server that keeps what it is sent. */
export async function bareHttp() {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-bench-'));
	const server = http.createServer(async (request, response) => {
		await keep(folder, Buffer.concat(await request.toArray()));
		response.writeHead(202).end('{}');
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const stop = async () => {
		server.close();
		await rm(folder, { recursive: true });
	};
	return { url: `http://127.0.0.1:${port}/`, stop };
}

/** A bare mail server that keeps what it is sent. */
export async function bareSmtp() {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-bench-'));
	const server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		disableReverseLookup: true,
		onData(stream, _session, done) {
			stream
				.toArray()
				.then((chunks) => keep(folder, Buffer.concat(chunks)))
				.then(() => done(), done);
		},
	});
	server.on('error', () => undefined);
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	const { port } = server.server.address() as AddressInfo;
	const stop = async () => {
		server.close();
		await rm(folder, { recursive: true });
	};
	return { port, stop };
}

/** Rows committed one by one over some connections, in a second. */
export async function singleRowCommits(url: string, connections: number, rows: number): Promise<number> {
	const clients = await Promise.all(
		Array.from({ length: connections }, async () => {
			const client = new pg.Client(url);
			await client.connect();
			return client;
		}),
	);
	await clients[0]?.query(
		'create table single_rows (id text primary key, at timestamptz default now(), body text)',
	);
	let left = rows;
	const began = performance.now();
	await Promise.all(
		clients.map(async (client) => {
			while (left-- > 0) {
				await client.query({
					name: 'insert',
					text: 'insert into single_rows (id, body) values ($1, $2)',
					values: [randomUUID(), 'x'.repeat(500)],
				});
			}
		}),
	);
	const rate = rows / ((performance.now() - began) / 1000);
	await clients[0]?.query('drop table single_rows');
	await Promise.all(clients.map((client) => client.end()));
	return rate;
}
