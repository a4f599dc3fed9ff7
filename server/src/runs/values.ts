import { MAX_VALUES, type ValueSeries } from '@watchword/contract/values';
import { and, desc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import { Refusal } from '../base/failures.ts';
import type { Db } from '../ports/database.ts';
import { automationRuns } from './tables.ts';

const withValue = (automationId: string) =>
	and(eq(automationRuns._automationId, automationId), isNotNull(automationRuns.action_value));

/** The newest values of an automation, the oldest of them first. */
export async function listValues(db: Db, uid: string, automationId: string): Promise<ValueSeries> {
	const [owned] = await db
		.select({ id: automations.id })
		.from(automations)
		.where(and(eq(automations.id, automationId), eq(automations._owner, uid)));
	if (!owned) throw new Refusal('not-found', 'There is no such automation.');
	const found = await db
		.select({
			id: automationRuns.id,
			at: sql<number>`extract(epoch from ${automationRuns._timestamp})::float8`,
			value: sql<number>`${automationRuns.action_value}`,
			verdict: automationRuns.action_verdict,
		})
		.from(automationRuns)
		.where(withValue(automationId))
		.orderBy(desc(automationRuns._timestamp), desc(automationRuns.id))
		.limit(MAX_VALUES + 1);
	return { values: found.slice(0, MAX_VALUES).reverse(), more: found.length > MAX_VALUES };
}

/** The last value of an automation at or before a moment; null if there is none. */
export async function valueBefore(
	db: Db,
	automationId: string,
	moment: Date,
): Promise<{ value: number; at: Date } | null> {
	const [found] = await db
		.select({ value: automationRuns.action_value, at: automationRuns._timestamp })
		.from(automationRuns)
		.where(and(withValue(automationId), lte(automationRuns._timestamp, moment)))
		.orderBy(desc(automationRuns._timestamp))
		.limit(1);
	return found && found.value !== null ? { value: found.value, at: found.at } : null;
}
