import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import { quiet } from '../testing/quiet.ts';
import { waitFor } from '../testing/wait.ts';
import { inOneProcess } from './one-process.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
	database = await openTestDatabase();
});
afterAll(() => database.close());

test('of several processes one does it, and another one when that one ends', async () => {
	const running: number[] = [];
	const most: number[] = [];
	const shared = { db: database.db, sole: false };
	const processes = [0, 1, 2].map((number) =>
		inOneProcess(shared, 'test', quiet, () => {
			running.push(number);
			most.push(running.length);
			return {
				async stop() {
					running.splice(running.indexOf(number), 1);
				},
			};
		}),
	);
	for (let left = processes.length; left > 0; left--) {
		const [number] = await waitFor('somebody to do it', () => running.length > 0 && [...running]);
		await processes[number ?? 0]?.stop();
	}
	expect(new Set(most)).toEqual(new Set([1]));
	expect(running).toEqual([]);
});

test('what a killed process held is taken over at once where no other process can be', async () => {
	const started: string[] = [];
	const start = (name: string) => () => {
		started.push(name);
		return { stop: async () => undefined };
	};
	const killed = inOneProcess({ db: database.db, sole: true }, 'alone', quiet, start('killed'));
	await waitFor('the first', () => started.length === 1);
	const next = inOneProcess({ db: database.db, sole: true }, 'alone', quiet, start('next'));
	await waitFor('the next', () => started.length === 2);
	await Promise.all([killed.stop(), next.stop()]);
	expect(started.slice(0, 2)).toEqual(['killed', 'next']);
});
