import type { Episode } from '@watchword/contract/episode';
import { isLive } from '../../product/episode.ts';

const HOUR_MS = 3_600_000;

export type Day = { start: number; hours: number };

/** Where an episode is on the line of a day: from 0 to 1. */
export interface Mark {
	episode: Episode;
	from: number;
	to: number;
}

/** One place on the line: pictures that would overlap share it. */
export interface Cluster {
	from: number;
	marks: Mark[];
}

export const shareOf = (day: Day, ms: number) =>
	Math.min(1, Math.max(0, (ms - day.start) / (day.hours * HOUR_MS)));

/** The marks of a day, from the first to the last. One that still lasts reaches to now. */
export function marksOf(episodes: Episode[], day: Day, now: number): Mark[] {
	return episodes
		.map((episode) => ({
			episode,
			from: shareOf(day, Date.parse(episode.first_at)),
			to: shareOf(day, isLive(episode, now) ? now : Date.parse(episode.last_at)),
		}))
		.sort((a, b) => a.from - b.from);
}

/** `width` is the share of the line that a picture takes. Each picture begins where its episode begins, if there is room. */
export function clustersOf(marks: Mark[], width: number): Cluster[] {
	const clusters: Cluster[] = [];
	for (const mark of marks) {
		const from = Math.max(0, Math.min(mark.from, 1 - width));
		const last = clusters.at(-1);
		if (last && from < last.from + width) last.marks.push(mark);
		else clusters.push({ from, marks: [mark] });
	}
	return clusters;
}
