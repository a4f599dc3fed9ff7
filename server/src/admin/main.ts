/** npm run admin: through the running server where it holds the embedded database, directly otherwise. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../settings.ts';
import { callAdmin } from './client.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

async function main(argv: string[]): Promise<number> {
	const asksForHelp = argv.length === 0 || argv.includes('--help') || argv[0] === 'help';
	if (!asksForHelp) {
		const settings = readSettings();
		const code = settings.database.url ? null : await callAdmin(settings.dataDir, argv, print);
		if (code !== null) return code;
	}
	// Loaded only here: a command that goes to the running server needs none of it, and answers much sooner.
	const { COMMANDS, help, helpFor, nameOf, readCommand, runCommand } = await import('./commands.ts');
	const name = nameOf(argv);
	if (asksForHelp) {
		print(name in COMMANDS ? helpFor(name) : help());
		return 0;
	}
	readCommand(argv);
	const { openServices, openDatabase } = await import('../start/compose.ts');
	const { closeDataFolder } = await import('../start/data-folder.ts');
	const { createLog } = await import('../base/log.ts');
	const settings = readSettings();
	const isNew = !settings.database.url && !existsSync(join(settings.dataDir, 'database'));
	await closeDataFolder(settings.dataDir);
	const publicUrl = settings.http.publicUrl ?? `http://localhost:${settings.http.port}`;
	const log = createLog('warn');
	const services = await openServices(await openDatabase(settings, log), settings, publicUrl, log);
	if (isNew) {
		process.stderr.write(
			`There was no database yet: a new one was made in ${settings.dataDir}. If your server has another, give this command the same DATA_DIR or DATABASE_URL.\n`,
		);
	}
	try {
		return await runCommand(services, argv, print);
	} finally {
		await services.close();
	}
}

process.exitCode = await main(process.argv.slice(2)).catch(async (error: unknown) => {
	const [{ BadUsage }, { explainStartFailure }] = await Promise.all([
		import('./command.ts'),
		import('../start/start-failure.ts'),
	]);
	process.stderr.write(`${error instanceof BadUsage ? error.message : explainStartFailure(error)}\n`);
	return 1;
});
