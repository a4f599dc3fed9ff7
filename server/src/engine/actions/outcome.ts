import type { automationRuns } from '../../runs/tables.ts';

/** What an action did, to be stored with the end of the run; or why it did nothing. */
export type Outcome =
	| { done: Partial<typeof automationRuns.$inferInsert>; skipped?: undefined }
	| { skipped: string; done?: undefined };
