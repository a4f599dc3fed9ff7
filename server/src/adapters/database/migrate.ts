import { fileURLToPath } from 'node:url';

/** The folder of the SQL migrations. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** The number of the advisory lock for migrations; the same in every process. */
export const MIGRATION_LOCK = 7_461_001;
