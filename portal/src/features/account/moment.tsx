import { exactTime, timeInWords } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { TimeText } from '../../ui/time-text.tsx';

/** A time in words ("3 minutes ago"), exact on hover. */
export function Moment({ iso }: { iso: string }) {
	const now = useNow();
	const seconds = Date.parse(iso) / 1000;
	return <TimeText iso={iso} words={timeInWords(seconds, now / 1000)} exact={exactTime(seconds)} />;
}
