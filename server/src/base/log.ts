import { DrizzleQueryError } from 'drizzle-orm';
import pino from 'pino';
import pretty from 'pino-pretty';
import type { Log } from '../ports/log.ts';
import { causesOf } from './failures.ts';

/**
 * Database errors contain the values of the query: mails, addresses, tokens. These must not be in a log, so they are
 * removed from the error and from its causes.
 */
export function withoutValues(error: unknown): unknown {
	for (const cause of causesOf(error)) {
		if (!(cause instanceof DrizzleQueryError)) continue;
		const message = `Failed query: ${cause.query}`;
		cause.stack = cause.stack?.replace(cause.message, message) ?? '';
		cause.message = message;
		cause.params = [];
	}
	return error;
}

/** One line per event: readable text in a terminal, JSON otherwise. */
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
