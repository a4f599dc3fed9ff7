import type { User } from '@watchword/contract/account';
import { type SubmitEvent, useState } from 'react';
import { currentZone } from '../../lib/time.ts';
import { Check } from '../../ui/check.tsx';
import { Field } from '../../ui/field.tsx';
import { TimeRange } from '../../ui/time-range.tsx';
import { mailTimesEdit, mailTimesOf, mailTimesProblems } from './mail-times.ts';
import { SaveRow } from './save-row.tsx';
import { useChanges, useEdit } from './use-edit.ts';

/** When mails of automations are held, and when the daily brief is sent. */
export function MailTimesForm({ user }: { user: User }) {
	const { values: times, changes, isChanged, change, forget } = useChanges(mailTimesOf(user));
	const [tried, setTried] = useState(false);
	const { submit, submitting, done, failure } = useEdit(forget);
	const problems = mailTimesProblems(times);
	const hasProblem = Boolean(problems.quiet || problems.brief);
	const zone = currentZone();

	function onSubmit(event: SubmitEvent) {
		event.preventDefault();
		setTried(true);
		if (!hasProblem) void submit(mailTimesEdit(times, changes, zone));
	}

	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			<Check
				label="Quiet hours"
				hint="Mails of your automations are held and arrive as one at the end. An automation can have hours of its own."
				checked={times.isQuiet}
				onChange={(isQuiet) => change({ isQuiet })}
			/>
			{times.isQuiet && (
				<TimeRange
					label="Quiet between"
					start={times.quietStart}
					end={times.quietEnd}
					onChange={({ start = times.quietStart, end = times.quietEnd }) =>
						change({ quietStart: start, quietEnd: end })
					}
					error={tried ? problems.quiet : undefined}
				/>
			)}
			<Check
				label="A brief every day"
				hint="One mail with what happened in the last 24 hours, by camera and automation."
				checked={times.hasBrief}
				onChange={(hasBrief) => change({ hasBrief })}
			/>
			{times.hasBrief && (
				<Field
					label="Time of the brief"
					type="time"
					value={times.briefAt}
					onChange={(event) => change({ briefAt: event.target.value })}
					error={tried ? problems.brief : undefined}
				/>
			)}
			{(times.isQuiet || times.hasBrief) && <p className="text-small text-muted">{zoneNote(user, zone)}</p>}
			<SaveRow failed={Boolean(failure)} submitting={submitting} saved={done && !isChanged} />
		</form>
	);
}

/** Saved times keep the zone they were saved in, until they are saved again. */
function zoneNote({ quiet_start, brief_at, alert_zone }: User, zone: string): string {
	const worded = (name: string) => name.replaceAll('_', ' ');
	const isElsewhere = (quiet_start !== null || brief_at !== null) && alert_zone !== zone;
	return isElsewhere
		? `Saved as times of ${worded(alert_zone)}. Save again to make them times of ${worded(zone)}.`
		: `Times are those of ${worded(zone)}.`;
}
