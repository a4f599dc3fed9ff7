import { sql } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import type { Db } from '../ports/database.ts';

/** Adds up all entries again and trusts no stored balance. Returns one sentence for each difference. */
export async function verifyLedger(
	db: Db,
): Promise<{ users: number; entries: number; differences: string[] }> {
	const { rows: counted } = await db.execute(
		sql`select count(*)::int as entries, count(distinct uid)::int as users from ledger_entries`,
	);
	const { rows: wrong } = await db.execute(sql`
		select coalesce(u.email, 'removed account ' || s.uid) as email, s.* from (
			select uid, seq, credits, balance, sum(credits) over one as summed, row_number() over one as place,
				previous_seq is distinct from lag(seq) over one or previous_balance is distinct from lag(balance) over one as broken
			from ledger_entries window one as (partition by uid order by seq)
		) s left join ${users} u on u.id = s.uid
		where balance <> summed or balance < 0 or seq <> place or broken
		order by 1, s.seq`);
	const { rows: unpaid } = await db.execute(sql`
		select u.email, p.id, p.credits, coalesce(e.credits, 0) as entered from payments p
		join ${users} u on u.id = p.uid
		left join ledger_entries e on e.kind = 'purchase' and e.reference = p.id and e.uid = p.uid
		where coalesce(e.credits, 0) <> case when p.credited_at is null then 0 else p.credits end
		order by u.email, p.created_at`);
	const { rows: made } = await db.execute(sql`
		select u.email, e.reference, e.credits from ledger_entries e join ${users} u on u.id = e.uid
		where e.kind = 'purchase' and not exists (select from payments p where p.id = e.reference)`);
	const { rows: taken } = await db.execute(sql`
		select u.email, p.id, p.refund_taken + p.dispute_taken as recorded, coalesce(-sum(e.credits), 0)::int as entered
		from payments p join ${users} u on u.id = p.uid
		left join ledger_entries e on e.uid = p.uid and e.kind in ('refund', 'dispute') and e.reference like p.id || ':%'
		group by u.email, p.id having coalesce(-sum(e.credits), 0) <> p.refund_taken + p.dispute_taken`);
	return {
		...(counted[0] as { users: number; entries: number }),
		differences: [
			...wrong.map(
				(row) =>
					`${row.email}: entry ${row.seq} says a balance of ${row.balance}, the entries up to it add up to ${row.summed}${row.broken ? '; it does not follow from the entry before it' : ''}`,
			),
			...unpaid.map(
				(row) =>
					`${row.email}: payment ${row.id} is worth ${row.credits} credits, the ledger has ${row.entered}`,
			),
			...made.map(
				(row) =>
					`${row.email}: ${row.credits} credits were entered for payment ${row.reference}, which does not exist`,
			),
			...taken.map(
				(row) =>
					`${row.email}: payment ${row.id} took back ${row.recorded} credits, the ledger has ${row.entered}`,
			),
		],
	};
}
