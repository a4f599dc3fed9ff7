import type { Notification } from '@watchword/contract/notification';
import { type QuietHours, quietUntil } from '@watchword/contract/quiet-hours';
import type { users } from '../../accounts/tables.ts';
import type { Known } from './memory.ts';

/** Whether somebody is notified now, later in one mail with others, or not at all, and why. */
export type Timing =
	| { when: 'now' }
	| { when: 'held'; why: 'quiet' | 'late'; until: Date }
	| { when: 'never'; notification: Notification };

/** How long to wait for the rest of a backlog before one mail reports all of it. */
const BACKLOG_MS = 30_000;
const MINUTE = 60_000;

interface Moment {
	now: Date;
	/** When the reported event happened. */
	at: Date;
	/** A picture older than this is reported as part of a backlog; null if age does not count. */
	lateAfterMs: number | null;
	/** False for scheduled mails, which are sent at their time. */
	keepsQuiet: boolean;
}

export function whenToNotify(known: Known, { now, at, lateAfterMs, keepsQuiet }: Moment): Timing {
	const { settings, snoozedUntil, state } = known;
	const never = (why: 'snoozed' | 'least', at: Date, minutes?: number): Timing => ({
		when: 'never',
		notification: { state: 'not-sent', why, at: at.toISOString(), ...(minutes !== undefined && { minutes }) },
	});
	if (snoozedUntil && snoozedUntil > now) return never('snoozed', snoozedUntil);
	const quiet = keepsQuiet ? quietHoursOf(known) : null;
	const quietEnd = quiet && quietUntil(quiet, now);
	if (quietEnd) return { when: 'held', why: 'quiet', until: quietEnd };
	if (lateAfterMs !== null && now.getTime() - at.getTime() > lateAfterMs)
		return { when: 'held', why: 'late', until: new Date(now.getTime() + BACKLOG_MS) };
	const { _leastMinutes: least } = settings;
	if (least !== null && state.sent_at && now.getTime() - state.sent_at.getTime() < least * MINUTE)
		return never('least', state.sent_at, least);
	return { when: 'now' };
}

export type AccountQuiet = Pick<typeof users.$inferSelect, 'quiet_start' | 'quiet_end' | 'alert_zone'>;

/** The quiet hours of an account; null for none. */
export const accountQuietHours = ({ quiet_start: start, quiet_end: end, alert_zone: zone }: AccountQuiet) =>
	start !== null && end !== null ? { start, end, zone } : null;

type Quiet = Pick<Known, 'accountQuiet'> & {
	settings: Pick<Known['settings'], '_quiet' | '_quietStart' | '_quietEnd' | '_zone'>;
};

export function quietHoursOf({ settings, accountQuiet }: Quiet): QuietHours | null {
	if (settings._quiet === 'account') return accountQuiet;
	const { _quiet, _quietStart: start, _quietEnd: end, _zone: zone } = settings;
	return _quiet === 'own' && start !== null && end !== null ? { start, end, zone } : null;
}
