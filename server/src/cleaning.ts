import { forgetDeleted, pruneVersions } from './automations/retention.ts';
import type { House } from './compose.ts';
import { pruneCaptures } from './devices/captures.ts';
import { pruneRuns } from './runs/retention.ts';

/** Shorter than the queue waits for a job, so that no second one begins while this one is at work. */
const AT_MOST_MS = 10 * 60_000;

type Needs = Pick<House, 'database' | 'queue' | 'objects' | 'settings' | 'log'>;

/**
 * What has been kept long enough goes: runs first, since captures and deleted automations stay for as long as a run needs
 * them. In small batches, so that nobody waits; what a day's cleaning does not finish, the next job goes on with.
 */
export async function clean({ database, queue, objects, settings, log }: Needs): Promise<void> {
	const { db } = database;
	const { runDays, captureDays, versionDays } = settings.kept;
	const until = Date.now() + AT_MOST_MS;
	const mayGoOn = () => Date.now() < until;
	const runs = await pruneRuns(db, objects, runDays, mayGoOn);
	const captures = await pruneCaptures(db, objects, captureDays, mayGoOn);
	const versions = await pruneVersions(db, versionDays, mayGoOn);
	const automations = await forgetDeleted(db, versionDays, mayGoOn);
	log.info({ runs, captures, versions, automations }, 'cleaned');
	if (!mayGoOn()) await queue.send(db, 'cleaning', {});
}
