import { sql } from 'drizzle-orm';
import { forgetExpired } from '../accounts/accounts.ts';
import { forgetEvents } from '../accounts/history.ts';
import { capturesOfExamples } from '../automations/examples.ts';
import { forgetDeleted, pruneVersions } from '../automations/retention.ts';
import { forgetSnoozeLinks } from '../automations/snooze-links.ts';
import { pruneDeliveries } from '../deliveries/retention.ts';
import { pruneCaptures } from '../devices/captures.ts';
import { forgetExports } from '../exports/exports.ts';
import { forgetTaken } from '../mail/mailbox/state.ts';
import type { Db } from '../ports/database.ts';
import type { Job, Nothing } from '../ports/queue.ts';
import { automationsInUse, capturesOfRuns, pruneRuns } from '../runs/retention.ts';
import { forgetShares } from '../shares/shares.ts';
import type { Services } from './services.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		/** Removes what is older than its retention time. */
		cleaning: Nothing;
		/** Removes what has expired. */
		housekeeping: Nothing;
	}
}

/** Shorter than the time limit of the job, so that no second job begins while this one works. */
const AT_MOST_MS = 10 * 60_000;

/** Captures of runs and examples are kept. */
const capturesInUse: typeof capturesOfRuns = async (db, ids) =>
	(await capturesOfRuns(db, ids)).union(await capturesOfExamples(db, ids));

type Needs = Pick<Services, 'database' | 'queue' | 'objects' | 'settings' | 'log'>;

/**
 * Removes what has been kept long enough. Runs go first, because captures and deleted automations stay while a run needs
 * them. It works in small batches, so that nobody waits. The next job continues what this one does not finish.
 */
export async function clean({ database, queue, objects, settings, log }: Needs): Promise<void> {
	const { db } = database;
	const { runDays, captureDays, versionDays } = settings.kept;
	const until = Date.now() + AT_MOST_MS;
	const mayGoOn = () => Date.now() < until;
	const runs = await pruneRuns(db, objects, runDays, mayGoOn);
	const captures = await pruneCaptures(db, objects, captureDays, capturesInUse, mayGoOn);
	const versions = await pruneVersions(db, versionDays, mayGoOn);
	const automations = await forgetDeleted(db, versionDays, automationsInUse, mayGoOn);
	const links = await forgetSnoozeLinks(db);
	const shares = await forgetShares(db);
	const deliveries = await pruneDeliveries(db, mayGoOn);
	const events = await forgetEvents(db);
	await forgetTaken(db);
	log.info({ runs, captures, versions, automations, links, shares, deliveries, events }, 'cleaned');
	if (database.sole) await vacuum(db);
	if (!mayGoOn()) await queue.send(db, 'cleaning', {});
}

export const cleaning: Job<'cleaning', Needs> = {
	handle: clean,
	cron: '23 3 * * *',
	retries: { times: 1, afterSeconds: 60 },
	alone: 'one',
};

export const housekeeping: Job<'housekeeping', Needs> = {
	async handle({ database: { db }, objects }) {
		await forgetExpired(db);
		await forgetExports(db, objects);
	},
	cron: '17 * * * *',
	retries: { times: 1, afterSeconds: 60 },
};

/** PostgreSQL does this automatically. The embedded database does not: it would never reuse the space of removed rows. */
async function vacuum(db: Db): Promise<void> {
	const { rows } = await db.execute(
		sql`select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables`,
	);
	for (const { name } of rows) await db.execute(sql.raw(`vacuum analyze ${name}`));
}
