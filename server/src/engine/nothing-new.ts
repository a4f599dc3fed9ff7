import { SAME_JUDGED_EVERY_MS } from '@watchword/contract/constants';
import { showsNothingNew } from '../pictures/same.ts';
import type { Db } from '../ports/database.ts';
import { remember, watchOf } from './alerts/memory.ts';
import { endRun } from './end.ts';
import type { EngineNeeds } from './engine-needs.ts';
import type { LeasedRun } from './lease.ts';
import { readKnown, storeWithAlerts } from './plan-alerts.ts';
import { requireLease } from './step.ts';

/**
 * Ends a run whose picture shows nothing new since the last judged one: free of charge, without asking a model. The last
 * verdict still holds. If there is something to report, the picture is judged after all.
 */
export async function endIfNothingNew(needs: EngineNeeds, run: LeasedRun): Promise<boolean> {
	const { sketch, ...bare } = run;
	if (!sketch) return false;
	return needs.db.transaction(async (tx: Db) => {
		const known = (await readKnown(tx, [run._automationId])).get(run._automationId);
		if (!known) return false;
		const { watch, seen, seen_at, seen_verdict, last_at } = known.state;
		const isNext =
			watch === watchOf(run.action_prompt, run.deviceId) && (!last_at || run._timestamp >= last_at);
		if (!isNext || !seen || !seen_at || !seen_verdict) return false;
		const age = run._timestamp.getTime() - seen_at.getTime();
		if (age < 0 || age >= SAME_JUDGED_EVERY_MS) return false;
		if (!showsNothingNew(Buffer.from(seen, 'base64'), sketch)) return false;
		const remembered = remember(known, bare, watch, seen_verdict);
		const { state, episodes, episode, tells, whyNotTold } = remembered;
		if ((tells !== null && tells !== 'every') || whyNotTold !== null) return false;
		const change = { _episodeId: episode?.id ?? null };
		const alert = {
			change,
			joins: null,
			state,
			episodes,
			held: null,
			hasEpisodeWebhook: known.hasEpisodeWebhook,
		};
		const [stored] = await storeWithAlerts(tx, needs, [{ run, change: {}, alert }]);
		await endRun({ ...needs, db: tx }, requireLease(run, stored).run, {
			_status: 'skipped',
			_reason: 'Nothing new since the last judged picture, so it was not judged.',
		});
		return true;
	});
}
