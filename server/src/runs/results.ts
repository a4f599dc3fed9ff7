import type { Value } from '@watchword/contract/field';
import { readValue } from '@watchword/contract/field-value';
import type {
	Corrections,
	Result,
	ResultsFilter,
	ResultsPage,
	ResultsQuery,
} from '@watchword/contract/results';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { readAutomation } from '../automations/automations.ts';
import type { Feed } from '../automations/feed.ts';
import { automations } from '../automations/tables.ts';
import { cutPage, placeAt, placeOfCursor } from '../base/cursor.ts';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import type { Db } from '../ports/database.ts';
import { conditionsOf } from './results-filter.ts';
import { automationRuns } from './tables.ts';

const PAGE = 50;
/** How many rows of a download are in memory at once. */
const PIECE = 500;

const ROW = sql`id, extract(epoch from _timestamp)::float8 as at, action_verdict as verdict, trigger_from as "from",
	trigger_subject as subject, "trigger_captureId" as "captureId", action_fields as values, action_corrections as corrections`;

/** The rows of an automation's table: its runs that looked for fields. */
async function rowsOf(db: Db, automationId: string, conditions: SQL[], order: SQL, limit: number) {
	const all = [sql`"_automationId" = ${automationId}`, sql`action_fields <> '[]'::jsonb`, ...conditions];
	const { rows } = await db.execute(sql`
		select ${ROW} from automation_runs where ${sql.join(all, sql` and `)} ${order} limit ${limit}`);
	return rows as unknown as Result[];
}

const NEWEST_FIRST = sql`order by _timestamp desc, id desc`;
const OLDEST_FIRST = sql`order by _timestamp, id`;

type Place = [timeMs: number, id: string];
const placeOf = ({ at, id }: Result): Place => [Math.round(at * 1000), id];

export async function listResults(
	db: Db,
	uid: string,
	automationId: string,
	{ cursor, order, ...filter }: ResultsQuery,
): Promise<ResultsPage> {
	const { _fields: fields } = await readAutomation(db, uid, automationId);
	const conditions = conditionsOf(filter, fields);
	const oldestFirst = order === 'oldest';
	if (cursor !== undefined)
		conditions.push(sql`(_timestamp, id) ${oldestFirst ? sql`>` : sql`<`} ${placeOfCursor(cursor)}`);
	const found = await rowsOf(
		db,
		automationId,
		conditions,
		oldestFirst ? OLDEST_FIRST : NEWEST_FIRST,
		PAGE + 1,
	);
	return { fields, ...cutPage(found, PAGE, placeOf) };
}

/** All rows that match, newest first, read in pieces to save memory. */
export async function* everyResult(
	db: Db,
	{ automationId, fields }: Feed,
	filter: ResultsFilter,
	most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Result[]> {
	const conditions = conditionsOf(filter, fields);
	let last: Result | undefined;
	for (let left = most; left > 0; ) {
		const further = last ? [sql`(_timestamp, id) < ${placeAt(...placeOf(last))}`] : [];
		const size = Math.min(PIECE, left);
		const piece = await rowsOf(db, automationId, [...conditions, ...further], NEWEST_FIRST, size);
		if (piece.length > 0) yield piece;
		if (piece.length < size) return;
		last = piece.at(-1);
		left -= piece.length;
	}
}

/** Stores the customer's corrections; null removes a correction. */
export async function correctRun(
	db: Db,
	uid: string,
	id: string,
	given: Corrections,
): Promise<{ corrections: Record<string, Value> }> {
	return db.transaction(async (tx) => {
		const [run] = await tx
			.select({
				found: automationRuns.action_fields,
				corrections: automationRuns.action_corrections,
				fields: automations._fields,
			})
			.from(automationRuns)
			.innerJoin(automations, eq(automations.id, automationRuns._automationId))
			.where(and(eq(automationRuns.id, id), eq(automationRuns._owner, uid)))
			.for('update', { of: automationRuns });
		if (!run) throw new Refusal('not-found', 'There is no such run.');
		if (run.found.length === 0)
			throw new Refusal('conflict', 'This run looked for no fields, so there is nothing to correct.');
		const corrections = { ...run.corrections };
		for (const [name, change] of Object.entries(given)) {
			if (change === null) {
				delete corrections[name];
				continue;
			}
			const field = run.fields.find((one) => one.id === name);
			if (!field)
				throw new Refusal('invalid-argument', `corrections.${name}: the automation has no such field`);
			const read = readValue(field, change.value);
			if ('problem' in read)
				throw new Refusal('invalid-argument', `corrections.${name}: ${field.name} ${read.problem}`);
			corrections[name] = read.value;
		}
		await tx.update(automationRuns).set({ action_corrections: corrections }).where(eq(automationRuns.id, id));
		await publish(tx, uid, { topic: 'runs', id });
		return { corrections };
	});
}
