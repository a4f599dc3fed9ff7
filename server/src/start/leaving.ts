import { and, eq, lte, sql } from 'drizzle-orm';
import { disableAccount } from '../accounts/standing.ts';
import { users } from '../accounts/tables.ts';
import type { Db } from '../ports/database.ts';
import type { Job, Nothing } from '../ports/queue.ts';
import { eraseAccount } from './erase.ts';
import type { Services } from './services.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		/** Erases the accounts whose waiting time has ended. */
		leaving: Nothing;
	}
}

type Needs = Pick<Services, 'database' | 'queue' | 'objects' | 'log'>;

const isDue = lte(users.leaves_at, sql`now()`);

/**
 * Erases the accounts whose owners asked for it, after the waiting time. Each step can be repeated: the next job, in any
 * process, repeats an interrupted erasure.
 */
export async function eraseLeavers({ database: { db }, queue, objects, log }: Needs): Promise<void> {
	const due = await db.select({ uid: users.id }).from(users).where(isDue).orderBy(users.leaves_at);
	for (const { uid } of due) {
		try {
			if (!(await closeAccount(db, uid))) continue;
			await eraseAccount({ db, objects, queue }, uid, (tx, person) =>
				queue.send(tx, 'farewell-mail', person),
			);
			log.info({ uid }, 'account erased, as its owner asked');
		} catch (error) {
			// One that cannot be erased now must not block the others.
			log.error({ err: error, uid }, 'account not erased, will be tried again');
		}
	}
}

export const leaving: Job<'leaving', Needs> = {
	handle: eraseLeavers,
	cron: '37 * * * *',
	alone: 'one',
	expireInSeconds: 3600,
};

/** From now on it cannot be kept. False if it was kept meanwhile: the first to lock the row decides. */
async function closeAccount(db: Db, uid: string): Promise<boolean> {
	return db.transaction(async (tx) => {
		const [still] = await tx
			.select({ id: users.id })
			.from(users)
			.where(and(eq(users.id, uid), isDue))
			.for('no key update');
		if (!still) return false;
		await disableAccount(tx, uid);
		return true;
	});
}
