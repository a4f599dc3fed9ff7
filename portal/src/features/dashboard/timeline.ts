import type { Episode } from '@watchword/contract/episode';
import { isLive } from '../../product/episode.ts';

const DAY_MS = 24 * 3_600_000;

/** Where an episode is on the line of 24 hours: from 0 to 1. */
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

export const shareOf = (start: number, ms: number) => Math.min(1, Math.max(0, (ms - start) / DAY_MS));

/** The marks of the 24 hours from `start` on, from the first to the last. One that still lasts reaches to now. */
export function marksOf(episodes: Episode[], start: number, now: number): Mark[] {
	return episodes
		.map((episode) => ({
			episode,
			from: shareOf(start, Date.parse(episode.first_at)),
			to: shareOf(start, isLive(episode, now) ? now : Date.parse(episode.last_at)),
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
