import { ERROR_STATUS, type ErrorBody } from '@watchword/contract/errors';
import type { Context } from 'hono';
import { describedRoute, type Env } from '../../base/route.ts';
import { FewAtOnce } from './few-at-once.ts';

/** Requests of one customer at the same time: what one asks for in a burst must not delay the others or fill the memory. */
const AT_ONCE = 4;

/** A connection that takes nothing of an answer for so long, or twice as long, is closed: a phone may have gone out of reach. */
const UNREAD_MS = 30_000;

const NOBODY_WAITS: ErrorBody = {
	error: { code: 'unavailable', message: 'Nobody waits for the answer any more.' },
};

/**
 * The requests of one customer wait for each other; those of other customers do not wait for them. Reads are one queue. Each kind
 * of change is one of its own, because it may wait for others, such as a model.
 */
export function requestsInTurn(unreadMs = UNREAD_MS) {
	const requests = new FewAtOnce(AT_ONCE);
	return async (c: Context<Env>, uid: string, next: () => Promise<void>): Promise<void> => {
		const kind = /^(?:GET|HEAD)$/.test(c.req.method) ? 'read' : `${c.req.method} ${describedRoute(c)?.path}`;
		const done = await requests.turn(`${uid} ${kind}`);
		const { outgoing } = c.env;
		if (outgoing?.destroyed) {
			// The client left while it waited. That is no failure, so nothing is logged.
			done();
			c.res = c.json(NOBODY_WAITS, ERROR_STATUS.unavailable);
			return;
		}
		try {
			await next();
		} finally {
			// A document stays in memory until it has been sent. Files and live events do not.
			if (outgoing && c.res.headers.get('content-type')?.startsWith('application/json')) {
				outgoing.once('close', done);
				outgoing.setTimeout(unreadMs, () => outgoing.destroy());
			} else done();
		}
	};
}
