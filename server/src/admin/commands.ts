import { parseArgs } from 'node:util';
import { Refusal } from '../base/failures.ts';
import { commandLine } from '../base/release.ts';
import type { Settings } from '../settings.ts';
import type { Services } from '../start/services.ts';
import { BadUsage, type Command, type Print } from './command.ts';
import { databaseCommands } from './copy.ts';
import { creditCommands } from './credits.ts';
import { customerCommands } from './customers.ts';
import { mirrorCommands } from './mirror.ts';
import { modelCommands } from './model.ts';
import { openCommands } from './open.ts';
import { outsideCommands } from './outside.ts';
import { statusCommands } from './status.ts';

export const COMMANDS: Record<string, Command> = {
	...statusCommands,
	...openCommands,
	...customerCommands,
	...creditCommands,
	...outsideCommands,
	...modelCommands,
	...mirrorCommands,
	...databaseCommands,
};

/** The first word of a command line, or the first two. */
export function nameOf(argv: string[]): string {
	const [first = ''] = argv;
	return first in COMMANDS ? first : argv.slice(0, 2).join(' ');
}

/** Finds the command and its options in the words of a command line, before anything is opened. */
export function readCommand(argv: string[]): { command: Command; given: Record<string, string | undefined> } {
	const name = nameOf(argv);
	const command = COMMANDS[name];
	if (!command) throw new BadUsage(`There is no command "${name}".\n\n${help()}`);
	const options = Object.fromEntries(
		Object.entries(command.options).map(([key, option]) => [
			key,
			{ type: 'flag' in option ? ('boolean' as const) : ('string' as const) },
		]),
	);
	try {
		const { word } = command;
		const { values, positionals } = parseArgs({
			args: argv.slice(name.split(' ').length),
			options,
			strict: true,
			allowPositionals: word !== undefined,
		});
		const given = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
		if (word) {
			if (positionals.length !== 1) throw new Error(`It needs one ${word.name}.`);
			given[word.name] = String(positionals[0]);
		}
		const missing = Object.entries(command.options).filter(
			([key, option]) => 'required' in option && option.required && !given[key],
		);
		if (missing.length > 0) throw new Error(`It needs ${missing.map(([key]) => `--${key}`).join(' and ')}.`);
		return { command, given };
	} catch (error) {
		throw new BadUsage(`${(error as Error).message}\n\n${helpFor(name)}`);
	}
}

export async function runCommand(services: Services, argv: string[], print: Print): Promise<number> {
	return said(print, async () => {
		const { command, given } = readCommand(argv);
		const code = await command.run(services, given, print);
		return typeof code === 'number' ? code : 0;
	});
}

/** The same for a command that needs only the settings. */
export async function runCommandHere(settings: Settings, argv: string[], print: Print): Promise<number> {
	return said(print, async () => {
		const { command, given } = readCommand(argv);
		if (!command.here) throw new BadUsage('It needs the database.');
		await command.run({ settings }, given, print);
		return 0;
	});
}

/** Tells the operator why a command is refused. */
async function said(print: Print, run: () => Promise<number>): Promise<number> {
	try {
		return await run();
	} catch (error) {
		if (!(error instanceof Refusal || error instanceof BadUsage)) throw error;
		print(error.message);
		return 1;
	}
}

export function help(): string {
	const lines = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(17)}  ${about}`);
	return `Commands of the operator: ${commandLine('admin')} COMMAND [options], with --help after a command for its options.\n${lines.join('\n')}`;
}

export function helpFor(name: string): string {
	const { about, options, word } = COMMANDS[name] ?? { about: '', options: {} };
	const named = word ? [word.name.toUpperCase()] : [];
	const usage = Object.entries(options).map(([key, o]) => {
		if ('flag' in o) return `[--${key}]`;
		return o.required ? `--${key} ${o.value}` : `[--${key} ${o.value}]`;
	});
	const lines = Object.entries(options).map(([key, o]) => `  --${key.padEnd(10)}  ${o.about}`);
	const words = word ? [`  ${word.name.toUpperCase().padEnd(12)}  ${word.about}`] : [];
	return [`${commandLine('admin')} ${[name, ...named, ...usage].join(' ')}`, about, ...words, ...lines].join(
		'\n',
	);
}
