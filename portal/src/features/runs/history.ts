import type { InfiniteData } from '@tanstack/react-query';
import type { RunSummary } from '@watchword/contract/run';
import type { Page } from '../../lib/documents.ts';

export type History = InfiniteData<Page<RunSummary>, unknown>;

export const runsOf = (history: History | undefined): RunSummary[] =>
	history?.pages.flatMap(({ items }) => items) ?? [];

/** An episode is placed at its beginning. */
const timeOf = ({ episode, _timestamp }: RunSummary) =>
	episode ? Date.parse(episode.first_at) / 1000 : (_timestamp ?? 0);

/** The server's order: newest first, then by id. */
const order = (a: RunSummary, b: RunSummary) => timeOf(b) - timeOf(a) || (a.id < b.id ? 1 : -1);

/** The history without these runs: they have become part of an episode, or were deleted. */
export const withoutRuns = (history: History, ids: ReadonlySet<string>): History => ({
	...history,
	pages: history.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !ids.has(id)) })),
});

/** Whether a run may become part of a visible episode, so that its own card would soon disappear. */
export const mayJoin = (run: RunSummary, shown: RunSummary[]): boolean =>
	run._triggerType === 'capture' &&
	(run._status === 'queued' || run._status === 'decided') &&
	shown.some(({ episode, _automationId }) => episode?.open && _automationId === run._automationId);

/** The history with these runs merged in: known runs are replaced in place, new ones are inserted by their time. */
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
		// It is older than all loaded runs, and there is more to load. It comes with its own page.
		if (
			!place ||
			(place === pages.at(-1) && place.next && place.items.every((other) => order(run, other) > 0))
		)
			continue;
		place.items = [...place.items, run].sort(order);
	}
	return { ...history, pages };
}
