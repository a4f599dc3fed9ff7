import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { CannotStart } from '../../base/cannot-start.ts';
import { release } from '../../base/release.ts';
import type { Db } from '../../ports/database.ts';

/** The folder of the SQL migrations. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** The number of the advisory lock for migrations; the same in every process. */
export const MIGRATION_LOCK = 7_461_001;

/**
 * Throws if a newer version has migrated this database. An older program does not know what the new columns mean: it
 * could write rows that the newer one takes for something else.
 */
export async function refuseNewer(db: Pick<Db, 'execute'>): Promise<void> {
	const { rows } = await db.execute<{ newest: string }>(
		sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
	);
	const journal: { entries: { when: number }[] } = JSON.parse(
		readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
	);
	if (Number(rows[0]?.newest) <= Math.max(...journal.entries.map(({ when }) => when))) return;
	throw new CannotStart(
		`The database belongs to a newer version of Watchword than this one (${release}). Start the newer version again; or restore the backup from before the upgrade, and start this version on it. See "Upgrade and rollback" in docs/operation.md.`,
	);
}
