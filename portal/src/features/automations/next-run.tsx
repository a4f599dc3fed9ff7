import { nextFire } from '@watchword/contract/schedule';
import { CalendarClock } from 'lucide-react';
import { editOf, filledTimes } from './form.ts';
import type { Editor } from './use-editor.ts';

/** When the schedule fires next, on the customer's clock and with its zone. */
export function NextRun({ editor: { form, base, place, changed } }: { editor: Editor }) {
	if (filledTimes(form._schedule).length === 0) return null;
	const { _schedule, _zone, _utcOffset } = editOf(form, base, place);
	const next = nextFire(_schedule, _zone, _utcOffset, place.now);
	if (!next) return null;
	return (
		<p className="flex gap-2 text-small text-muted">
			<CalendarClock aria-hidden className="mt-px size-4.5 shrink-0" strokeWidth={1.75} />
			<span>
				{changed ? 'Next run once saved: ' : 'Next run: '}
				<time dateTime={next.toISOString()} className="font-medium text-ink tabular-nums">
					{inWords(next, place.zone, place.now)}
				</time>{' '}
				({place.zone})
				{_zone !== place.zone && (
					<>. The times were set in {_zone} and keep to the clock there; change one, and all keep to yours.</>
				)}
			</span>
		</p>
	);
}

/** "today, 6:30 PM", "tomorrow, 6:30 PM" or "Sat, Mar 7, 6:30 PM" */
function inWords(instant: Date, zone: string, now: Date): string {
	const day = (date: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(date);
	const days = (Date.parse(day(instant)) - Date.parse(day(now))) / 86_400_000;
	const time = new Intl.DateTimeFormat(undefined, { timeZone: zone, timeStyle: 'short' }).format(instant);
	const date = new Intl.DateTimeFormat(undefined, {
		timeZone: zone,
		weekday: 'short',
		month: 'short',
		day: 'numeric',
	});
	const word = days === 0 ? 'today' : days === 1 ? 'tomorrow' : date.format(instant);
	return `${word}, ${time}`;
}
