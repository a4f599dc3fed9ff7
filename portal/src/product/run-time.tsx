import { exactTime, timeInWords } from '../lib/time.ts';
import { TimeText } from '../ui/time-text.tsx';

type Props = {
	/** In seconds since 1970. */
	timestamp: number | null;
	/** In milliseconds, for "3 minutes ago". */
	now: number;
};

/** When a run was triggered. */
export function RunTime({ timestamp, now }: Props) {
	if (timestamp === null) return 'No timestamp available';
	return (
		<TimeText
			iso={new Date(timestamp * 1000).toISOString()}
			words={timeInWords(timestamp, now / 1000)}
			exact={exactTime(timestamp)}
		/>
	);
}
