/** npm run admin: through the running server if it holds the embedded database, otherwise directly. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { outliveClosedPipe } from '../base/closed-pipe.ts';
import { readSettings } from '../settings.ts';
import { callAdmin } from './client.ts';

/** A starting server holds the data folder for a while before it accepts commands, and another command until it has ended. */
const WAIT_MS = 60_000;
const LOOK_AGAIN_MS = 500;
/** What needs neither the database nor a server. The commands themselves are loaded later. */
const HERE = ['model install'];

const print = (text: string) => void process.stdout.write(`${text}\n`);
const hint = (text: string) => void process.stderr.write(`${text}\n`);

async function main(argv: string[]): Promise<number> {
	if (argv.length === 0 || argv.includes('--help') || argv[0] === 'help') return showHelp(argv);
	const settings = readSettings();
	if (HERE.includes(argv.slice(0, 2).join(' '))) {
		const { runCommandHere } = await import('./commands.ts');
		return runCommandHere(settings, argv, print);
	}
	for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
		const code = settings.database.url ? null : await callAdmin(settings.dataDir, argv, print);
		if (code !== null) return code;
		try {
			return await runHere(argv, settings);
		} catch (error) {
			const { FolderInUse } = await import('../base/cannot-start.ts');
			if (!(error instanceof FolderInUse) || waited >= WAIT_MS) throw error;
			if (waited === 0) hint(`Waiting for the Watchword that has just opened ${settings.dataDir} ...`);
		}
		await setTimeout(LOOK_AGAIN_MS);
	}
}

// Commands are loaded only in the process that runs them: a command for the running server then answers much sooner.
async function showHelp(argv: string[]): Promise<number> {
	const { COMMANDS, help, helpFor, nameOf } = await import('./commands.ts');
	const name = nameOf(argv);
	print(name in COMMANDS ? helpFor(name) : help());
	return 0;
}

/** Opens the database itself. */
async function runHere(argv: string[], settings: ReturnType<typeof readSettings>): Promise<number> {
	const { readCommand, runCommand } = await import('./commands.ts');
	readCommand(argv);
	const { openServices, openDatabase } = await import('../start/compose.ts');
	const { closeDataFolder } = await import('../start/data-folder.ts');
	const { createLog } = await import('../base/log.ts');
	const isNew = !settings.database.url && !existsSync(join(settings.dataDir, 'database'));
	await closeDataFolder(settings.dataDir);
	const publicUrl = settings.http.publicUrl ?? `http://localhost:${settings.http.port}`;
	const log = createLog('warn');
	const services = await openServices(await openDatabase(settings, log), settings, publicUrl, log);
	if (isNew) {
		hint(
			`There was no database yet: a new one was made in ${settings.dataDir}. If your server has another, give this command the same DATA_DIR or DATABASE_URL.`,
		);
	}
	try {
		return await runCommand(services, argv, print);
	} finally {
		await services.close();
	}
}

outliveClosedPipe();
process.exitCode = await main(process.argv.slice(2)).catch(async (error: unknown) => {
	const [{ BadUsage }, { explainStartFailure }] = await Promise.all([
		import('./command.ts'),
		import('../start/start-failure.ts'),
	]);
	hint(error instanceof BadUsage ? error.message : explainStartFailure(error));
	return 1;
});
