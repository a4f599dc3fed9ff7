import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import './scripts/vitest-postgres.ts';

/** Tests that start processes or judge many pictures take longest. They begin first, so that no worker ends with one while others rest. */
const LONG =
	/crash|scheduler-processes|webhook-storm|durable|bridge|written|examples|judge|detector|reader|decoder|ffmpeg|backup|data-folder|what-leaves|mailbox|operator/;

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		// A worker serves one project, so the files of each stay together: those on PGlite first, as they take longest.
		const projects = [...new Set(sorted.map(({ project }) => project.name))].toSorted();
		const place = ({ project, moduleId }: TestSpecification) =>
			2 * projects.indexOf(project.name) + (LONG.test(moduleId) ? 0 : 1);
		return sorted.toSorted((a, b) => place(a) - place(b));
	}
}

/** What tests are made of is loaded once for many files, not once for each. Files share modules, and never a server. */
const loadedOnce = { isolate: false, execArgv: ['--import', './scripts/quick-imports.ts'] };

/**
 * What runs on PGlite in `npm test` as well: the files whose code differs between the databases, depends on how they lock and
 * recover, or follows a capture and a mail from end to end. The others speak to both through the same queries.
 */
const ON_BOTH = [
	'server/src/adapters/{database,queue}/*.test.ts',
	'server/src/admin/{backup,copy,history,starting,upgrade}.test.ts',
	'server/src/billing/{ledger,webhook-storm}.test.ts',
	'server/src/engine/{at-once,crash,credits,durable,push-crash}.test.ts',
	'server/src/engine/alerts/notifications.test.ts',
	'server/src/engine/{approval,sending}/crash.test.ts',
	'server/src/engine/sending/channels.test.ts',
	'server/src/captures/take-capture.test.ts',
	'server/src/exports/exports.test.ts',
	'server/src/http/events.test.ts',
	'server/src/mail/{mail,mailbox/killed}.test.ts',
	'server/src/runs/search.test.ts',
	'server/src/start/stop.test.ts',
	'server/src/triggers/scheduler-processes.test.ts',
];

/** What has no database, or the same one whatever the suite runs on, is tested once, with PostgreSQL. */
const ONCE = [
	'camera/src/bridge/**',
	'server/src/adapters/{mail,model,objects}/**',
	'server/src/start/data-folder.test.ts',
	// The embedded database has one connection, so nothing waits for a lock there; and it cannot be away.
	'server/src/{engine/lease-locks,http/locks}.test.ts',
	'server/src/start/stop-without-database.test.ts',
];

const serverTests = {
	...loadedOnce,
	include: ['{server,camera}/src/**/*.test.ts'],
	exclude: ['**/*.unit.test.ts'],
	// Limits for waiting, not expectations: a busy machine may be slow.
	testTimeout: 300_000,
	hookTimeout: 120_000,
};

const onPglite = {
	...serverTests,
	globalSetup: ['./scripts/vitest-server.ts', './server/src/testing/pglite-template.ts'],
};

/** How far the longest tests go, and from where: more, or the same again, when asked for. */
const { LEDGER_OPERATIONS, LEDGER_SEED, CRASH } = process.env;
const lengths = {
	crashAll: CRASH === 'all',
	ledgerOperations: Number(LEDGER_OPERATIONS ?? 5000),
	ledgerSeed: LEDGER_SEED === undefined ? null : Number(LEDGER_SEED),
};

/** How often the built-in model is right about many drawn pictures: in `npm run test:all`. */
const JUDGED = ['bench/judge/{demo,taught}.test.ts'];

const embedded = { backend: 'pglite', postgresUrl: null, postgresBin: null } as const;

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
					testTimeout: 300_000,
					hookTimeout: 120_000,
					include: [
						'contract/src/**/*.test.ts',
						'portal/src/**/*.test.ts',
						'{model,server,camera,scenes}/src/**/*.unit.test.ts',
						'scripts/**/*.test.ts',
						'bench/**/*.test.ts',
					],
					exclude: JUDGED,
				},
			},
			{
				test: {
					...loadedOnce,
					name: 'judge',
					// Drawing and looking take long on a busy machine.
					testTimeout: 300_000,
					hookTimeout: 120_000,
					include: JUDGED,
				},
			},
			{
				test: {
					...serverTests,
					name: 'postgres',
					exclude: [...serverTests.exclude, 'server/src/admin/starting.test.ts'],
					provide: { backend: 'postgres', ...lengths },
					globalSetup: [
						'./scripts/vitest-server.ts',
						'./scripts/vitest-postgres.ts',
						'./server/src/testing/postgres-template.ts',
					],
				},
			},
			{
				test: { ...onPglite, name: 'pglite', include: ON_BOTH, provide: { ...embedded, ...lengths } },
			},
			{
				test: {
					...onPglite,
					name: 'pglite-rest',
					exclude: [...serverTests.exclude, ...ON_BOTH, ...ONCE],
					provide: { ...embedded, ...lengths },
				},
			},
		],
	},
});
