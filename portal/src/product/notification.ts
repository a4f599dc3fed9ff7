import { notificationInWords, type ReaderClock } from '@watchword/contract/notification';
import type { RunSummary } from '@watchword/contract/run';
import { momentInWords } from '../lib/time.ts';

/** The clock of whoever looks at this screen; `now` is in milliseconds. */
export const readerClock = (now: number): ReaderClock => ({
	write: (iso) => momentInWords(Date.parse(iso), now),
	now,
});

type Told = Pick<RunSummary, '_reason' | 'action_notification' | 'action_tells'>;

/** What a run says of itself besides its verdict: whether people were told, or why it did nothing. */
export const remarkOf = ({ _reason, action_notification, action_tells }: Told, now: number): string | null =>
	action_notification ? notificationInWords(action_notification, action_tells, readerClock(now)) : _reason;
