import pino from 'pino';
import pretty from 'pino-pretty';
import type { Log } from './ports.ts';

/** One line an event: for people in a terminal, as JSON for everything else. */
export function createLog(level: string): Log {
	const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
	if (!process.stdout.isTTY) return pino(options);
	return pino(options, pretty({ colorize: true, translateTime: 'HH:MM:ss', singleLine: true, sync: true }));
}
