import { and, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import { deliveries } from '../../deliveries/tables.ts';
import type { Db } from '../../ports/database.ts';

/** Longer than any sender takes. After this, others send what a dead worker had begun to send. */
const LEASE_SECONDS = 60;

/** A delivery that this worker is to send. */
export type LeasedDelivery = typeof deliveries.$inferSelect & {
	/** The operator has disabled the account. */
	disabled: boolean;
};

/** The key of a delivery's target: if it is slow or fails, that concerns all of its deliveries. */
export const targetOf = ({ webhookId, pushId, channelId, id }: typeof deliveries.$inferSelect) =>
	webhookId ?? pushId ?? channelId ?? id;

const isFree = sql`d.ended_at is null and d.next_try_at <= now() and (d.lease_until is null or d.lease_until < now())`;

const disabled = sql<boolean>`exists (
	select from users u where u.id = ${deliveries._owner} and u.disabled_at is not null
)`;

/**
 * Takes up to `most` due deliveries: one for each target and up to `turn` for each customer, so that all get a share. Those of
 * `resting` targets and `busy` owners are left for later. The number of attempts is the lease: an outcome is stored only for
 * the attempt it belongs to.
 */
export async function leaseDeliveries(
	db: Db,
	most: number,
	turn: number,
	{ resting, busy }: { resting: string[]; busy: string[] },
): Promise<LeasedDelivery[]> {
	const due = sql`
		select t.id from (
			select r.*, row_number() over (partition by r._owner order by r.next_try_at, r.id) as of_owner from (
				select d.id, d._owner, d.next_try_at, row_number() over (
					partition by coalesce(d."webhookId", d."pushId", d."channelId", d.id) order by d.next_try_at, d.id
				) as of_target
				from deliveries d
				where ${isFree}
					and coalesce(d."webhookId", d."pushId", d."channelId", d.id) not in (select jsonb_array_elements_text(${JSON.stringify(resting)}::jsonb))
					and d._owner not in (select jsonb_array_elements_text(${JSON.stringify(busy)}::jsonb))
			) r where r.of_target = 1
		) t where t.of_owner <= ${turn} order by t.of_owner, t.next_try_at limit ${most}`;
	return db
		.update(deliveries)
		.set({
			attempts: sql`${deliveries.attempts} + 1`,
			lease_until: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
		})
		.where(
			sql`${deliveries.id} in (
				select d.id from deliveries d where d.id in (${due}) and ${isFree} for update skip locked
			)`,
		)
		.returning({ ...getTableColumns(deliveries), disabled });
}

/** Ends the leases of a process that is known to be dead. */
export async function forgetDeliveryLeases(db: Db): Promise<void> {
	await db
		.update(deliveries)
		.set({ lease_until: null })
		.where(and(isNull(deliveries.ended_at), isNotNull(deliveries.lease_until)));
}

/**
 * The delivery while this attempt holds the lease. Only the attempt ends it, so `ended_at` is not checked: PostgreSQL would
 * read all open deliveries for it.
 */
export const isHeld = ({ id, attempts }: LeasedDelivery) =>
	and(eq(deliveries.id, id), eq(deliveries.attempts, attempts));
