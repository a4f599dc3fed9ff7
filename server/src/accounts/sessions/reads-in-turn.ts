import { ERROR_STATUS, type ErrorBody } from '@watchword/contract/errors';
import type { Context } from 'hono';
import { FewAtOnce } from '../../base/few-at-once.ts';
import type { Env } from '../../base/route.ts';

/** Reads of one customer at the same time: large lists of one must not delay the others or fill the memory. */
const READS_AT_ONCE = 4;

/** A connection that takes nothing of an answer for so long, or twice as long, is closed: a phone may have gone out of reach. */
const UNREAD_MS = 30_000;

const NOBODY_WAITS: ErrorBody = {
	error: { code: 'unavailable', message: 'Nobody waits for the answer any more.' },
};

/** Reads of one customer wait for each other; those of other customers do not wait for them. */
export function readsInTurn(unreadMs = UNREAD_MS) {
	const reads = new FewAtOnce(READS_AT_ONCE);
	return async (c: Context<Env>, uid: string, next: () => Promise<void>): Promise<void> => {
		const done = await reads.turn(uid);
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
