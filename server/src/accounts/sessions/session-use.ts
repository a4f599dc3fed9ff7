import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../ports/database.ts';
import { sessions } from '../tables.ts';

const seconds = (count: number) => sql`make_interval(secs => ${count})`;

/** A program that uses a session by its token extends it, as a browser does. This is written only every few minutes. */
export async function prolongSession(
	db: Db,
	id: string,
	{ idleSeconds, everySeconds }: { idleSeconds: number; everySeconds: number },
): Promise<void> {
	await db
		.update(sessions)
		.set({ updatedAt: sql`now()`, expiresAt: sql`now() + ${seconds(idleSeconds)}` })
		.where(and(eq(sessions.id, id), lt(sessions.updatedAt, sql`now() - ${seconds(everySeconds)}`)));
}

/** Sessions that began under a longer limit get the present limit. */
export async function shortenSessions(db: Db, idleSeconds: number): Promise<void> {
	const end = sql`${sessions.updatedAt} + ${seconds(idleSeconds)}`;
	await db.update(sessions).set({ expiresAt: end }).where(gt(sessions.expiresAt, end));
}
