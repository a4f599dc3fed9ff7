import { fileURLToPath } from 'node:url';

/** Where the SQL stands that brings any earlier database up to date. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** One number, the same in every process, that guards the migrations of one database. */
export const MIGRATION_LOCK = 7_461_001;
