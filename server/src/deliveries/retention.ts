import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../ports/database.ts';
import { deliveries } from './tables.ts';

/** For how many days deliveries stay in the log. */
const KEPT_DAYS = 30;
/** Small enough not to delay other statements. */
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
