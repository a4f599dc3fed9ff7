/** The simplest programs that do the same, for comparison: each in its own process, like the server. */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';

const BARE = { http: bareHttp, smtp: bareSmtp };

/** Starts one of them; it ends with this process, or when stopped. */
export async function startBare(kind: keyof typeof BARE): Promise<{ port: number; stop(): void }> {
	const child = fork(import.meta.filename, [kind]);
	const [port] = await once(child, 'message');
	return { port, stop: () => void child.kill() };
}

if (process.send && process.argv[1] === import.meta.filename) {
	const folder = mkdtempSync(join(tmpdir(), 'watchword-bench-'));
	const leave = () => {
		rmSync(folder, { recursive: true });
		process.exit();
	};
	process.once('SIGTERM', leave).once('disconnect', leave);
	const server = BARE[process.argv[2] as keyof typeof BARE](folder);
	server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
}

/** Stores bytes as a file: write, sync, rename, sync the folder. */
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

/** A bare HTTP server that stores what it receives. */
function bareHttp(folder: string) {
	return http.createServer(async (request, response) => {
		await keep(folder, Buffer.concat(await request.toArray()));
		response.writeHead(202).end('{}');
	});
}

/** A bare mail server that stores what it receives. */
function bareSmtp(folder: string) {
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
	return server.server;
}
