import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queue } from '../../ports.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { quiet } from '../../testing/quiet.ts';
import { waitFor } from '../../testing/wait.ts';
import { openQueue } from './pg-boss.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let queue: Queue;
beforeAll(async () => {
	database = await openTestDatabase();
	queue = await openQueue(database, quiet);
});
afterAll(async () => {
	await queue.stop();
	await database.close();
});

test('jobs for now, jobs for later and jobs that failed are all done', async () => {
	const done: string[] = [];
	let failures = 0;
	await queue.work('password-reset', async ({ email }) => {
		if (email === 'fails-once' && failures++ === 0) throw new Error('not this time');
		done.push(email);
	});
	await queue.send(database.db, 'password-reset', { email: 'fails-once' });
	await queue.send(
		database.db,
		'password-reset',
		{ email: 'later' },
		{
			key: 'later',
			oncePerSeconds: 60,
			afterSeconds: 1,
		},
	);
	await queue.send(database.db, 'password-reset', { email: 'now' });
	await waitFor('three jobs', () => done.length === 3, { seen: () => done });
	expect(done.toSorted()).toEqual(['fails-once', 'later', 'now']);
	expect(failures).toBe(2);
});
