/** npm run admin: through the running server where it holds the embedded database, directly otherwise. */
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { explainStartFailure } from '../start-failure.ts';
import { BadUsage } from './command.ts';
import { COMMANDS, help, helpFor, readCommand, runCommand } from './commands.ts';
import { callAdmin } from './socket.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

async function main(argv: string[]): Promise<number> {
	const name = argv.slice(0, 2).join(' ');
	if (argv.length === 0 || argv[0] === '--help' || argv[0] === 'help') {
		print(help());
		return 0;
	}
	if (argv.includes('--help') && name in COMMANDS) {
		print(helpFor(name));
		return 0;
	}
	readCommand(argv);
	const settings = readSettings();
	if (!settings.database.url) {
		const code = await callAdmin(settings.dataDir, argv, print);
		if (code !== null) return code;
	}
	// Loaded only here: a command that goes to the running server needs none of it, and answers much sooner.
	const { furnish, openDatabase } = await import('../compose.ts');
	const publicUrl = settings.http.publicUrl ?? `http://localhost:${settings.http.port}`;
	const log = createLog('warn');
	const house = await furnish(await openDatabase(settings, log), settings, publicUrl, log);
	try {
		return await runCommand(house, argv, print);
	} finally {
		await house.close();
	}
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
	process.stderr.write(`${error instanceof BadUsage ? error.message : explainStartFailure(error)}\n`);
	return 1;
});
