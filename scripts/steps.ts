import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const inTerminal = Boolean(process.stdout.isTTY);
const PROGRAMS = join(ROOT, 'node_modules/.bin');

interface Counts {
	passed: number;
	failed: number;
	/** What failed and why, in a few lines each; repeated at the end, since the middle of a long log is easily missed. */
	failures?: string[];
	/** What took longer than a test file may, so that it is noticed. */
	slow?: string[];
}

type Shown = Counts & { output?: string };

interface Ended {
	code: number;
	output: string;
}

/**
 * Three programs: what runs on Node.js, what also needs browser types, and the portal. Checking each folder separately would
 * check the server's files four times. One checker each: several would repeat most of each other's work.
 */
const TYPES = ['.', 'bench', 'portal'];

/** The quick checks; each tool counts as one. `unit` are the projects of vitest.config.ts that need nothing but Node.js. */
export const quickSteps = (unit: string[]) => [
	tool(
		'types',
		TYPES.map((project) => ['tsc', '--checkers', '1', '--pretty', String(inTerminal), '-p', project]),
	),
	tool('lint', [['biome', 'ci', '--error-on-warnings', `--colors=${inTerminal ? 'force' : 'off'}`, '.']]),
	tool('imports', [[process.execPath, 'scripts/import-rules.ts']]),
	tool('unused code', [['knip', '--no-progress']]),
	vitest(`${unit.join(' and ')} tests`, inProjects(unit)),
];

/** One check made of commands that run in parallel and must all succeed. */
export function tool(name: string, commands: string[][]): Promise<Counts> {
	return step(name, async () => {
		const ended = await Promise.all(commands.map((command) => run(command)));
		const failed = ended.filter(({ code }) => code !== 0);
		return { passed: failed.length ? 0 : 1, failed: failed.length ? 1 : 0, output: joined(failed) };
	});
}

export const inProjects = (names: string[]) => names.flatMap((name) => ['--project', name]);

