import type { AccountEventDetails, AccountEventName } from '@watchword/contract/account-event';
import type { Context } from 'hono';
import { newId } from '../base/ids.ts';
import type { Env } from '../base/route.ts';
import type { Db } from '../ports.ts';
import { accountEvents } from './tables.ts';

/** The browser or program behind a request, as far as its owner should see it. */
export interface Origin {
	address: string;
	browser: string | null;
}

export const originOf = (c: Context<Env>): Origin => ({
	address: c.var.ip,
	browser: c.req.header('user-agent')?.slice(0, 200) ?? null,
});

/**
 * Notes for its owner what happened to an account. Inside a transaction it is noted only if that commits. Without an origin,
 * the operator or Watchword itself did it.
 */
export async function noteEvent(
	db: Db,
	uid: string,
	what: AccountEventName,
	details: AccountEventDetails = {},
	origin: Origin | null = null,
): Promise<void> {
	await db.insert(accountEvents).values({
		id: newId(),
		_owner: uid,
		what,
		details,
		ip_address: origin?.address ?? null,
		user_agent: origin?.browser ?? null,
	});
}
