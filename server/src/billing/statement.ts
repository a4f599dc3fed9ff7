import type { Outlook, Statement, StatementFilter, StatementLine } from '@watchword/contract/billing';
import { type SQL, sql } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import { cutPage, position, readCursor } from '../base/cursor.ts';
import { hasCode, Refusal } from '../base/failures.ts';
import type { Db } from '../ports/database.ts';

const PAGE = 100;
const DAYS_LOOKED_AT = 7;

/**
 * Where every credit came from and went: the cost of each automation on each day, and every other entry by itself. Refunds of
 * failed runs are subtracted from the automation's cost.
 */
export async function readStatement(db: Db, uid: string, filter: StatementFilter): Promise<Statement> {
	const [offset] = filter.cursor === undefined ? [0] : readCursor(filter.cursor, position);
	const { rows } = await lines(db, uid, filter, sql`limit ${PAGE + 1} offset ${offset}`);
	const page = cutPage(rows, PAGE, () => [offset + PAGE]);
	const { rows: sums } = await db.execute(sql`
		select coalesce(sum(credits) filter (where credits > 0), 0)::int as added,
			coalesce(-sum(credits) filter (where credits < 0), 0)::int as spent
		from (${linesOf(uid, filter)}) l`);
	return { ...page, items: page.items.map(present), ...(sums[0] as { added: number; spent: number }) };
}

/** All lines, read page by page, for a file that may be long. */
export async function* everyLine(
	db: Db,
	uid: string,
	filter: StatementFilter,
): AsyncGenerator<StatementLine> {
	let cursor: string | null | undefined;
	do {
		const page: Statement = await readStatement(db, uid, { ...filter, cursor: cursor ?? undefined });
		yield* page.items;
		cursor = page.next;
	} while (cursor);
}

async function lines(db: Db, uid: string, filter: StatementFilter, bounds: SQL) {
	return db
		.execute(sql`
			select l.*, a._name as name from (${linesOf(uid, filter)}) l left join ${automations} a on a.id = l.automation
			order by l.day desc, l.automation is not null, a._name, l.automation, l.at desc, l.id ${bounds}`)
		.catch((error: unknown) => {
			throw unknownZone(error)
				? new Refusal('invalid-argument', 'zone: must be a time zone the database knows')
				: error;
		});
}

function linesOf(uid: string, { from, to, zone, automation, kind }: StatementFilter): SQL {
	const day = sql`to_char(e.at at time zone ${zone}::text, 'YYYY-MM-DD')`;
	const within = sql`e.uid = ${uid} and e.at >= ${from}::date::timestamp at time zone ${zone}::text
		and e.at < (${to}::date + 1)::timestamp at time zone ${zone}::text`;
	const ofRuns = sql`(e.kind = 'charge' or (e.kind = 'refund' and e.automation is not null))`;
	const runs = sql`
		select ${day} as day, 'charge' as kind, e.automation, sum(-sign(e.credits))::int as runs, sum(e.credits)::int as credits,
			null as reference, '' as why, max(e.at) as at, '' as id
		from ledger_entries e
		where ${within} and ${ofRuns} and ${automation ? sql`e.automation = ${automation}` : sql`true`}
		group by 1, e.automation having sum(e.credits) <> 0`;
	const others = sql`
		select ${day} as day, e.kind, null as automation, 0 as runs, e.credits, e.reference, e.why, e.at, e.id
		from ledger_entries e
		where ${within} and e.kind <> 'charge' and not ${ofRuns} and ${kind ? sql`e.kind = ${kind}` : sql`true`}`;
	if (kind === 'charge' || automation) return kind && kind !== 'charge' ? sql`${runs} limit 0` : runs;
	return kind ? others : sql`${runs} union all ${others}`;
}

function present(row: Record<string, unknown>): StatementLine {
	const { day, kind, runs, credits, why, reference, automation, name } = row;
	return {
		day: String(day),
		kind: kind as StatementLine['kind'],
		automation: automation ? { id: String(automation), name: name === null ? null : String(name) } : null,
		runs: Number(runs),
		credits: Number(credits),
		payment: kind === 'purchase' ? String(reference) : null,
		why: String(why),
	};
}

/**
 * How long the credits last at the present rate. The amount spent follows from the two balances and what was added between
 * them, so the number of charges does not matter.
 */
export async function readOutlook(db: Db, uid: string, creditsPerRun: number): Promise<Outlook> {
	const since = sql`now() - make_interval(days => ${DAYS_LOOKED_AT})`;
	const { rows } = await db.execute(sql`
		select
			coalesce((select balance from ledger_entries where uid = ${uid} order by seq desc limit 1), 0) as now,
			coalesce((select balance from ledger_entries where uid = ${uid} and at <= ${since} order by at desc, seq desc limit 1), 0) as before,
			coalesce((select sum(credits) from ledger_entries
				where uid = ${uid} and at > ${since} and kind <> 'charge'), 0)::int as added,
			(select extract(epoch from now() - min(at)) / 86400 from ledger_entries where uid = ${uid})::float8 as age`);
	const { now, before, added, age } = rows[0] as {
		now: number;
		before: number;
		added: number;
		age: number | null;
	};
	const days = Math.min(DAYS_LOOKED_AT, Math.max(1, age ?? 1));
	const spentPerDay = Math.max(0, before + added - now) / days;
	return { creditsPerRun, spentPerDay, daysLeft: spentPerDay > 0 ? now / spentPerDay : null };
}

/** PostgreSQL may know fewer zones than the browser. */
const unknownZone = (error: unknown) => hasCode(error, /^22023$/);
