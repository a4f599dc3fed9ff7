import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { type ConstructorOptions, fromDrizzle, fromPglite, type Job, PgBoss } from 'pg-boss';
import { LET_END_MS, startTicking } from '../../base/loops.ts';
import type { Db } from '../../ports/database.ts';
import type { Log } from '../../ports/log.ts';
import type { JobName, Queue } from '../../ports/queue.ts';
import type { EmbeddedDatabase } from '../database/pglite.ts';
import type { PostgresDatabase } from '../database/postgres.ts';

interface QueueRules {
	retryLimit: number;
	retryDelay: number;
	retryBackoff: boolean;
	/** The longest wait between two tries, in seconds. */
	retryDelayMax?: number;
	policy?: 'singleton' | 'stately';
	/** For long jobs: how long a job may take, and how soon a dead worker is noticed. */
	expireInSeconds?: number;
	heartbeatSeconds?: number;
}

const QUEUES: Record<JobName, QueueRules> = {
	// Somebody waits for it, so the first tries follow soon; then one every five minutes for about an hour.
	'password-reset': { retryLimit: 18, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 },
	'sign-in-failed': { retryLimit: 3, retryDelay: 2, retryBackoff: true },
	'security-mail': { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	'leaving-mail': { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	'farewell-mail': { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	'erased-files': { retryLimit: 20, retryDelay: 60, retryBackoff: true },
	// One at a time in all processes. The next job retries what failed.
	leaving: { retryLimit: 0, retryDelay: 1, retryBackoff: false, policy: 'singleton', expireInSeconds: 3600 },
	'address-mail': { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	'address-changed-mail': { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	'prepare-capture': { retryLimit: 5, retryDelay: 5, retryBackoff: true },
	'prepare-captures': { retryLimit: 2, retryDelay: 5, retryBackoff: true },
	// 200 pictures take some minutes.
	'learn-examples': { retryLimit: 3, retryDelay: 10, retryBackoff: true, expireInSeconds: 1800 },
	'read-conditions': { retryLimit: 3, retryDelay: 10, retryBackoff: true },
	'failure-mail': { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	'credits-mail': { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	'refused-mails-mail': { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	'low-balance-mail': { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	'webhook-mail': { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	brief: { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	'silence-mail': { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	export: {
		retryLimit: 3,
		retryDelay: 5,
		retryBackoff: true,
		expireInSeconds: 6 * 3600,
		heartbeatSeconds: 30,
	},
	'test-card-event': { retryLimit: 5, retryDelay: 2, retryBackoff: true },
	'reconcile-payments': { retryLimit: 0, retryDelay: 1, retryBackoff: false },
	// One at a time in all processes. If one dies, the next must not wait until the job has expired.
	'held-alerts': {
		retryLimit: 0,
		retryDelay: 1,
		retryBackoff: false,
		policy: 'singleton',
		heartbeatSeconds: 30,
	},
	'approval-mail': { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	'approval-reminder': { retryLimit: 8, retryDelay: 30, retryBackoff: true },
	approvals: {
		retryLimit: 0,
		retryDelay: 1,
		retryBackoff: false,
		policy: 'singleton',
		heartbeatSeconds: 30,
	},
	// One running and one waiting. The next job retries what failed.
	mirror: { retryLimit: 0, retryDelay: 1, retryBackoff: false, policy: 'stately' },
	'delete-saved': { retryLimit: 20, retryDelay: 10, retryBackoff: true },
	housekeeping: { retryLimit: 1, retryDelay: 60, retryBackoff: false },
	// One at a time in all processes.
	cleaning: { retryLimit: 1, retryDelay: 60, retryBackoff: false, policy: 'singleton' },
	// Building it took 40 s per million runs. A failed one waits for the next month.
	'search-index': {
		retryLimit: 0,
		retryDelay: 1,
		retryBackoff: false,
		policy: 'singleton',
		expireInSeconds: 6 * 3600,
	},
};

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

/** pg-boss on either database. Jobs are in the same database as the rows they belong to and commit with them. */
export async function openQueue(database: EmbeddedDatabase | PostgresDatabase, log: Log): Promise<Queue> {
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
	for (const [name, { policy, ...others }] of Object.entries(QUEUES)) {
		const rules = { ...others, notify: true, deleteAfterSeconds: KEPT_SECONDS };
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
			while (ids.length < (QUEUES[name].policy ? 1 : WORKERS)) {
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
