import { parseArgs } from 'node:util';
import { Refusal } from '../base/refusal.ts';
import type { Services } from '../start/compose.ts';
import { BadUsage, type Command, type Print } from './command.ts';
import { databaseCommands } from './copy.ts';
import { creditCommands } from './credits.ts';
import { customerCommands } from './customers.ts';
import { mirrorCommands } from './mirror.ts';
import { outsideCommands } from './outside.ts';

export const COMMANDS: Record<string, Command> = {
	...customerCommands,
	...creditCommands,
	...outsideCommands,
	...mirrorCommands,
	...databaseCommands,
};

/** Finds the command and its options in the words of a command line, before anything is opened. */
export function readCommand(argv: string[]): { command: Command; given: Record<string, string | undefined> } {
	const name = argv.slice(0, 2).join(' ');
	const command = COMMANDS[name];
	if (!command) throw new BadUsage(`There is no command "${name}".\n\n${help()}`);
	const options = Object.fromEntries(
		Object.keys(command.options).map((key) => [key, { type: 'string' as const }]),
	);
	try {
		const given = parseArgs({ args: argv.slice(2), options, strict: true }).values;
		const missing = Object.entries(command.options).filter(([key, option]) => option.required && !given[key]);
		if (missing.length > 0) throw new Error(`It needs ${missing.map(([key]) => `--${key}`).join(' and ')}.`);
		return { command, given };
	} catch (error) {
		throw new BadUsage(`${(error as Error).message}\n\n${helpFor(name)}`);
	}
}

export async function runCommand(services: Services, argv: string[], print: Print): Promise<number> {
	try {
		const { command, given } = readCommand(argv);
		await command.run(services, given, print);
		return 0;
	} catch (error) {
		if (!(error instanceof Refusal || error instanceof BadUsage)) throw error;
		print(error.message);
		return 1;
	}
}

export function help(): string {
	const lines = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(17)}  ${about}`);
	return `Commands of the operator: npm run admin -- COMMAND [options], with --help after a command for its options.\n${lines.join('\n')}`;
}

export function helpFor(name: string): string {
	const { about, options } = COMMANDS[name] ?? { about: '', options: {} };
	const usage = Object.entries(options).map(([key, o]) =>
		o.required ? `--${key} ${o.value}` : `[--${key} ${o.value}]`,
	);
	const lines = Object.entries(options).map(([key, o]) => `  --${key.padEnd(10)}  ${o.about}`);
	return [`npm run admin -- ${[name, ...usage].join(' ')}`, about, ...lines].join('\n');
}
