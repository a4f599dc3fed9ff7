import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../ports.ts';
import { deliveries } from './tables.ts';

/** For how many days it can be seen what was sent. */
const KEPT_DAYS = 30;
/** Small enough that nobody waits for one. */
const BATCH = 500;

/** Removes deliveries that ended long enough ago. */
export async function pruneDeliveries(db: Db, mayGoOn: () => boolean = () => true): Promise<number> {
	let pruned = 0;
	for (let full = true; full && mayGoOn(); ) {
		const old = db
			.select({ id: deliveries.id })
			.from(deliveries)
			.where(
				and(
					isNotNull(deliveries.ended_at),
					sql`${deliveries.created_at} < now() - make_interval(days => ${KEPT_DAYS})`,
				),
			)
			.limit(BATCH);
		const gone = await db
			.delete(deliveries)
			.where(inArray(deliveries.id, old))
			.returning({ id: deliveries.id });
		pruned += gone.length;
		full = gone.length === BATCH;
	}
	return pruned;
}
