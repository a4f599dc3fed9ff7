import { EPISODE_GAP_MS } from '@watchword/contract/constants';
import type { Episode } from '@watchword/contract/episode';
import { type EpisodeCounts, episodeInWords } from '@watchword/contract/notification';
import { calendarDay, clockOf, shortDateOf } from '../lib/time.ts';
import { readerClock } from './notification.ts';

/** Whether it still lasts. After a long time without captures it is over, although no event announced it. */
export const isLive = ({ open, last_at }: Pick<Episode, 'open' | 'last_at'>, now: number) =>
	open && now - Date.parse(last_at) < EPISODE_GAP_MS;

/** "14:02 to 14:09", "since 14:02", "Nov 14, 23:50 to 0:10": when it was, with the day if it began on another. */
export function episodeTimes(episode: Pick<Episode, 'open' | 'first_at' | 'last_at'>, now: number): string {
	const [first, last] = [Date.parse(episode.first_at), Date.parse(episode.last_at)];
	const isToday = calendarDay(first) === calendarDay(now);
	const began = isToday ? clockOf(first) : `${shortDateOf(first)}, ${clockOf(first)}`;
	if (isLive(episode, now)) return `since ${began}`;
	if (clockOf(first) === clockOf(last) && last - first < 60_000) return isToday ? `at ${began}` : began;
	const isLong = last - first >= 24 * 3_600_000;
	return `${began} to ${isLong ? `${shortDateOf(last)}, ` : ''}${clockOf(last)}`;
}

/** "14 captures, 1 mail". */
export const episodeCounts = (counts: EpisodeCounts, isTold: boolean, now: number) =>
	episodeInWords(counts, isTold, readerClock(now));
