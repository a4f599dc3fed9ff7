import type { Notification } from '@watchword/contract/notification';
import type { automationRuns } from '../../runs/tables.ts';

type Told = Pick<typeof automationRuns.$inferSelect, 'action_firstLook'>;

/** People were told about the run before the language model had answered. */
export const isToldAtOnce = ({ action_firstLook }: Told): boolean => toldAt({ action_firstLook }) !== null;

export const toldAt = ({ action_firstLook }: Told): string | null => action_firstLook?.told_at ?? null;

/** The notification of such a run; null for others. A push service may still have to answer. */
export function notificationAtOnce(
	run: Told & Pick<typeof automationRuns.$inferSelect, 'action_sentTo'>,
	problem: string,
): Notification | null {
	const at = toldAt(run);
	return at === null ? null : { state: run.action_sentTo === null ? 'sending' : 'sent', at, problem };
}
