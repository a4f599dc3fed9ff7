import { eq } from 'drizzle-orm';
import { automationRuns } from '../runs/tables.ts';
import type { TestServer } from './server.ts';

export type StoredRun = typeof automationRuns.$inferSelect;

/** The runs of an automation in their order, as soon as `count` of them have ended. */
export async function endedRuns(
	server: TestServer,
	automationId: string,
	count: number,
): Promise<StoredRun[]> {
	for (;;) {
		const runs = await server.house.database.db
			.select()
			.from(automationRuns)
			.where(eq(automationRuns._automationId, automationId))
			.orderBy(automationRuns.seq);
		if (runs.filter((run) => run.ended_at).length >= count) return runs;
		await new Promise((again) => setTimeout(again, 20));
	}
}
