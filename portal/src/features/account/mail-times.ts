import type { User, UserEdit } from '@watchword/contract/account';
import { QUIET_HOURS_NEEDED, quietHoursProblem } from '@watchword/contract/alerts';

/** What the form shows. A time that is being typed may be empty. */
export interface MailTimes {
	isQuiet: boolean;
	quietStart: string;
	quietEnd: string;
	hasBrief: boolean;
	briefAt: string;
}

/** Unset times get common defaults. */
export const mailTimesOf = ({ quiet_start, quiet_end, brief_at }: User): MailTimes => ({
	isQuiet: quiet_start !== null && quiet_end !== null,
	quietStart: quiet_start ?? '22:00',
	quietEnd: quiet_end ?? '06:00',
	hasBrief: brief_at !== null,
	briefAt: brief_at ?? '07:30',
});

/** What is wrong, by field. Fields that are turned off are not checked. */
export function mailTimesProblems(times: MailTimes): { quiet?: string; brief?: string } {
	const { isQuiet, quietStart, quietEnd, hasBrief, briefAt } = times;
	const isQuietWrong = isQuiet && quietHoursProblem(quietStart || null, quietEnd || null) !== null;
	return {
		...(isQuietWrong && { quiet: `${QUIET_HOURS_NEEDED.replace('quiet', 'Quiet')}.` }),
		...(hasBrief && !briefAt && { brief: 'Enter a time.' }),
	};
}

/** What is saved: the changed times, and the time zone of all of them. */
export function mailTimesEdit(times: MailTimes, changes: Partial<MailTimes>, zone: string): UserEdit {
	const { isQuiet, quietStart, quietEnd, hasBrief, briefAt } = times;
	const areChanged = (...names: (keyof MailTimes)[]) => names.some((name) => changes[name] !== undefined);
	return {
		...(areChanged('isQuiet', 'quietStart', 'quietEnd') && {
			quiet_start: isQuiet ? quietStart : null,
			quiet_end: isQuiet ? quietEnd : null,
		}),
		...(areChanged('hasBrief', 'briefAt') && { brief_at: hasBrief ? briefAt : null }),
		alert_zone: zone,
	};
}
