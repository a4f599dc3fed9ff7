import { DrizzleQueryError } from 'drizzle-orm';
import pino from 'pino';
import pretty from 'pino-pretty';
import type { Log } from './ports.ts';

/**
 * An error of the database names what the query was given: mails, addresses, tokens. None of that belongs in a log, so
 * the error and those that caused it are told without it.
 */
export function withoutValues(error: unknown): unknown {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if (!(cause instanceof DrizzleQueryError)) continue;
		const message = `Failed query: ${cause.query}`;
		cause.stack = cause.stack?.replace(cause.message, message) ?? '';
		cause.message = message;
		cause.params = [];
	}
	return error;
}

/** One line an event: for people in a terminal, as JSON for everything else. */
export function createLog(level: string): Log {
	const options = {
		level,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		serializers: { err: (error: Error) => pino.stdSerializers.err(withoutValues(error) as Error) },
	};
	if (!process.stdout.isTTY) return pino(options);
	return pino(options, pretty({ colorize: true, translateTime: 'HH:MM:ss', singleLine: true, sync: true }));
}
