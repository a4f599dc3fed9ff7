import type { AccountEvent, AccountEventDetails, AccountEventName } from '@watchword/contract/account-event';
import { ACCOUNT_EVENT_DAYS } from '@watchword/contract/constants';
import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { cutPage, placeOfCursor } from '../base/cursor.ts';
import { publish } from '../base/events.ts';
import { newId } from '../base/ids.ts';
import { addressKey } from '../base/limits.ts';
import type { Env } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import type { Job } from '../ports/queue.ts';
import { lockAccount } from './standing.ts';
import { accountEvents, users } from './tables.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		/** Somebody failed to sign in; `at` is an instant, ISO 8601. */
		'sign-in-failed': { email: string; how: string; origin: Origin; at: string };
	}
}

const PAGE = 20;

/** Strangers cause failed attempts, so only this many addresses a day have their own row; all others share one. */
const MAX_FAILED_ROWS = 20;

/** The browser or program of a request, as shown to the owner. */
export interface Origin {
	address: string;
	browser: string | null;
}

export const originOf = (c: Context<Env>): Origin => ({
	address: c.var.ip,
	browser: c.req.header('user-agent')?.slice(0, 200) ?? null,
});

/**
 * Records an account event for its owner. Inside a transaction it is recorded only if that commits. Without an origin, the
 * operator or Watchword itself did it.
 */
export async function noteEvent(
	db: Db,
	uid: string,
	what: AccountEventName,
	details: AccountEventDetails = {},
	origin: Origin | null = null,
): Promise<void> {
	const at = new Date();
	if (what === 'sign-in-failed') await noteFailure(db, uid, details, origin, at);
	else await add(db, { _owner: uid, at, what, details, ...columnsOf(origin) });
	await publish(db, uid, { topic: 'events' });
}

/** Whether there is such an account is looked up later than the request, so that its answer does not tell. */
export const signInFailed: Job<'sign-in-failed', { db: Db }> = {
	async handle({ db }, { email, how, origin, at }) {
		const [found] = await db
			.select({ uid: users.id })
			.from(users)
			.where(eq(users.email, email.toLowerCase()));
		if (!found) return;
		await noteFailure(db, found.uid, { how }, origin, new Date(at));
		await publish(db, found.uid, { topic: 'events' });
	},
	retries: { times: 3, afterSeconds: 2 },
};

type Row = typeof accountEvents.$inferInsert;

const columnsOf = (origin: Origin | null) => ({
	ip_address: origin?.address ?? null,
	user_agent: origin?.browser ?? null,
});

async function add(db: Db, row: Omit<Row, 'id'>): Promise<void> {
	await db.insert(accountEvents).values({ id: newId(), ...row });
}

/** Consecutive attempts from one address share a row, with their number and the time of the last one. */
async function noteFailure(
	db: Db,
	uid: string,
	details: AccountEventDetails,
	origin: Origin | null,
	at: Date,
): Promise<void> {
	const what = 'sign-in-failed';
	await db.transaction(async (tx) => {
		await lockAccount(tx, uid);
		const mine = eq(accountEvents._owner, uid);
		const failures = await tx
			.select()
			.from(accountEvents)
			.where(and(mine, eq(accountEvents.what, what), gt(accountEvents.at, sql`now() - interval '1 day'`)))
			.orderBy(desc(accountEvents.at));
		const [other] = await tx
			.select({ at: accountEvents.at })
			.from(accountEvents)
			.where(and(mine, ne(accountEvents.what, what)))
			.orderBy(desc(accountEvents.at))
			.limit(1);
		const alike = failures.filter((failure) => failure.details.how === details.how);
		const inARow = alike.find(
			(failure) =>
				sameAddress(failure.ip_address, origin?.address ?? null) && (!other || failure.at >= other.at),
		);
		const isFull = alike.length >= MAX_FAILED_ROWS;
		const row = inARow ?? (isFull ? alike.find(({ ip_address }) => ip_address === null) : undefined);
		if (!row) return add(tx, { _owner: uid, at, what, details, ...columnsOf(isFull ? null : origin) });
		const times = (row.details.times ?? 1) + 1;
		await tx
			.update(accountEvents)
			.set({ at, details: { ...row.details, times }, ...(inARow && columnsOf(origin)) })
			.where(eq(accountEvents.id, row.id));
	});
}

const sameAddress = (one: string | null, other: string | null) =>
	one !== null && other !== null && addressKey(one) === addressKey(other);

/** What happened to an account, newest first. */
export async function listEvents(
	db: Db,
	uid: string,
	cursor?: string,
): Promise<{ items: AccountEvent[]; next: string | null }> {
	const rows = await db
		.select()
		.from(accountEvents)
		.where(
			and(
				eq(accountEvents._owner, uid),
				gt(accountEvents.at, tooOld),
				cursor === undefined ? undefined : after(cursor),
			),
		)
		.orderBy(desc(accountEvents.at), desc(accountEvents.id))
		.limit(PAGE + 1);
	const page = cutPage(rows, PAGE, ({ at, id }) => [at.getTime(), id]);
	return { ...page, items: page.items.map(({ _owner, ...row }) => ({ ...row, at: row.at.toISOString() })) };
}

const tooOld = sql`now() - make_interval(days => ${ACCOUNT_EVENT_DAYS})`;

function after(cursor: string) {
	return sql`(${accountEvents.at}, ${accountEvents.id}) < ${placeOfCursor(cursor)}`;
}

/** Removes events that are too old to be shown. */
export async function forgetEvents(db: Db): Promise<number> {
	const gone = await db
		.delete(accountEvents)
		.where(lt(accountEvents.at, tooOld))
		.returning({ id: accountEvents.id });
	return gone.length;
}
