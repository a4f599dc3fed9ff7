import type { InfiniteData } from '@tanstack/react-query';
import type { RunSummary } from '@watchword/contract/run';
import type { Page } from '../../lib/documents.ts';

export type History = InfiniteData<Page<RunSummary>, unknown>;

export const runsOf = (history: History | undefined): RunSummary[] =>
	history?.pages.flatMap(({ items }) => items) ?? [];

/** As the server orders them: newest first, by id where the times are equal. */
const order = (a: RunSummary, b: RunSummary) =>
	(b._timestamp ?? 0) - (a._timestamp ?? 0) || (a.id < b.id ? 1 : -1);

/** The same history with these runs in it: what was there is replaced in its place, what is new comes where its time is. */
export function withRuns(history: History, runs: RunSummary[]): History {
	const byId = new Map(runs.map((run) => [run.id, run]));
	const pages = history.pages.map((page) => ({
		...page,
		items: page.items.map((run) => {
			const newer = byId.get(run.id);
			byId.delete(run.id);
			return newer ?? run;
		}),
	}));
	for (const run of byId.values()) {
		const place = pages.find(({ items }) => items.some((other) => order(run, other) < 0)) ?? pages.at(-1);
		// Older than all that is loaded, while there is more to load: it comes with its own page.
		if (
			!place ||
			(place === pages.at(-1) && place.next && place.items.every((other) => order(run, other) > 0))
		)
			continue;
		place.items = [...place.items, run].sort(order);
	}
	return { ...history, pages };
}
