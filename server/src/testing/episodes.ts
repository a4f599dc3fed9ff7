import { newId } from '../base/ids.ts';
import { automationRuns, episodes } from '../runs/tables.ts';
import type { TestServer } from './server.ts';

interface Given {
	uid: string;
	automation: string;
	deviceId?: string;
	/** When its first capture was, in minutes before now. The others follow, a minute apart. */
	minutesAgo: number;
	captures: number;
	/** Whether a capture showed that it was over. */
	ended?: boolean;
	run?: Partial<typeof automationRuns.$inferInsert>;
}

/** An episode with its runs, as the engine would have stored them; the first run notified. */
export async function addEpisodeWithRuns(
	server: TestServer,
	given: Given,
): Promise<{ id: string; runs: string[] }> {
	const { uid: _owner, automation: _automationId, deviceId = null, captures } = given;
	const { db } = server.services.database;
	const now = Date.now();
	const at = (n: number) => new Date(now - (given.minutesAgo - n) * 60_000);
	const id = newId();
	const runs = Array.from({ length: captures }, () => newId());
	const last_at = at(captures - 1);
	await db.insert(episodes).values({
		...{
			id,
			_owner,
			_automationId,
			deviceId,
			captures,
			last_at,
			first_at: at(0),
			first_runId: runs[0] ?? '',
		},
		watch: 'a fingerprint',
		ended_at: given.ended ? last_at : null,
	});
	await db.insert(automationRuns).values(
		runs.map((runId, n) => ({
			...{ id: runId, _owner, _automationId, _triggerKey: runId, _timestamp: at(n), ended_at: at(n) },
			...{ _episodeId: id, action_condition_met: true, action_evidence: `Seen ${n}.` },
			...{ _triggerType: 'capture' as const, _actionType: 'sendEmail' as const },
			...{ _status: 'succeeded' as const, action_verdict: 'met' as const },
			...(n === 0 ? { action_tells: 'begin' as const, action_sentTo: 'ops@example.com' } : {}),
			...given.run,
		})),
	);
	return { id, runs };
}
