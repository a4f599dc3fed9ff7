import type { Presence } from '@watchword/contract/alerts';
import { useSession } from '../../../lib/session.tsx';
import { type LocalClock, timeHere } from '../../../lib/time.ts';

export type Hours = { start: string; end: string };

/** Settings of the account: its quiet hours in the customer's time zone, if any, and whether the customer is at home. */
export function useAccountAlerts(clock: LocalClock): { accountHours: Hours | null; presence: Presence } {
	const user = useSession().currentUserDetails;
	const zone = { _zone: user?.alert_zone ?? 'UTC', _utcOffset: 0 };
	const accountHours =
		user?.quiet_start && user.quiet_end
			? { start: timeHere(user.quiet_start, zone, clock), end: timeHere(user.quiet_end, zone, clock) }
			: null;
	return { accountHours, presence: user?.presence ?? 'home' };
}
