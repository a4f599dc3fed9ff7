import { ERROR_STATUS, type ErrorBody } from '@watchword/contract/errors';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { causesOf, hasCode, isUnanswered, Refusal, StorageFailure } from '../base/failures.ts';
import type { Env } from '../base/route.ts';

/** The only place that turns errors into answers. Refusals are sent as they are; unknown errors are masked and logged. */
export function answerError(error: Error, c: Context<Env>): Response {
	const refusal = error instanceof Refusal ? error : translate(error);
	const status = ERROR_STATUS[refusal.code];
	if (status >= 500) logFailure(error, c);
	if (refusal.retryAfterSeconds) c.header('retry-after', String(refusal.retryAfterSeconds));
	c.header('cache-control', 'no-store');
	const body: ErrorBody = { error: { code: refusal.code, message: refusal.message } };
	return c.json(body, status);
}

function logFailure(error: Error, c: Context<Env>): void {
	const request = { method: c.req.method, path: loggedPath(c) };
	// Without a cause the message is enough: a stack trace would not help.
	if (error instanceof Refusal && !error.cause)
		c.var.log.warn({ ...request, reason: error.message }, 'request refused');
	else c.var.log.error({ err: error, ...request }, 'request failed');
}

/** Whoever knows the link of a mail or a shared moment can use it. Any path outside these folders may be one. */
const SECRET = /^(\/(?!(?:api|app|assets|v0)\/)[^/]+)\/.+/;

/** The path of a request, without secrets, for the log. */
export const loggedPath = (c: Context<Env>) => c.req.path.replace(SECRET, '$1/…');

function translate(error: Error): Refusal {
	if (error instanceof HTTPException) {
		if (error.status === 415)
			return new Refusal(
				'unsupported-media-type',
				'Send JSON, with the header Content-Type: application/json.',
			);
		if (error.status < 500)
			return new Refusal('invalid-argument', error.message || 'The request cannot be read.');
	}
	if (hasCode(error, /^ENOSPC$|^53100$/)) {
		return new Refusal('unavailable', 'The storage is full. Nothing was stored; please try again later.');
	}
	if (isUnanswered(error) || hasCode(error, DATABASE_DOWN) || causesOf(error).some(isOutage))
		return new Refusal('unavailable', 'The service is not available right now. Please try again.');
	return new Refusal('internal', 'Something went wrong on our side. Nothing was changed.');
}

/** PostgreSQL's classes 08 and 57: the database is down, and the request is not to blame. */
const DATABASE_DOWN = /^(08|57P)/;

/** All storage failures, and errors without a code: of node-postgres, and timeouts. */
const isOutage = (error: Error) =>
	error instanceof StorageFailure ||
	error.name === 'TimeoutError' ||
	/^Connection terminated|connection error and is not queryable/.test(error.message);
