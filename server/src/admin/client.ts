import { mkdtemp, rm, symlink } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * Only one process can open the embedded database, so commands go to that process through a socket in the data folder. Whoever
 * has access to that folder may run commands.
 */
export const SOCKET = 'admin.sock';

/** What comes back: lines to print, then the exit code. */
export const line = z.union([z.object({ print: z.string() }), z.object({ code: z.number() })]);

/** Runs a command in the process that holds the data folder; null if there is none. */
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

/** A socket's path is limited to about 100 bytes, a data folder's is not: a temporary short link to the folder is used. */
export async function throughShortPath<T>(dataDir: string, act: (dir: string) => Promise<T>): Promise<T> {
	if (Buffer.byteLength(dataDir) < 80) return act(dataDir);
	const temporary = await mkdtemp(join(tmpdir(), 'ww-'));
	try {
		await symlink(dataDir, join(temporary, 'd'));
		return await act(join(temporary, 'd'));
	} finally {
		await rm(temporary, { recursive: true, force: true });
	}
}
