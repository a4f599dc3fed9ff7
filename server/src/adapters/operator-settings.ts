import { eq, sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Db } from '../ports/database.ts';

/** What the operator sets while the server runs; what the environment sets comes before it. */
export const operatorSettings = pgTable('operator_settings', {
	name: text().primaryKey(),
	value: text().notNull(),
});

export type OperatorSetting = 'model' | 'mail' | 'lan';

/** Where every process hears the name of a setting that was stored. */
export const SETTING_CHANNEL = 'operator_settings';

export async function readOperatorSetting(db: Db, name: OperatorSetting): Promise<string | null> {
	const { value } = operatorSettings;
	const [row] = await db.select({ value }).from(operatorSettings).where(eq(operatorSettings.name, name));
	return row?.value ?? null;
}

let stores = 0;

/** How often this process has stored one: whoever remembers another count reads again. */
export const storesHere = () => stores;

/** Null takes the setting back. */
export async function storeOperatorSetting(
	db: Db,
	name: OperatorSetting,
	value: string | null,
): Promise<void> {
	if (value === null) await db.delete(operatorSettings).where(eq(operatorSettings.name, name));
	else
		await db
			.insert(operatorSettings)
			.values({ name, value })
			.onConflictDoUpdate({ target: operatorSettings.name, set: { value } });
	stores += 1;
	await db.execute(sql`select pg_notify(${SETTING_CHANNEL}, ${name})`);
}
