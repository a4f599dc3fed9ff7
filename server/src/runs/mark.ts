import type { Mark } from '@watchword/contract/mark';
import { sql } from 'drizzle-orm';
import { publish } from '../events.ts';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';

/** Keeps the customer's word on a verdict with the run it is about; null takes it back. */
export async function markRun(db: Db, uid: string, id: string, mark: Mark | null): Promise<void> {
	await db.transaction(async (tx) => {
		const { rows } = await tx.execute(sql`
			update automation_runs set _mark = ${mark}
			where id = ${id} and _owner = ${uid}
			returning action_verdict`);
		if (!rows[0]) throw new Refusal('not-found', 'There is no such run.');
		if (rows[0].action_verdict === null) {
			throw new Refusal('conflict', 'This run came to no verdict, so there is nothing to mark.');
		}
		await publish(tx, uid, { topic: 'runs', id });
	});
}
