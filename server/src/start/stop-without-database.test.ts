import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openKeptDatabase } from '../testing/database.ts';
import { ServerProcess } from '../testing/process.ts';

test('a stop ends cleanly while the database is away', async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'watchword-stop-'));
	onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
	const kept = await openKeptDatabase(dataDir);
	await kept.database.close();
	const real = new URL(kept.env.DATABASE_URL ?? '');
	const connections = new Set<net.Socket>();
	const between = net.createServer((socket) => {
		const onward = net.connect(Number(real.port), real.hostname);
		for (const [from, to] of [
			[socket, onward],
			[onward, socket],
		] as const) {
			connections.add(from);
			from.on('error', () => to.destroy()).pipe(to);
		}
	});
	await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening));
	const DATABASE_URL = Object.assign(new URL(real), {
		host: `127.0.0.1:${(between.address() as net.AddressInfo).port}`,
	}).href;
	const server = new ServerProcess({ ...kept.env, DATABASE_URL });
	await server.start();
	between.close();
	for (const socket of connections) socket.destroy();
	expect(await server.stop()).toBe(0);
	expect(server.said).toBe('');
});
