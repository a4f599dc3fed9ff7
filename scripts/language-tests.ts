import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Thousands of example sentences, and what the built-in model says about drawn pictures: slow, and only the rules can break them. */
export const LANGUAGE_TESTS = [
	'server/src/adapters/model/built-in/{mail,picture-prompt,results}/**/*.unit.test.ts',
	'server/src/adapters/model/built-in/answers.unit.test.ts',
	'bench/judge/{demo,taught}.test.ts',
];

const RULES = [
	'server/src/adapters/model/built-in',
	'server/src/demo',
	'contract/src/known-objects.ts',
	'scenes/src',
	'bench/judge',
];

/** Whether the rules differ from origin/main, or on main itself from the commit before. Without git nothing counts as changed. */
export function languageRulesChanged(): boolean {
	try {
		const head = git('rev-parse', 'HEAD');
		const shared = attempt(() => git('merge-base', 'HEAD', 'origin/main'));
		const base = shared && shared !== head ? shared : git('rev-parse', 'HEAD~1');
		const changed = git('diff', '--name-only', base, '--', ...RULES);
		return changed !== '' || git('ls-files', '--others', '--exclude-standard', '--', ...RULES) !== '';
	} catch {
		return false;
	}
}

const git = (...args: string[]) =>
	execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function attempt<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}
