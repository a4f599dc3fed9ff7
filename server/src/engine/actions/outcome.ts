import type { automationRuns } from '../../runs/tables.ts';

/** The fields an action wants stored when the run ends, or why it did nothing. */
export type Outcome =
	| { done: Partial<typeof automationRuns.$inferInsert>; skipped?: undefined }
	| { skipped: string; done?: undefined };
