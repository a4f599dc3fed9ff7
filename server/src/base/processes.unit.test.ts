import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quiet } from '../testing/quiet.ts';
import { waitFor } from '../testing/wait.ts';
import { openProcesses } from './processes.ts';
import { workFor } from './turns.ts';

const never = new AbortController().signal;

/** A process that answers with what it was asked. It dies as often as a file in its folder has letters. */
const SCRIPT = `
	import { readFileSync, writeFileSync } from 'node:fs';
	const deaths = new URL('deaths', import.meta.url);
	process.on('disconnect', () => process.exit());
	process.on('message', ({ ask }) => {
		const left = readFileSync(deaths, 'utf8');
		if (ask === 'deadly' && left !== '') {
			writeFileSync(deaths, left.slice(1));
			process.kill(process.pid, 'SIGKILL');
		} else if (ask !== 'hang') process.send({ ask, pid: process.pid, names: Object.keys(process.env) });
	});`;

interface Answer {
	ask: string;
	pid: number;
	names: string[];
}

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-processes-'));
	await writeFile(join(folder, 'answers.mjs'), SCRIPT);
});
afterAll(() => rm(folder, { recursive: true }));

async function openWith({ deaths = 0, count = 1, idleMs = 60_000, mostMs = 60_000 } = {}) {
	await writeFile(join(folder, 'deaths'), 'x'.repeat(deaths));
	const script = pathToFileURL(join(folder, 'answers.mjs'));
	const opened = openProcesses<{ ask: string }>(quiet, {
		...{ name: 'it', script, count, idleMs, mostMs, heapMb: 64 },
	});
	const ask = (ask: string, signal = never) => opened.ask<Answer>({ ask }, signal);
	return { ask, close: opened.close };
}

test('one process answers one question after the other, and has no secrets', async () => {
	const { ask, close } = await openWith();
	const [first, second] = await Promise.all([ask('a'), ask('b')]);
	expect([first.ask, second.ask]).toEqual(['a', 'b']);
	expect(second.pid).toBe(first.pid);
	expect(first.names).toEqual([]);
	close();
});

test('questions at the same time get as many processes as there may be', async () => {
	const { ask, close } = await openWith({ count: 2 });
	const answers = await Promise.all([ask('a'), ask('b'), ask('c'), ask('d')]);
	expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2);
	close();
});

test('accounts take turns, however many questions one of them asks', async () => {
	const { ask, close } = await openWith();
	const answered: string[] = [];
	const askFor = (owner: string, what: string) =>
		workFor({ owner }, () => ask(what)).then(() => answered.push(what));
	const many = Array.from({ length: 20 }, (_, n) => askFor('busy', `busy ${n}`));
	await Promise.all([...many, askFor('other', 'other')]);
	expect(answered.indexOf('other')).toBeLessThan(3);
	close();
});

test('a process that is killed is replaced: its question is asked again, and those that wait lose nothing', async () => {
	const { ask, close } = await openWith({ deaths: 1 });
	const answers = await Promise.all([ask('deadly'), ask('b')]);
	expect(answers.map(({ ask }) => ask)).toEqual(['deadly', 'b']);
	close();
});

test('a question that kills twice fails, and the others do not', async () => {
	const { ask, close } = await openWith({ deaths: 3 });
	const [deadly, other] = await Promise.allSettled([ask('deadly'), ask('b')]);
	expect(deadly).toMatchObject({ reason: { message: 'its process ended with SIGKILL' } });
	expect(other).toMatchObject({ value: { ask: 'b' } });
	close();
});

test('a process that hangs is ended, so that nobody waits for it', async () => {
	const { ask, close } = await openWith({ mostMs: 3000 });
	const [hung, other] = await Promise.allSettled([ask('hang'), ask('b')]);
	expect(hung.status).toBe('rejected');
	expect(other.status).toBe('fulfilled');
	close();
});

test('a cancelled question fails at once, and is never asked if it still waits', async () => {
	const { ask, close } = await openWith({ deaths: 1 });
	const stop = new AbortController();
	const first = ask('a');
	const cancelled = expect(ask('deadly', stop.signal)).rejects.toThrow('enough');
	stop.abort(new Error('enough'));
	await cancelled;
	// The process was never asked: it lives.
	expect((await ask('b')).pid).toBe((await first).pid);
	await expect(ask('c', stop.signal)).rejects.toThrow('enough');
	close();
});

test('an idle process ends and gives its memory back', async () => {
	const { ask, close } = await openWith({ idleMs: 10 });
	const { pid } = await ask('a');
	await waitFor('the process ends', async () => {
		try {
			process.kill(pid, 0);
			return false;
		} catch {
			return true;
		}
	});
	expect((await ask('b')).pid).not.toBe(pid);
	close();
});

test('after closing, nothing is answered', async () => {
	const { ask, close } = await openWith();
	const refused = Promise.allSettled([ask('hang'), ask('b')]);
	close();
	expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	await expect(ask('c')).rejects.toThrow('closed');
});