/** Tests that Vitest runs, chosen by its arguments. */
export function vitest(name: string, chosen: string[], env: NodeJS.ProcessEnv = {}): Promise<Counts> {
	return step(name, () =>
		withReport<{ numPassedTests: number; numFailedTests: number; testResults: VitestFile[] }>(
			(report) =>
				run(
					[
						'vitest',
						'run',
						...chosen,
						'--reporter=default',
						'--reporter=json',
						`--outputFile.json=${report}`,
					],
					env,
				),
			(report) => {
				// A file that cannot be loaded has no tests to count.
				const unloaded = report.testResults.filter(
					({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
				);
				return {
					passed: report.numPassedTests,
					failed: report.numFailedTests + unloaded.length,
					failures: [
						...unloaded.map((file) => failure(file.name, file.message)),
						...report.testResults.flatMap((file) =>
							file.assertionResults
								.filter(({ status }) => status === 'failed')
								.map((test) => failure(`${file.name} › ${test.fullName}`, test.failureMessages.join('\n'))),
						),
					],
					slow: report.testResults.flatMap((file) => slow(file.name, file.endTime - file.startTime)),
				};
			},
		),
	);
}

/** The browser tests, shown while they run; `chromium` is the browser's path, or undefined for Playwright's own. */
export function playwright(name: string, chromium: string | undefined): Promise<Counts> {
	return step(name, () =>
		withReport<{
			stats: { expected: number; flaky: number; unexpected: number };
			errors: { message?: string }[];
			suites: PlaywrightSuite[];
		}>(
			(file) =>
				run(
					['playwright', 'test', '-c', 'e2e', '--reporter=list,json'],
					{ PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(chromium && { CHROMIUM: chromium }) },
					true,
				),
			({ stats, errors, suites }) => {
				const walks = suites.flatMap(walksOf);
				return {
					passed: stats.expected,
					failed: stats.unexpected + stats.flaky + errors.length,
					failures: [
						...errors.map(({ message = '' }) => failure('the browser tests', message)),
						...walks.filter(({ failed }) => failed).map(({ title, why }) => failure(title, why)),
					],
					slow: walks.flatMap(({ title, ms }) => slow(title, ms)),
				};
			},
		),
	);
}

/** A test file that runs longer than this, or a single walk through the portal, is listed at the end. */
const SLOW_MS = 10_000;

const slow = (name: string, ms: number) =>
	ms > SLOW_MS ? [`${(ms / 1000).toFixed(1).padStart(6)} s  ${name.replace(ROOT, '')}`] : [];

interface VitestFile {
	name: string;
	status: string;
	message: string;
	startTime: number;
	endTime: number;
	assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

interface PlaywrightSuite {
	suites?: PlaywrightSuite[];
	specs: {
		title: string;
		file: string;
		tests: { status: string; results: { duration: number; errors: { message?: string }[] }[] }[];
	}[];
}

function walksOf({
	suites = [],
	specs,
}: PlaywrightSuite): { title: string; failed: boolean; why: string; ms: number }[] {
	const here = specs.flatMap(({ file, title, tests }) =>
		tests.map(({ status, results }) => ({
			title: `e2e/tests/${file} › ${title}`,
			failed: status === 'unexpected' || status === 'flaky',
			why: results.flatMap((result) => result.errors.map(({ message = '' }) => message)).join('\n'),
			ms: results.reduce((sum, { duration }) => sum + duration, 0),
		})),
	);
	return [...here, ...suites.flatMap(walksOf)];
}

/** Long enough to see what was expected and where, short enough to show all failures. */
function failure(name: string, why: string): string {
	const lines = stripVTControlCharacters(why).split('\n');
	const ours = lines.filter(
		(line) => line.trim() && !line.includes('node_modules') && !line.includes('<anonymous>'),
	);
	return [`✗ ${name.replace(ROOT, '')}`, ...ours.slice(0, 15)].join('\n    ');
}

/** Runs one step, prints its result in a line, and shows its output if it failed. It never throws. */
export async function step(name: string, work: () => Promise<Shown>): Promise<Counts> {
	const began = performance.now();
	const {
		passed,
		failed,
		failures = [],
		slow = [],
		output,
	} = await work().catch(
		(error: unknown): Shown => ({
			passed: 0,
			failed: 1,
			output: error instanceof Error ? error.message : String(error),
		}),
	);
	const seconds = ((performance.now() - began) / 1000).toFixed(1);
	const tests = passed + failed > 1 ? `  ${passed} passed${failed ? `, ${failed} failed` : ''}` : '';
	console.log(`${failed ? '✗' : '✓'} ${name.padEnd(24)} ${seconds.padStart(6)} s${tests}`);
	if (failed && output) console.log(output);
	return { passed, failed, failures: failed && failures.length === 0 ? [`✗ ${name}`] : failures, slow };
}

export const total = (counts: Counts[]) => ({
	passed: counts.reduce((sum, { passed }) => sum + passed, 0),
	failed: counts.reduce((sum, { failed }) => sum + failed, 0),
	failures: counts.flatMap(({ failures = [] }) => failures),
	slow: counts.flatMap(({ slow = [] }) => slow),
});

const children = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(signal, async () => {
		// Each child stops its own children, and gets the time for that.
		const ended = [...children].map((child) => child.kill('SIGINT') && once(child, 'close'));
		await Promise.all(ended);
		process.exit(130);
	});
}

function run([command = '', ...args]: string[], env: NodeJS.ProcessEnv = {}, live = false): Promise<Ended> {
	return new Promise((resolve, reject) => {
		const child = spawn(command.includes('/') ? command : join(PROGRAMS, command), args, {
			cwd: ROOT,
			env: { ...process.env, ...env },
			stdio: live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
		});
		children.add(child);
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream?.on('data', (data) => {
				output += data;
			});
		}
		child.once('error', reject);
		child.once('close', (code) => {
			children.delete(child);
			resolve({ code: code ?? 1, output });
		});
	});
}

/** Counts come from the runner's own report; a runner that failed without a failed test still counts as one. */
async function withReport<Report>(
	start: (file: string) => Promise<Ended>,
	count: (report: Report) => Counts,
): Promise<Shown> {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-report-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const file = join(folder, 'report.json');
	const { code, output } = await start(file);
	if (!existsSync(file)) return { passed: 0, failed: 1, output };
	const counts = count(JSON.parse(readFileSync(file, 'utf8')));
	return { ...counts, failed: code === 0 ? counts.failed : Math.max(counts.failed, 1), output };
}

const joined = (ended: Ended[]) => ended.map(({ output }) => output.trimEnd()).join('\n');
