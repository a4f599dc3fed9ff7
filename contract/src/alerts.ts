/** How automations notify people: names and defaults. Without packages, so that the portal needs no schema library for them. */

/** When a watch of captures notifies: once when it begins, or at every capture. */
export const TELL_WHEN = ['begin', 'every'] as const;
/** Which quiet hours apply: those of the account, its own, or none, for what may wake people. */
export const QUIET_HOURS = ['account', 'own', 'none'] as const;
/** When an automation works: always, or only while the account is set to away or to home. */
export const WORKS_WHEN = ['always', 'away', 'home'] as const;
/**
 * How people are notified if the action sends an email, besides its channels: by mail, by a push message to the owner's browsers,
 * by both, or by neither.
 */
export const NOTIFY_BY = ['mail', 'push', 'both', 'none'] as const;
type NotifyBy = (typeof NOTIFY_BY)[number];
export const tellsByMail = (notify: NotifyBy) => notify === 'mail' || notify === 'both';
export const tellsByPush = (notify: NotifyBy) => notify === 'push' || notify === 'both';
export const PRESENCES = ['home', 'away'] as const;
export type Presence = (typeof PRESENCES)[number];

/** For how long an automation notifies nobody: for an hour, or until tomorrow morning. */
export const SNOOZES = ['hour', 'morning'] as const;
export type Snooze = (typeof SNOOZES)[number];

/** How and when an automation notifies people; `alertSettings` checks it and describes each field. */
export interface AlertSettings {
	_tell: (typeof TELL_WHEN)[number];
	_tellAgainMinutes: number | null;
	_tellOver: boolean;
	_tellTwice: boolean;
	_leastMinutes: number | null;
	_quiet: (typeof QUIET_HOURS)[number];
	_quietStart: string | null;
	_quietEnd: string | null;
	_works: (typeof WORKS_WHEN)[number];
	action_moreAddresses: string[];
	_skipSame: boolean;
	_notify: NotifyBy;
	_channels: string[];
}

/** The settings of automations that are older than these settings. */
export const EARLIER_ALERTS: AlertSettings = {
	_tell: 'every',
	_tellAgainMinutes: null,
	_tellOver: false,
	_tellTwice: false,
	_leastMinutes: null,
	_quiet: 'account',
	_quietStart: null,
	_quietEnd: null,
	_works: 'always',
	action_moreAddresses: [],
	_skipSame: false,
	_notify: 'mail',
	_channels: [],
};

export const NEW_ALERTS: AlertSettings = { ...EARLIER_ALERTS, _tell: 'begin' };

/** What is wrong with the ways people are told, or null. */
export const waysProblem = (notify: NotifyBy, channels: readonly string[]): string | null =>
	notify === 'none' && channels.length === 0
		? 'needs at least one channel if it tells neither by mail nor by push message'
		: null;

export const QUIET_HOURS_NEEDED = 'quiet hours need a beginning and an end that differ';

/** What is wrong with quiet hours, or null. */
export function quietHoursProblem(start: string | null, end: string | null): string | null {
	return start === null || end === null || start === end ? QUIET_HOURS_NEEDED : null;
}
