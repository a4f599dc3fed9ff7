import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../ports/database.ts';
import type { Queue } from '../../ports/queue.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { openTestQueue } from '../../testing/queue.ts';
import { waitFor } from '../../testing/wait.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let queue: Queue;
beforeAll(async () => {
	database = await openTestDatabase();
	queue = await openTestQueue(database);
});
afterAll(async () => {
	await queue.stop();
	await database.close();
});

const rows = async (query: ReturnType<typeof sql>) => (await database.db.execute(query)).rows;

/** What another process does that starts on the same database. */
async function startAnother<T>(act: (another: Queue) => Promise<T>): Promise<T> {
	const another = await openTestQueue(database);
	return act(another).finally(() => another.stop());
}

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

test('accounts take turns, and a long job delays its own account alone', async () => {
	const send = async (db: Db, uid: string, count: number) => {
		for (let n = 0; n < count; n++) await queue.send(db, 'learn-examples', { uid, automationId: '' });
	};
	const begun: string[] = [];
	const isOver = Promise.withResolvers<void>();
	await queue.work('learn-examples', async ({ uid }) => {
		begun.push(uid);
		if (uid === 'slow') await isOver.promise;
	});
	await send(database.db, 'slow', 2);
	await waitFor('the long job', () => begun.length > 0);
	await database.db.transaction(async (tx) => {
		await send(tx, 'ann', 10);
		await send(tx, 'bea', 10);
		await send(tx, 'cat', 2);
	});
	await waitFor('all jobs of the others', () => begun.length === 23, { seen: () => begun });
	const each = ['ann', 'bea', 'cat'];
	const rounds = [begun.slice(1, 4), begun.slice(4, 7)];
	expect(rounds.map((round) => round.toSorted())).toEqual([each, each]);
	expect(begun.filter((uid) => uid === 'slow')).toHaveLength(1);
	isOver.resolve();
	await waitFor('the other long job', () => begun.length === 24);
});

test('what comes too early is left out, or deferred and then done once; what is done is known for that long', async () => {
	const send = (key: string, deferRest: boolean) =>
		queue.send(
			database.db,
			'failure-mail',
			{ uid: 'ann', automationId: key },
			{ key, oncePerSeconds: 7 * 24 * 3600, deferRest },
		);
	for (const _ of [1, 2, 3]) {
		await send('left out', false);
		await send('deferred', true);
	}
	const found = await rows(sql`
		select singleton_key as key, start_after > now() as later, deletion_seconds as known
		from queue.job where name = 'failure-mail' order by key desc, later`);
	const known = 7 * 24 * 3600;
	expect(found).toEqual([
		{ key: 'left out', later: false, known },
		{ key: 'deferred', later: false, known },
		{ key: 'deferred', later: true, known },
	]);
});

test('a job that was due while no process ran is done at the next start', async () => {
	const minute = (new Date().getUTCMinutes() + 30) % 60;
	await queue.schedule('cleaning', `${minute} * * * *`);
	await database.db.execute(sql`update queue.schedule set created_on = now() - interval '1 day'`);
	await database.db.execute(sql`update queue.version set cron_on = now() - interval '2 hours'`);
	await startAnother(() =>
		waitFor(
			'the missed job',
			async () => (await rows(sql`select from queue.job where name = 'cleaning'`))[0],
		),
	);
});

test('queues that an older version made get the rules of this one', async () => {
	const rules = () =>
		rows(sql`select name, heartbeat_seconds, deletion_seconds, policy from queue.queue
			where name in ('held-alerts', 'farewell-mail') order by name`);
	const before = await rules();
	expect(before).toEqual([
		{ name: 'farewell-mail', heartbeat_seconds: null, deletion_seconds: 1800, policy: 'standard' },
		{ name: 'held-alerts', heartbeat_seconds: 30, deletion_seconds: 1800, policy: 'singleton' },
	]);
	await database.db.execute(
		sql`update queue.queue set heartbeat_seconds = null, deletion_seconds = 3600 where name <> 'export'`,
	);
	await startAnother(async () => expect(await rules()).toEqual(before));
});

test('a password reset that failed many times is tried again within five minutes', async () => {
	const own = await openTestDatabase();
	const { db } = own;
	const away = await openTestQueue(own);
	await away.work('password-reset', () => Promise.reject(new Error('the mail server is away')));
	await away.send(db, 'password-reset', { email: 'a@b.example' });
	const failed = (times: number) =>
		waitFor(`failure ${times}`, async () => {
			const { rows } = await db.execute(sql`select extract(epoch from start_after - now())::int as wait
				from queue.job where name = 'password-reset' and state = 'retry' and retry_count = ${times - 1}`);
			return rows[0];
		});
	await failed(1);
	await db.execute(
		sql`update queue.job set retry_count = 16, start_after = now() where name = 'password-reset'`,
	);
	expect((await failed(18)).wait).toBeLessThanOrEqual(300);
	await away.stop();
	await own.close();
});
