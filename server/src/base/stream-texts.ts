import type { Context } from 'hono';
import type { Env } from './route.ts';

/**
 * Answers with texts while they are made. If making them fails, the connection is cut off, so that nobody takes the first part
 * for the whole.
 */
export function streamTexts(c: Context<Env>, texts: AsyncIterable<string>): Response {
	const { log } = c.var;
	async function* logged() {
		try {
			yield* texts;
		} catch (error) {
			log.error({ err: error }, 'an answer was cut off');
			// The HTTP adapter prints what it gets, and a database error contains values.
			throw new Error('an answer was cut off');
		}
	}
	return c.body(ReadableStream.from(logged()).pipeThrough(new TextEncoderStream()));
}
