import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import { Refusal } from '../base/failures.ts';
import { registry } from '../base/metrics.ts';
import { readTask } from '../base/one-process.ts';
import { newRouter } from '../base/route.ts';
import { ledgerEntries } from '../billing/tables.ts';
import { mailboxes } from '../mail/tables.ts';
import type { Db } from '../ports/database.ts';
import { automationRuns, isForWorkers, isWaiting } from '../runs/tables.ts';

/** For Prometheus, with the token that the operator has set. Without a token there are no metrics. */
/** What is set up beside what every installation has. */
export interface SetUp {
	hasMailbox: boolean;
	hasBroker: boolean;
}

export function metricsRoutes(db: Db, token: string | null, setUp: SetUp) {
	const router = newRouter();
	router.get('/metrics', async (c) => {
		if (!token) throw new Refusal('not-found', 'There is nothing here.');
		if (!sameText(c.req.header('authorization') ?? '', `Bearer ${token}`)) {
			throw new Refusal('unauthenticated', 'Metrics need Authorization: Bearer METRICS_TOKEN.');
		}
		c.header('content-type', registry.contentType);
		c.header('cache-control', 'no-store');
		return c.body(`${await registry.metrics()}${await databaseFigures(db, setUp)}`);
	});
	return router;
}

export const FIGURES = {
	watchword_runs_open: 'Runs queued or under way, in the whole installation.',
	watchword_runs_waiting: 'Runs whose mail waits for the yes of its owner.',
	watchword_runs_oldest_seconds: 'Age of the oldest run that is due and that nobody carries.',
	watchword_jobs_open: 'Other jobs waiting: mails, pictures to prepare, housekeeping.',
	watchword_jobs_oldest_seconds: 'Age of the oldest of them that is due.',
	watchword_credits_held: 'Credits on all accounts.',
	watchword_mailbox_unread_seconds:
		'Since the mailbox of the operator was last looked at with success; 0 without one.',
	watchword_mailbox_last_mail_seconds: 'Since a mail was last taken from it; 0 if none was.',
	watchword_mqtt_away_seconds:
		'Since there is no connection to the MQTT broker; 0 with one, or without a broker.',
} as const;

/** Every process gives the same figures, so asking one is enough. Each figure is read from an index of open rows. */
async function databaseFigures(db: Db, { hasMailbox, hasBroker }: SetUp): Promise<string> {
	const broker = hasBroker ? await readTask(db, 'mqtt') : null;
	const away = hasBroker ? (broker?.sinceSeconds ?? process.uptime()) : 0;
	const { rows } = await db.execute<Record<keyof typeof FIGURES, number>>(sql`
		select
			(select count(*) from ${automationRuns} where ${isForWorkers})::float8 as watchword_runs_open,
			(select count(*) from ${automationRuns} where ${isWaiting})::float8 as watchword_runs_waiting,
			coalesce((select extract(epoch from now() - min(next_try_at)) from ${automationRuns}
				where ${isForWorkers} and next_try_at <= now() and coalesce(lease_until, now()) <= now()), 0)::float8
				as watchword_runs_oldest_seconds,
			(select count(*) from queue.job where state in ('created', 'retry'))::float8 as watchword_jobs_open,
			coalesce((select extract(epoch from now() - min(start_after)) from queue.job
				where state in ('created', 'retry') and start_after <= now()), 0)::float8 as watchword_jobs_oldest_seconds,
			coalesce((select sum(last.balance) from ${users} u cross join lateral
				(select balance from ${ledgerEntries} where uid = u.id order by seq desc limit 1) last), 0)::float8
				as watchword_credits_held,
			coalesce((select extract(epoch from now() - coalesce(checked_at, added_at)) from ${mailboxes}
				where ${hasMailbox}::boolean), 0)::float8 as watchword_mailbox_unread_seconds,
			coalesce((select extract(epoch from now() - mail_at) from ${mailboxes} where ${hasMailbox}::boolean), 0)::float8
				as watchword_mailbox_last_mail_seconds,
			${broker?.working ? 0 : away}::float8 as watchword_mqtt_away_seconds`);
	return Object.entries(FIGURES)
		.map(
			([name, help]) =>
				`# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${rows[0]?.[name as keyof typeof FIGURES]}\n`,
		)
		.join('');
}

function sameText(given: string, wanted: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
	return a.length === b.length && timingSafeEqual(a, b);
}
