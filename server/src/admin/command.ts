import type { z } from 'zod';
import type { Services } from '../start/services.ts';

/** Invalid arguments of a command; the message says what is expected. */
export class BadUsage extends Error {}

export type Print = (line: string) => void;

/** With a value, or a flag that is there or not. */
type Option = { value: string; required: boolean; about: string } | { flag: true; about: string };

interface Described {
	about: string;
	options: Record<string, Option>;
	/** A word that must follow the command, under this name among what is given. */
	word?: { name: string; about: string };
	/** It needs the database alone: a running server refuses it. */
	alone?: true;
}

type Run<Needs> = (
	services: Needs,
	given: Record<string, string | undefined>,
	print: Print,
) => Promise<void> | Promise<number>;

/** `run` throws a Refusal or BadUsage with the sentence the operator reads. It may return an exit code. */
export type Command = Described &
	(
		| { here?: never; run: Run<Services> }
		/** It needs only the settings, and runs in the terminal, which then shows how far it is and can stop it. */
		| { here: true; run: Run<Pick<Services, 'settings'>> }
	);

export function check<T extends z.ZodType>(
	schema: T,
	given: Record<string, string | undefined>,
): z.output<T> {
	const parsed = schema.safeParse(given);
	if (parsed.success) return parsed.data;
	throw new BadUsage(
		parsed.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('\n'),
	);
}

/** The lines of a table, with columns as wide as their longest cell. */
export function linesOf(rows: readonly string[][]): string[] {
	const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
	return rows.map((row) =>
		row
			.map((cell, at) => cell.padEnd(widths[at] ?? 0))
			.join('  ')
			.trimEnd(),
	);
}
