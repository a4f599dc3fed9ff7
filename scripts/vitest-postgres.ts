import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
	/** What a server test knows about its database: `inject('backend')`, `inject('postgresUrl')`. */
	interface ProvidedContext {
		backend: 'pglite' | 'postgres';
		/** A superuser's connection to a temporary cluster; null on PGlite. */
		postgresUrl: string | null;
		/** Where its programs are. */
		postgresBin: string | null;
		crashAll: boolean;
		ledgerOperations: number;
		ledgerSeed: number | null;
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const postgres = await startPostgres();
	project.provide('postgresUrl', postgres.url);
	project.provide('postgresBin', postgres.bin);
	return postgres.stop;
}
