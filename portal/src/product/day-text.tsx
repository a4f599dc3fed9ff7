import { dateOf, exactTime } from '../lib/time.ts';
import { TimeText } from '../ui/time-text.tsx';

/** A day ("November 23, 2026"), with its time on hover. */
export const DayText = ({ iso }: { iso: string }) => (
	<TimeText iso={iso} words={dateOf(Date.parse(iso))} exact={exactTime(Date.parse(iso) / 1000)} />
);
