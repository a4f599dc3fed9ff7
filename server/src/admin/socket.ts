import { rm } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import type { Services } from '../start/services.ts';
import { type line, SOCKET, throughShortPath } from './client.ts';

const request = z.object({ argv: z.array(z.string()) });

export async function serveAdmin(services: Services): Promise<{ close(): void }> {
	const server = http.createServer(async (incoming, response) => {
		const say = (message: z.infer<typeof line>) => response.write(`${JSON.stringify(message)}\n`);
		try {
			// Loaded with the first command: most processes never get one.
			const { COMMANDS, nameOf, runCommand } = await import('./commands.ts');
			const { argv } = request.parse(JSON.parse(Buffer.concat(await incoming.toArray()).toString()));
			services.log.info({ command: nameOf(argv) }, 'admin');
			if (COMMANDS[nameOf(argv)]?.alone) {
				say({ print: 'The server is running: stop it first, then try again.' });
				say({ code: 1 });
			} else say({ code: await runCommand(services, argv, (text) => say({ print: text })) });
		} catch (error) {
			services.log.error({ err: error }, 'admin');
			say({ print: `It failed: ${error instanceof Error ? error.message : String(error)}` });
			say({ code: 1 });
		}
		response.end();
	});
	await rm(join(services.settings.dataDir, SOCKET), { force: true });
	await throughShortPath(services.settings.dataDir, async (dir) => {
		await new Promise<void>((listening, failed) => {
			server.once('error', failed);
			server.listen(join(dir, SOCKET), listening);
		});
	});
	return { close: () => server.close() };
}
