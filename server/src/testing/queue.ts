import type { EmbeddedDatabase } from '../adapters/database/pglite.ts';
import type { PostgresDatabase } from '../adapters/database/postgres.ts';
import { openQueue } from '../adapters/queue/pg-boss.ts';
import { JOBS } from '../start/jobs.ts';
import { quiet } from './quiet.ts';

/** The queue of the product, with all its jobs. */
export const openTestQueue = (database: EmbeddedDatabase | PostgresDatabase) =>
	openQueue(database, JOBS, quiet);
