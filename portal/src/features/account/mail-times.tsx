import type { User } from '@watchword/contract/account';
import { currentZone } from '../../lib/time.ts';
import { useForm } from '../../lib/use-form.ts';
import { Check } from '../../ui/check.tsx';
import { Field } from '../../ui/field.tsx';
import { TimeRange } from '../../ui/time-range.tsx';
import { mailTimesEdit, mailTimesOf, mailTimesProblems } from './mail-times.ts';
import { SaveRow } from './save-row.tsx';
import { useChanges, useSaveEdit } from './use-edit.ts';

/** When mails of automations are held, and when the daily brief is sent. */
export function MailTimesForm({ user }: { user: User }) {
	const { values: times, changes, isChanged, change, forget } = useChanges(mailTimesOf(user));
	const save = useSaveEdit();
	const zone = currentZone();
	const { onSubmit, shown, submitting, done, failure } = useForm(mailTimesProblems(times), async () => {
		await save(mailTimesEdit(times, changes, zone));
		forget();
	});

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
					error={shown.quiet}
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
					error={shown.brief}
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
