import { eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../ports/database.ts';
import { sessions } from '../tables.ts';

const seconds = (count: number) => sql`make_interval(secs => ${count})`;

/** The last use of a session and its new end are written at most this often, so that the account page can show the last use. */
export const NOTED_EVERY_SECONDS = 5 * 60;

/** Use extends a session. */
export async function prolongSession(db: Db, id: string, idleSeconds: number): Promise<void> {
	await db
		.update(sessions)
		.set({ updatedAt: sql`now()`, expiresAt: sql`now() + ${seconds(idleSeconds)}` })
		.where(eq(sessions.id, id));
}

/** Sessions that began under a longer limit get the present limit. */
export async function shortenSessions(db: Db, idleSeconds: number): Promise<void> {
	const end = sql`${sessions.updatedAt} + ${seconds(idleSeconds)}`;
	await db.update(sessions).set({ expiresAt: end }).where(gt(sessions.expiresAt, end));
}
