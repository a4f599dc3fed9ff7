import { eq } from 'drizzle-orm';
import { newId } from '../base/ids.ts';
import { automationRuns, episodes } from '../runs/tables.ts';
import type { TestServer } from './server.ts';
import { waitFor } from './wait.ts';

export type StoredRun = typeof automationRuns.$inferSelect;

/** The runs of an automation in their order, as soon as `count` of them have ended. */
export async function endedRuns(
	server: TestServer,
	automationId: string,
	count: number,
	/** How long to wait, if the work itself takes long. */
	ms?: number,
): Promise<StoredRun[]> {
	let runs: StoredRun[] = [];
	const enough = async () => {
		runs = await server.services.database.db
			.select()
			.from(automationRuns)
			.where(eq(automationRuns._automationId, automationId))
			.orderBy(automationRuns.seq);
		return runs.filter((run) => run.ended_at).length >= count;
	};
	const seen = () => runs.map(({ _status, _reason, attempts }) => ({ _status, _reason, attempts }));
	await waitFor(`${count} ended runs of automation ${automationId}`, enough, {
		seen,
		...(ms !== undefined && { withinMs: ms }),
	});
	return runs;
}

/** An episode that a run began, as the engine would have stored it. */
export async function addEpisode(
	server: TestServer,
	uid: string,
	automationId: string,
	runId: string,
	fields: Partial<typeof episodes.$inferInsert> = {},
): Promise<string> {
	const id = newId();
	const now = new Date();
	const { db } = server.services.database;
	const seen = { first_at: now, last_at: now, captures: 1, first_runId: runId, watch: 'test' };
	await db.insert(episodes).values({ id, _owner: uid, _automationId: automationId, ...seen, ...fields });
	await db.update(automationRuns).set({ _episodeId: id }).where(eq(automationRuns.id, runId));
	return id;
}
