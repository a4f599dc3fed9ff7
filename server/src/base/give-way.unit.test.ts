import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quiet } from '../testing/quiet.ts';
import { openProcesses } from './processes.ts';
import { openBoundedThreads } from './threads.ts';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-way-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function script(module: string, lines: string): Promise<URL> {
	const file = join(folder, `${module}.mjs`);
	const ours = new URL(`./${module}.ts`, import.meta.url);
	await writeFile(
		file,
		`import { getPriority } from 'node:os';\nimport * as ours from '${ours.href}';\n${lines}`,
	);
	return pathToFileURL(file);
}

const own = getPriority();
const behind = process.platform === 'linux' ? Math.min(own + 5, 19) : own;

test('threads that read what strangers sent come after this one', async () => {
	const ask = openBoundedThreads(await script('threads', 'ours.answerQuestions(() => getPriority());'));
	expect(await ask('')).toBe(behind);
	expect(getPriority()).toBe(own);
});

test('processes that look at pictures come after this one', async () => {
	const asked = await script('processes', 'ours.answerAsked(async () => ({ priority: getPriority() }));');
	const { ask, close } = openProcesses(quiet, {
		...{ name: 'it', script: asked, count: 1, idleMs: 60_000, mostMs: 60_000, heapMb: 64 },
	});
	expect(await ask({}, new AbortController().signal)).toEqual({ priority: behind });
	close();
});
