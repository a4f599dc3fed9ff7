import { parseArgs } from 'node:util';
import { email, password } from '@watchword/contract/account';
import { PAIRING_MINUTES } from '@watchword/contract/constants';
import { z } from 'zod';
import { accountOf, addAccount, listAccounts } from '../accounts/accounts.ts';
import type { House } from '../compose.ts';
import { startPairing } from '../devices/pairing.ts';
import { Refusal } from '../refusal.ts';

/** Words a command cannot work with; the message says what it expects. */
export class BadUsage extends Error {}

type Print = (line: string) => void;
type Options = Record<string, { value: string; required: boolean; about: string }>;

interface Command {
	about: string;
	options: Options;
	run(house: House, given: Record<string, string | undefined>, print: Print): Promise<void>;
}

export const COMMANDS: Record<string, Command> = {
	'user add': {
		about: 'Adds an account. Without a password, a link to set one is mailed.',
		options: {
			email: { value: 'E', required: true, about: 'the address to sign in with' },
			name: { value: 'N', required: true, about: 'the name shown in the portal' },
			password: {
				value: 'P',
				required: false,
				about: 'at least 10 characters; others can see it in the process list',
			},
		},
		async run({ database, identity }, given, print) {
			const account = check(
				z.object({ email, name: z.string().trim().min(1).max(200), password: password.optional() }),
				given,
			);
			const uid = await addAccount(database.db, identity, { ...account, password: account.password ?? null });
			if (!account.password) await identity.api.requestPasswordReset({ body: { email: account.email } });
			const how = account.password
				? 'It can sign in now.'
				: 'A link to set the password was mailed; it works for an hour.';
			print(`Added ${account.email} (${uid}). ${how}`);
		},
	},
	'user list': {
		about: 'Lists the accounts.',
		options: {},
		async run({ database }, _given, print) {
			const accounts = await listAccounts(database.db);
			if (accounts.length === 0)
				print('No accounts. Add one with: npm run admin -- user add --email E --name N');
			for (const { uid, email, name, createdAt } of accounts) {
				print(`${uid}  ${createdAt.toISOString().slice(0, 10)}  ${email}  ${name}`);
			}
		},
	},
	'device add': {
		about: 'Gives a code by which a camera becomes a device of an account.',
		options: { email: { value: 'E', required: true, about: 'the account' } },
		async run({ database, publicUrl }, given, print) {
			const { email: address } = check(z.object({ email }), given);
			const uid = await accountOf(database.db, address);
			const { code, url } = await startPairing(database.db, uid, publicUrl);
			print(`Pairing code ${code}, valid once, for ${PAIRING_MINUTES} minutes.`);
			print(`  On a phone:       ${url}`);
			print(`  In a terminal:    npm run camera -- --code ${code}`);
		},
	},
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

export async function runCommand(house: House, argv: string[], print: Print): Promise<number> {
	try {
		const { command, given } = readCommand(argv);
		await command.run(house, given, print);
		return 0;
	} catch (error) {
		if (!(error instanceof Refusal || error instanceof BadUsage)) throw error;
		print(error.message);
		return 1;
	}
}

export function help(): string {
	const lines = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(12)}  ${about}`);
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

function check<T extends z.ZodType>(schema: T, given: Record<string, string | undefined>): z.output<T> {
	const parsed = schema.safeParse(given);
	if (parsed.success) return parsed.data;
	throw new BadUsage(
		parsed.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('\n'),
	);
}
