import type { Notification } from '@watchword/contract/notification';
import type { automationRuns } from '../../runs/tables.ts';

/** The fields an action wants stored when the run ends, or why it did nothing; and whether people were told. */
export type Outcome = { notification?: Notification } & (
	| { done: Partial<typeof automationRuns.$inferInsert>; skipped?: undefined }
	| { skipped: string; done?: undefined }
);
