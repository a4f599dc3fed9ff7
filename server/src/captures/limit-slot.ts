import { latestFire } from '@watchword/contract/schedule';
import type { automations } from '../automations/tables.ts';

type Limits = Pick<
	typeof automations.$inferSelect,
	'_limitSchedule' | '_zone' | '_utcOffset' | 'times_since'
>;

/**
 * The limit time that a capture belongs to: the latest that has passed when it was taken. The first capture to arrive for it runs.
 * Null if that time had passed already when the limits, the trigger or the pause last changed.
 */
export function limitSlot(
	{ _limitSchedule, _zone, _utcOffset, times_since }: Limits,
	takenAt: Date,
): Date | null {
	const slot = latestFire(_limitSchedule, _zone, _utcOffset, takenAt);
	return slot && slot > times_since ? slot : null;
}
