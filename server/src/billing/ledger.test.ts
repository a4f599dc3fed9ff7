import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { users } from '../accounts/tables.ts';
import { newId } from '../base/ids.ts';
import { openTestDatabase } from '../testing/database.ts';
import { verifyLedger } from './verify.ts';

/** Some thousand each time; `LEDGER_OPERATIONS=100000 npx vitest run ledger` for as many as wanted. */
const OPERATIONS = inject('ledgerOperations');
const BATCH = 1_000;
const KINDS = ['charge', 'charge', 'charge', 'grant', 'refund', 'dispute'] as const;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
	database = await openTestDatabase();
});
afterAll(() => database.close());

interface Operation {
	id: string;
	uid: string;
	kind: string;
	credits: number;
	reference: string;
}

/** The ledger in its simplest form: a number for each customer, and what was entered already. */
class Model {
	readonly balances = new Map<string, number>();
	readonly #entered = new Set<string>();

	enter({ uid, kind, credits, reference }: Operation): { outcome: string; balance: number } {
		const before = this.balances.get(uid) ?? 0;
		const key = `${kind} ${reference}`;
		if (this.#entered.has(key)) return { outcome: 'repeated', balance: before };
		if (before + credits < 0) return { outcome: 'short', balance: before };
		this.#entered.add(key);
		this.balances.set(uid, before + credits);
		return { outcome: 'entered', balance: before + credits };
	}
}

/** Numbers that look random and are the same for the same seed. */
function randomFrom(seed: number): (below: number) => number {
	let state = seed >>> 0;
	return (below) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

test('random operations come out as in a simple model, and every balance adds up', async () => {
	const seed = inject('ledgerSeed') ?? randomInt(2 ** 31);
	console.info(`${OPERATIONS} operations; LEDGER_SEED=${seed} repeats them`);
	const random = randomFrom(seed);
	const uids = Array.from({ length: 8 }, () => newId());
	await database.db
		.insert(users)
		.values(uids.map((id) => ({ id, email: `${id}@example.com`, name: 'Robin Example' })));
	const model = new Model();
	const references: string[] = [newId()];
	const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
	const operation = (): Operation => {
		const kind = pick(KINDS);
		const credits = kind === 'charge' ? -1 - random(40) : random(2) ? random(60) : -random(60);
		// One in five comes again, for the same customer or for another.
		const reference = random(5) === 0 ? pick(references) : newId();
		references[Math.min(random(1000), references.length)] = reference;
		return {
			id: newId(),
			uid: pick(uids),
			kind,
			credits: kind === 'grant' ? Math.abs(credits) : credits,
			reference,
		};
	};
	for (let done = 0; done < OPERATIONS; done += BATCH) {
		const batch = Array.from({ length: BATCH }, operation);
		const { rows } = await database.db.execute(sql`
			select r.outcome, r.balance
			from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
				as o(id text, uid text, kind text, credits int, reference text)
			cross join lateral enter_ledger(o.id, o.uid, o.kind, o.credits, o.reference, '', null) r`);
		expect(rows).toEqual(batch.map((one) => model.enter(one)));
	}
	const { rows } = await database.db.execute(
		sql`select uid, sum(credits)::int as sum from ledger_entries group by uid`,
	);
	expect(new Map(rows.map((row) => [row.uid, row.sum]))).toEqual(model.balances);
	expect((await verifyLedger(database.db)).differences).toEqual([]);
}, 600_000);

test('the database itself refuses a balance that is not the sum, a gap, a debt and any change', async () => {
	const uid = newId();
	const { db } = database;
	await db.insert(users).values({ id: uid, email: `${uid}@example.com`, name: 'Robin Example' });
	await db.execute(sql`select from enter_ledger(${newId()}, ${uid}, 'grant', 10, ${newId()}, '', null)`);
	const insert = (
		seq: number,
		credits: number,
		balance: number,
		previous: number | null,
		before: number | null,
	) =>
		db.execute(sql`insert into ledger_entries (id, uid, seq, kind, credits, balance, previous_seq, previous_balance, reference)
			values (${newId()}, ${uid}, ${seq}, 'grant', ${credits}, ${balance}, ${previous}, ${before}, ${newId()})`);
	await expect(insert(2, 5, 16, 1, 10)).rejects.toThrow();
	await expect(insert(2, 5, 16, 1, 11)).rejects.toThrow();
	await expect(insert(3, 5, 15, 2, 10)).rejects.toThrow();
	await expect(insert(1, 5, 5, null, null)).rejects.toThrow();
	await expect(insert(2, -11, -1, 1, 10)).rejects.toThrow();
	await expect(db.execute(sql`update ledger_entries set credits = 11 where uid = ${uid}`)).rejects.toThrow();
	await expect(db.execute(sql`delete from ledger_entries where uid = ${uid}`)).rejects.toThrow();
	await insert(2, 5, 15, 1, 10);
});
