import { and, eq, ne, sql } from 'drizzle-orm';
import { ACCOUNT_DISABLED, disableAccount } from '../accounts/standing.ts';
import { users, verifications } from '../accounts/tables.ts';
import { ledgerEntries } from '../billing/tables.ts';
import { dropRuns } from '../engine/lease.ts';
import { leaveToMirror } from '../files/mirror.ts';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Job, Queue } from '../ports/queue.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		/** Deletes files that were still being written while their account was erased. */
		'erased-files': { folder: string };
	}
}

interface Needs {
	db: Db;
	objects: ObjectStore;
	queue: Queue;
}

/** No request and no run takes longer. */
const STRAGGLERS_SECONDS = 3600;

/**
 * Erases a customer: files, sessions, cameras, automations, runs, payments, jobs and the account itself. The ledger entries
 * stay, so that the totals of the installation remain correct, but they no longer name the customer.
 */
export async function eraseAccount(
	{ db, objects, queue }: Needs,
	uid: string,
	/** Part of the transaction that deletes the account; called only once, even if the erasure is repeated. */
	farewell?: (tx: Db, person: { email: string; name: string }) => Promise<void>,
): Promise<void> {
	// From now on the account accepts nothing new and its runs stop, so that erased data does not come back.
	await db.transaction((tx) => disableAccount(tx, uid));
	// Done first, to avoid a deadlock: a worker that ends a run locks the run and then the account, the opposite order of the steps below.
	await dropRuns(db, uid, ACCOUNT_DISABLED);
	const folder = `users/${uid}`;
	// Files are deleted before their rows, so that an interrupted erasure can be repeated.
	await objects.deleteFolder(folder);
	await db.transaction(async (tx) => {
		const mine = eq(users.id, uid);
		const [user] = await tx
			.select({ email: users.email, name: users.name })
			.from(users)
			.where(mine)
			.for('update');
		await tx.execute(sql`delete from queue.job where data ->> 'uid' = ${uid} or data ->> 'email' = ${user?.email ?? null}
			or data ->> 'automationId' in (select id from automations where _owner = ${uid})
			or data ->> 'exportId' in (select id from exports where _owner = ${uid})`);
		await tx.execute(sql`delete from test_intents where metadata ->> 'uid' = ${uid}`);
		await tx.delete(verifications).where(eq(verifications.value, uid));
		await tx.execute(sql`delete from rate_limits where key like ${`%${uid}%`}
			or exists (select from automations a where a._owner = ${uid} and key like '%' || a.id || '%')
			or exists (select from devices d where d._owner = ${uid} and key like '%' || d.id || '%')`);
		await leaveToMirror(tx, uid);
		// All other tables of a customer refer to the account and are deleted with it.
		await tx.delete(users).where(mine);
		const told = and(eq(ledgerEntries.uid, uid), ne(ledgerEntries.why, ''));
		await tx.update(ledgerEntries).set({ why: '' }).where(told);
		if (user) await farewell?.(tx, user);
		// Also deletes, later, the files of work that was still running in any process.
		const later = { key: uid, oncePerSeconds: 60, afterSeconds: STRAGGLERS_SECONDS };
		await queue.send(tx, 'erased-files', { folder }, later);
	});
	await objects.deleteFolder(folder);
}

export const eraseFiles: Job<'erased-files', Needs> = {
	handle: ({ objects }, { folder }) => objects.deleteFolder(folder),
	retries: { times: 20, afterSeconds: 60 },
};
