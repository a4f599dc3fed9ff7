import {
	infiniteQueryOptions,
	keepPreviousData,
	type QueryClient,
	queryOptions,
} from '@tanstack/react-query';
import type { Me, User } from '@watchword/contract/account';
import type { StatementFilter } from '@watchword/contract/billing';
import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import type { Device } from '@watchword/contract/device';
import type { Episode } from '@watchword/contract/episode';
import type { ResultsQuery } from '@watchword/contract/results';
import type { RunFilter, RunSummary } from '@watchword/contract/run';
import type { SavedFilter } from '@watchword/contract/saved';
import { ApiError, call } from './api.ts';

/**
 * How each document is read and its cache key: the same for pages, prefetching and invalidation. The first part of a key is the
 * topic that announces its changes.
 */

export type Page<T> = { items: T[]; next: string | null };

/** For lists in which each page names the next one. */
const byCursor = {
	initialPageParam: null as string | null,
	getNextPageParam: (last: { next: string | null }) => last.next,
};

/** Null for something that does not exist. A malformed id is treated like an unknown one. */
function orNull(error: unknown): null {
	if (error instanceof ApiError && ['not-found', 'invalid-argument'].includes(error.code)) return null;
	throw error;
}

export const portalQuery = queryOptions({
	queryKey: ['portal'],
	queryFn: ({ signal }) => call('GET /api/portal', { signal }),
	staleTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in; null is a visitor. */
export const meQuery = queryOptions({
	queryKey: ['user'],
	queryFn: async ({ client, signal }): Promise<Me | null> => {
		const me = await call('GET /api/users/me', { signal }).catch((error: unknown) => {
			if (error instanceof ApiError && error.code === 'unauthenticated') return null;
			throw error;
		});
		const before = client.getQueryData<Me | null>(['user']);
		if (before && before.account.uid !== me?.account.uid) forgetDocuments(client);
		return me;
	},
});

/** Takes over what a save changed. The rest of its answer may be older than the answer of another save. */
export function takeOver(client: QueryClient, { details }: Me, fields: (keyof User)[]) {
	const saved = Object.fromEntries(fields.map((field) => [field, details?.[field]]));
	client.setQueryData(
		meQuery.queryKey,
		(now) => now?.details && { ...now, details: { ...now.details, ...saved } },
	);
}

export const devicesQuery = queryOptions({
	queryKey: ['devices'],
	queryFn: async ({ signal }) => (await call('GET /api/devices', { signal })).items,
});

const HEALTH_MS = 60_000;

/**
 * The last day of all devices. Not under the topic of devices, because each capture would refetch it: it is read every minute,
 * and at once for a new device or the first picture of one.
 */
export const healthQuery = (devices: readonly Device[]) =>
	queryOptions({
		queryKey: ['health', devices.map(({ id, last_image_path }) => [id, last_image_path !== null])],
		queryFn: async ({ signal }) => (await call('GET /api/devices/health', { signal })).items,
		placeholderData: keepPreviousData,
		refetchInterval: HEALTH_MS,
	});

/** What a device captured, newest first. */
export const capturesQuery = (deviceId: string) =>
	infiniteQueryOptions({
		queryKey: ['devices', deviceId, 'captures'],
		queryFn: ({ pageParam, signal }) =>
			call('GET /api/devices/{id}/captures', {
				params: { id: deviceId },
				query: { cursor: pageParam ?? undefined },
				signal,
			}),
		...byCursor,
	});

/** How often a capture is read again while its thumbnail is being made. */
const THUMB_TRIES = 20;

/** One capture, or null if it was deleted. Its thumbnail is made on first use, a moment later. */
export const captureQuery = (id: string) =>
	queryOptions({
		queryKey: ['captures', id],
		queryFn: ({ signal }) => call('GET /api/devices/captures/{id}', { params: { id }, signal }).catch(orNull),
		// A capture does not change.
		staleTime: 'static',
		refetchInterval: ({ state: { data, dataUpdateCount } }) =>
			data && !data.thumb_path && !data.problem && dataUpdateCount < THUMB_TRIES ? 1_000 : false,
	});

export const automationsQuery = queryOptions({
	queryKey: ['automations'],
	queryFn: async ({ signal }) => (await call('GET /api/automations', { signal })).items,
});

/** One automation, or null if there is none with that id. */
export const automationQuery = (id: string) =>
	queryOptions({
		queryKey: ['automations', id],
		queryFn: ({ signal }) => call('GET /api/automations/{id}', { params: { id }, signal }).catch(orNull),
	});

/** The saved versions of an automation, newest first. */
export const versionsQuery = (id: string) =>
	infiniteQueryOptions({
		queryKey: ['automations', id, 'versions'],
		queryFn: ({ pageParam, signal }) =>
			call('GET /api/automations/{id}/versions', {
				params: { id },
				query: { cursor: pageParam ?? undefined },
				signal,
			}),
		...byCursor,
	});

/** The pictures that teach an automation. */
export const examplesQuery = (id: string) =>
	queryOptions({
		queryKey: ['automations', id, 'examples'],
		queryFn: ({ signal }) => call('GET /api/automations/{id}/examples', { params: { id }, signal }),
	});

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

/** Whether the table of an automation has an address for programs. */
export const feedQuery = (id: string) =>
	queryOptions({
		queryKey: ['automations', id, 'feed'],
		queryFn: ({ signal }) => call('GET /api/automations/{id}/feed', { params: { id }, signal }),
		staleTime: 0,
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

export const billingQuery = queryOptions({
	queryKey: ['billing'],
	queryFn: ({ signal }) => call('GET /api/billing', { signal }),
});

/** Where the account is signed in, this browser first. */
export const sessionsQuery = queryOptions({
	queryKey: ['session', 'list'],
	queryFn: async ({ signal }) => (await call('GET /api/users/me/sessions', { signal })).items,
});

/** Whether signing in also needs a code. */
export const factorQuery = queryOptions({
	queryKey: ['session', 'second-factor'],
	queryFn: ({ signal }) => call('GET /api/users/me/second-factor', { signal }),
});

/** A change of the account's address that waits; null for none. */
export const addressChangeQuery = queryOptions({
	queryKey: ['user', 'address'],
	queryFn: async ({ signal }) => (await call('GET /api/users/me/address', { signal })).pending,
});

/** The channels that automations can tell by. */
export const channelsQuery = queryOptions({
	queryKey: ['deliveries', 'channels'],
	queryFn: async ({ signal }) => (await call('GET /api/channels', { signal })).items,
});

/** The addresses of programs that receive events. */
export const webhooksQuery = queryOptions({
	queryKey: ['deliveries', 'webhooks'],
	queryFn: async ({ signal }) => (await call('GET /api/webhook-endpoints', { signal })).items,
});

/** What was sent to one of them, newest first. */
export const webhookLogQuery = (id: string) =>
	queryOptions({
		queryKey: ['deliveries', 'webhooks', id],
		queryFn: async ({ signal }) =>
			(await call('GET /api/webhook-endpoints/{id}/deliveries', { params: { id }, signal })).items,
	});

/** The API tokens of the account, newest first. */
export const tokensQuery = queryOptions({
	queryKey: ['tokens'],
	queryFn: async ({ signal }) => (await call('GET /api/tokens', { signal })).items,
});

/** The links with which runs and episodes are shared. How often they were opened is read again each time. */
export const sharesQuery = queryOptions({
	queryKey: ['shares'],
	queryFn: async ({ signal }) => (await call('GET /api/shares', { signal })).items,
	staleTime: 0,
});

/** What happened to the account, newest first. */
export const accountEventsQuery = infiniteQueryOptions({
	queryKey: ['events'],
	queryFn: ({ pageParam, signal }) =>
		call('GET /api/users/me/events', { query: { cursor: pageParam ?? undefined }, signal }),
	...byCursor,
});

/** The browsers that get push messages, and the key that they subscribe with. */
export const pushQuery = queryOptions({
	queryKey: ['push'],
	queryFn: ({ signal }) => call('GET /api/push', { signal }),
});

/** The newest zip of all the customer's data, or null. */
export const exportQuery = queryOptions({
	queryKey: ['exports'],
	queryFn: async ({ signal }) => (await call('GET /api/exports', { signal })).latest,
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

export const outlookQuery = queryOptions({
	queryKey: ['billing', 'outlook'],
	queryFn: ({ signal }) => call('GET /api/billing/outlook', { signal }),
});

/**
 * The documents for the upper part of any open automation. If one arrived later, everything below would move down, perhaps
 * between the press and the release of a button.
 */
export const prefetchForEditor = (client: QueryClient) => [
	client.prefetchQuery(devicesQuery),
	client.prefetchQuery(billingQuery),
	client.prefetchQuery(outlookQuery),
];

export const statementQuery = (filter: Omit<StatementFilter, 'cursor'>) =>
	infiniteQueryOptions({
		queryKey: ['billing', 'statement', filter],
		queryFn: ({ pageParam, signal }) =>
			call('GET /api/billing/statement', { query: { ...filter, cursor: pageParam ?? undefined }, signal }),
		...byCursor,
	});

export const statementSearch = (filter: Omit<StatementFilter, 'cursor'>) =>
	new URLSearchParams(Object.entries(filter).filter(([, value]) => value) as [string, string][]);

/** One payment by our id or the provider's, or null if there is none. */
export const paymentQuery = (id: string) =>
	queryOptions({
		queryKey: ['billing', 'payment', id],
		queryFn: ({ signal }) => call('GET /api/payments/{id}', { params: { id }, signal }).catch(orNull),
	});

/** Data of one account must not be visible to the next one that signs in. */
function forgetDocuments(client: QueryClient) {
	client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'portal' && queryKey[0] !== 'user' });
}
