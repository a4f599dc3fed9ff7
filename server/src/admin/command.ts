import type { z } from 'zod';
import type { Services } from '../start/compose.ts';

/** Invalid arguments of a command; the message says what is expected. */
export class BadUsage extends Error {}

export type Print = (line: string) => void;

/** With a value, or a flag that is there or not. */
type Option = { value: string; required: boolean; about: string } | { flag: true; about: string };

export interface Command {
	about: string;
	options: Record<string, Option>;
	/** It needs the database alone: a running server refuses it. */
	alone?: true;
	/** Throws a Refusal or BadUsage with the sentence the operator reads. May return an exit code. */
	run(
		services: Services,
		given: Record<string, string | undefined>,
		print: Print,
	): Promise<void> | Promise<number>;
}

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
