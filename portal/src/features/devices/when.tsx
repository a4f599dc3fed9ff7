import { exactTime, timeInWords } from '../../lib/time.ts';
import { TimeText } from '../../ui/time-text.tsx';

export const exactly = (iso: string) => exactTime(Date.parse(iso) / 1000);

/** An ISO time in words, with the exact time on hover. */
export const When = ({ iso, now }: { iso: string; now: number }) => (
	<TimeText iso={iso} words={timeInWords(Date.parse(iso) / 1000, now / 1000)} exact={exactly(iso)} />
);
