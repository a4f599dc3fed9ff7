import { mkdtemp, rm, symlink } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { House } from '../compose.ts';
import { runCommand } from './commands.ts';

/**
 * The embedded database has one opener, so an operator's command goes to the process that holds it, through a socket
 * in the data folder. Who may enter that folder may command.
 */
const SOCKET = 'admin.sock';

const request = z.object({ argv: z.array(z.string()) });
const line = z.union([z.object({ print: z.string() }), z.object({ code: z.number() })]);

export async function serveAdmin(house: House): Promise<{ close(): void }> {
	const server = http.createServer(async (incoming, response) => {
		const say = (message: z.infer<typeof line>) => response.write(`${JSON.stringify(message)}\n`);
		try {
			const { argv } = request.parse(JSON.parse(Buffer.concat(await incoming.toArray()).toString()));
			house.log.info({ command: argv.slice(0, 2).join(' ') }, 'admin');
			say({ code: await runCommand(house, argv, (text) => say({ print: text })) });
		} catch (error) {
			house.log.error({ err: error }, 'admin');
			say({ print: `It failed: ${error instanceof Error ? error.message : String(error)}` });
			say({ code: 1 });
		}
		response.end();
	});
	await rm(join(house.settings.dataDir, SOCKET), { force: true });
	await throughShortPath(house.settings.dataDir, async (dir) => {
		await new Promise<void>((listening, failed) => {
			server.once('error', failed);
			server.listen(join(dir, SOCKET), listening);
		});
	});
	return { close: () => server.close() };
}

/** Runs a command in the process that holds the data folder; null where there is none. */
export async function callAdmin(
	dataDir: string,
	argv: string[],
	print: (line: string) => void,
): Promise<number | null> {
	return throughShortPath(dataDir, async (dir) => {
		const response = await new Promise<http.IncomingMessage | null>((answered, failed) => {
			const outgoing = http.request({ socketPath: join(dir, SOCKET), method: 'POST' }, answered);
			outgoing.on('error', (error: NodeJS.ErrnoException) =>
				error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? answered(null) : failed(error),
			);
			outgoing.end(JSON.stringify({ argv }));
		});
		if (!response) return null;
		for (const text of Buffer.concat(await response.toArray())
			.toString()
			.trim()
			.split('\n')) {
			const message = line.parse(JSON.parse(text));
			if ('code' in message) return message.code;
			print(message.print);
		}
		return 1;
	});
}

/** A socket's path may have about 100 characters, a data folder's more: a short link to the folder serves for a moment. */
async function throughShortPath<T>(dataDir: string, act: (dir: string) => Promise<T>): Promise<T> {
	if (dataDir.length < 80) return act(dataDir);
	const temporary = await mkdtemp(join(tmpdir(), 'ww-'));
	try {
		await symlink(dataDir, join(temporary, 'd'));
		return await act(join(temporary, 'd'));
	} finally {
		await rm(temporary, { recursive: true, force: true });
	}
}
