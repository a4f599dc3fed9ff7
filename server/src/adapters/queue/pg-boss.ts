import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { type ConstructorOptions, fromDrizzle, fromPglite, type Job, PgBoss } from 'pg-boss';
import { LET_END_MS, startTicking } from '../../base/loops.ts';
import type { Db } from '../../ports/database.ts';
import type { Log } from '../../ports/log.ts';
import type { JobName, JobRules, Queue, Retries } from '../../ports/queue.ts';
import type { EmbeddedDatabase } from '../database/pglite.ts';
import type { PostgresDatabase } from '../database/postgres.ts';

/** A queue has several workers, and never two with jobs of one account: a job that takes long delays its own account alone. */
const WORKERS = 2;
const FETCH = {
	localGroupConcurrency: 1,
	pollingIntervalSeconds: 2,
	notifyPollingIntervalSeconds: 60,
} as const;

/** Further jobs of one account have no later turns. */
const LAST_TURN = 100;

/** How long a finished job is kept, and how often jobs are deleted. So the addresses in jobs are gone within an hour. */
const KEPT_SECONDS = 1800;

/** How soon a delayed or retried job is noticed. One that is due at once is noticed at once. */
const DUE_WITHIN_MS = 2000;

/** pg-boss on either database, with a queue for each job. Jobs are in the same database as the rows they belong to and commit with them. */
export async function openQueue(
	database: EmbeddedDatabase | PostgresDatabase,
	jobs: Record<JobName, JobRules>,
	log: Log,
): Promise<Queue> {
	const boss = new PgBoss({
		...connection(database),
		useListenNotify: true,
		schema: 'queue',
		maintenanceIntervalSeconds: KEPT_SECONDS,
	});
	boss.on('error', (error) => log.error({ err: error }, 'queue'));
	boss.on('warning', (warning) => log.warn({ warning }, 'queue'));
	await boss.start();
	const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
	for (const [name, job] of Object.entries(jobs)) {
		const policy = job.alone && POLICIES[job.alone];
		const rules = rulesOf(job);
		const found = there.get(name);
		if (isDeepStrictEqual({ ...found, ...rules }, found)) continue;
		if (found) await boss.updateQueue(name, rules);
		else await boss.createQueue(name, { ...rules, ...(policy && { policy }) });
		// Makes pg-boss load the queue now. Within the transaction that sends the first job this would wait forever.
		await boss.findJobs(name, { id: randomUUID() });
	}
	/** The workers of each queue. One statement finds the due jobs of all queues: one per queue would keep an idle server busy. */
	const workers = new Map<string, string[]>();
	const wakeDue = async () => {
		const { rows } = await database.db.execute(sql`
			select worked.name from unnest(${sql.param([...workers.keys()])}::text[]) as worked(name) where exists (
				select from queue.job waiting where waiting.name = worked.name
				and state < 'active' and not blocked and start_after <= now())`);
		for (const { name } of rows) for (const id of workers.get(String(name)) ?? []) boss.notifyWorker(id);
	};
	let waking: { stop(): Promise<void> } | null = null;
	return {
		async send(db, name, data, options) {
			await boss.send(name, data, {
				db: fromDrizzle(db, sql),
				...('uid' in data && (await turnOf(db, name, data.uid))),
				...(options && {
					singletonKey: options.key,
					singletonSeconds: options.oncePerSeconds,
					singletonNextSlot: options.deferRest ?? false,
					// pg-boss recognises a repeat by the finished job.
					deleteAfterSeconds: Math.max(options.oncePerSeconds, KEPT_SECONDS),
					startAfter: options.afterSeconds ?? 0,
				}),
			});
		},
		async work(name, handle) {
			type Data = Parameters<typeof handle>[0];
			const ids: string[] = [];
			while (ids.length < (jobs[name].alone ? 1 : WORKERS)) {
				const id = await boss.work(name, FETCH, async ([job]: Job<Data>[]) => {
					// Looks for the next job at once.
					boss.notifyWorker(id);
					try {
						if (job) await handle(job.data);
					} catch (error) {
						log.warn({ err: error, job: job?.id, queue: name }, 'job failed, will be tried again');
						throw error;
					}
				});
				ids.push(id);
			}
			workers.set(name, ids);
			waking ??= startTicking('queue', DUE_WITHIN_MS, wakeDue, log);
		},
		async schedule(name, cron) {
			await boss.schedule(name, cron, null, { missed: 'once' });
		},
		async stop(withinMs = LET_END_MS) {
			await waking?.stop();
			await boss.stop({ graceful: true, timeout: withinMs });
		},
	};
}

const POLICIES = { one: 'singleton', 'one and the next': 'stately' } as const;
const RETRIES: Retries = { times: 8, afterSeconds: 30 };
const NO_RETRIES: Retries = { times: 0, afterSeconds: 1 };

function rulesOf(job: JobRules) {
	const retries = job.retries ?? (job.cron ? NO_RETRIES : RETRIES);
	const { expireInSeconds, heartbeatSeconds } = job;
	return {
		retryLimit: retries.times,
		retryDelay: retries.afterSeconds,
		retryBackoff: true,
		...(retries.atMostSeconds && { retryDelayMax: retries.atMostSeconds }),
		...(expireInSeconds && { expireInSeconds }),
		...(heartbeatSeconds && { heartbeatSeconds }),
		notify: true,
		deleteAfterSeconds: KEPT_SECONDS,
	};
}

/**
 * Accounts take turns: first come the first waiting jobs of all of them, then the second ones. So the others wait for one job
 * of an account that has many.
 */
async function turnOf(db: Db, queue: JobName, uid: string) {
	const { rows } = await db.execute(sql`
		select from queue.job where name = ${queue} and group_id = ${uid} and state < 'active' limit ${LAST_TURN}`);
	return { group: { id: uid }, priority: -rows.length };
}

function connection(database: EmbeddedDatabase | PostgresDatabase): ConstructorOptions {
	if ('pglite' in database) return { db: fromPglite(database.pglite), backend: 'pglite' };
	return { ...database.connection, max: 10, application_name: 'watchword queue' } as ConstructorOptions;
}
