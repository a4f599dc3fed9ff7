import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import './scripts/vitest-postgres.ts';

/** Tests that start processes or judge many pictures take longest. They begin first, so that no worker ends with one while others rest. */
const LONG =
	/crash|scheduler-processes|webhook-storm|durable|bridge|written|examples|judge|detector|reader|backup|data-folder/;

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		// A worker serves one project, so the files of each stay together.
		const projects = [...new Set(sorted.map(({ project }) => project.name))];
		const place = ({ project, moduleId }: TestSpecification) =>
			2 * projects.indexOf(project.name) + (LONG.test(moduleId) ? 0 : 1);
		return sorted.toSorted((a, b) => place(a) - place(b));
	}
}

/** What tests are made of is loaded once for many files, not once for each. Files share modules, and never a server. */
const loadedOnce = { isolate: false, execArgv: ['--import', './scripts/quick-imports.ts'] };

/** The server's suite, run once on each database it supports. */
const serverTests = {
	...loadedOnce,
	include: ['{server,camera}/src/**/*.test.ts'],
	exclude: ['**/*.unit.test.ts'],
	testTimeout: 60_000,
	hookTimeout: 60_000,
};

/** How far the longest tests go, and from where: more, or the same again, when asked for. */
const { LEDGER_OPERATIONS, LEDGER_SEED, CRASH } = process.env;
const lengths = {
	crashAll: CRASH === 'all',
	ledgerOperations: Number(LEDGER_OPERATIONS ?? 5000),
	ledgerSeed: LEDGER_SEED === undefined ? null : Number(LEDGER_SEED),
};

export default defineConfig({
	test: {
		// More than the cores of a small machine: much of the server's suite waits for a clock.
		maxWorkers: 4,
		sequence: { sequencer: LongestFirst },
		projects: [
			{
				test: {
					...loadedOnce,
					name: 'unit',
					// Some of these count through years of days; a busy machine must not fail them.
					testTimeout: 20_000,
					include: [
						'contract/src/**/*.test.ts',
						'portal/src/**/*.test.{ts,tsx}',
						'{server,camera,scenes}/src/**/*.unit.test.ts',
						'scripts/**/*.test.ts',
						'bench/**/*.test.ts',
					],
				},
			},
			{
				test: {
					...serverTests,
					name: 'pglite',
					// The embedded database has one connection, so nothing waits for a lock there; and it cannot be away.
					exclude: [
						...serverTests.exclude,
						'server/src/http/locks.test.ts',
						'server/src/start/stop-without-database.test.ts',
					],
					provide: { backend: 'pglite', postgresUrl: null, postgresBin: null, ...lengths },
					globalSetup: ['./scripts/vitest-server.ts', './server/src/testing/pglite-template.ts'],
				},
			},
			{
				test: {
					...serverTests,
					name: 'postgres',
					// What has no database, or to which it makes no difference, is tested once.
					exclude: [
						...serverTests.exclude,
						'camera/src/bridge/**',
						'server/src/adapters/{mail,model,objects}/**',
						'server/src/start/data-folder.test.ts',
						'server/src/admin/starting.test.ts',
					],
					provide: { backend: 'postgres', ...lengths },
					globalSetup: [
						'./scripts/vitest-server.ts',
						'./scripts/vitest-postgres.ts',
						'./server/src/testing/postgres-template.ts',
					],
				},
			},
		],
	},
});
