import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import type { Episode } from '@watchword/contract/episode';
import type { ResultsQuery } from '@watchword/contract/results';
import type { RunFilter, RunSummary } from '@watchword/contract/run';
import type { SavedFilter } from '@watchword/contract/saved';
import { call } from './api.ts';
import { byCursor, orNull, type Page } from './documents.ts';

/** The numbers that an automation has read. They change with its runs. */
export const valuesQuery = (id: string) =>
	queryOptions({
		queryKey: ['runs', 'values', id],
		queryFn: ({ signal }) => call('GET /api/automations/{id}/values', { params: { id }, signal }),
		enabled: id !== EXAMPLE_AUTOMATION,
	});

/** What the runs of an automation found for its fields, a page at a time. */
export const resultsQuery = (id: string, filter: Omit<ResultsQuery, 'cursor'>) =>
	infiniteQueryOptions({
		queryKey: ['runs', 'results', id, filter],
		queryFn: ({ pageParam, signal }) =>
			call('GET /api/automations/{id}/results', {
				params: { id },
				query: { ...filter, cursor: pageParam ?? undefined },
				signal,
			}),
		...byCursor,
	});

export const runsQuery = (filter: Omit<RunFilter, 'cursor'> = {}) =>
	infiniteQueryOptions({
		queryKey: ['runs', 'list', filter],
		queryFn: ({ pageParam, signal }) => readRuns({ ...filter, cursor: pageParam ?? undefined }, signal),
		...byCursor,
	});

/**
 * All runs, as far back as the customer has scrolled. Not kept under the topic of runs, because refetching every page at
 * each change would be slow. The Runs screen fetches only what changed.
 */
export const historyQuery = (filter: Omit<RunFilter, 'cursor'>) =>
	infiniteQueryOptions({
		...runsQuery(filter),
		queryFn: ({ pageParam, signal }) => readRuns({ ...filter, cursor: pageParam ?? undefined }, signal),
		queryKey: [HISTORY, filter],
		staleTime: Number.POSITIVE_INFINITY,
		// Kept longer, so that the scroll position can be restored after a visit to an editor.
		gcTime: 30 * 60_000,
	});
export const HISTORY = 'history';

export function readRuns(filter: RunFilter, signal?: AbortSignal): Promise<Page<RunSummary>> {
	return call('GET /api/runs', { query: filter, ...(signal && { signal }) });
}

/** One run with everything it saw and did, or null if there is none with that id. */
export const runQuery = (id: string) =>
	queryOptions({
		queryKey: ['runs', 'one', id],
		queryFn: ({ signal }) => call('GET /api/runs/{id}', { params: { id }, signal }).catch(orNull),
	});

/** The mail of a run that waits for its owner's approval. */
export const draftQuery = (id: string) =>
	queryOptions({
		queryKey: ['runs', 'draft', id],
		queryFn: ({ signal }) => call('GET /api/runs/{id}/draft', { params: { id }, signal }),
	});

/** One episode, or null if there is none with that id. */
export const episodeQuery = (id: string) =>
	queryOptions({
		queryKey: ['runs', 'episode', id],
		queryFn: ({ signal }) => call('GET /api/episodes/{id}', { params: { id }, signal }).catch(orNull),
	});

/** More episodes in one day than anybody looks at. */
const MAX_PAGES = 5;

/** The episodes of the last 24 hours, newest first. They begin at `start`, in milliseconds. */
export const episodesQuery = (start: number) =>
	queryOptions({
		queryKey: ['runs', 'episodes', start],
		queryFn: async ({ signal }) => {
			const iso = (ms: number) => new Date(ms).toISOString();
			const day = { from: iso(start), to: iso(start + 24 * 3_600_000) };
			const found: Episode[] = [];
			let cursor: string | null | undefined;
			for (let page = 0; page < MAX_PAGES && cursor !== null; page++) {
				const { items, next } = await call('GET /api/episodes', { query: { ...day, cursor }, signal });
				found.push(...items);
				cursor = next;
			}
			return found;
		},
		placeholderData: keepPreviousData,
	});

/** The automations that have saved results, with how much they saved. */
export const foldersQuery = queryOptions({
	queryKey: ['saved', 'folders'],
	queryFn: async ({ signal }) => (await call('GET /api/files/folders', { signal })).items,
});

/** What automations saved, newest first. */
export const savedQuery = (filter: Omit<SavedFilter, 'cursor'>) =>
	infiniteQueryOptions({
		queryKey: ['saved', 'list', filter],
		queryFn: ({ pageParam, signal }) =>
			call('GET /api/files', { query: { ...filter, cursor: pageParam ?? undefined }, signal }).catch(
				(error: unknown) => orNull(error) ?? { items: [], next: null },
			),
		...byCursor,
		placeholderData: keepPreviousData,
	});

/** Of the 24 hours from `start` on. Those of the hour before are shown until the next ones are there. */
export const dashboardQuery = (start: number) =>
	queryOptions({
		queryKey: ['dashboard', start],
		queryFn: async ({ signal }) => ({
			...(await call('GET /api/dashboard', { query: { since: new Date(start).toISOString() }, signal })),
			start,
		}),
		placeholderData: keepPreviousData,
	});
