import { nextFire } from '@watchword/contract/schedule';
import { CalendarClock } from 'lucide-react';
import { dayAndTime } from '../../../lib/time.ts';
import { editOf, filledTimes } from '../form/form.ts';
import type { Editor } from '../use-editor.ts';

/** When the schedule fires next, in the customer's time zone. */
export function NextRun({ editor: { form, base, clock, changed } }: { editor: Editor }) {
	if (filledTimes(form._schedule).length === 0) return null;
	const { _schedule, _zone, _utcOffset } = editOf(form, base, clock);
	const next = nextFire(_schedule, _zone, _utcOffset, clock.now);
	if (!next) return null;
	const { day, time } = dayAndTime(next.getTime(), clock.now.getTime());
	return (
		<p className="flex gap-2 text-small text-muted">
			<CalendarClock aria-hidden className="mt-px size-4.5 shrink-0" strokeWidth={1.75} />
			<span>
				{changed ? 'Next run once saved: ' : 'Next run: '}
				<time dateTime={next.toISOString()} className="font-medium text-ink tabular-nums">
					{`${day}, ${time}`}
				</time>{' '}
				({clock.zone})
				{_zone !== clock.zone && (
					<>. The times were set in {_zone} and keep to the clock there; change one, and all keep to yours.</>
				)}
			</span>
		</p>
	);
}
