import {
	infiniteQueryOptions,
	keepPreviousData,
	type QueryClient,
	queryOptions,
} from '@tanstack/react-query';
import type { Me, User } from '@watchword/contract/account';
import type { StatementFilter } from '@watchword/contract/billing';
import type { Device } from '@watchword/contract/device';
import { ApiError, call } from './api.ts';

/**
 * How each document is read and its cache key: the same for pages, prefetching and invalidation. The first part of a key is the
 * topic that announces its changes.
 */

export type Page<T> = { items: T[]; next: string | null };

/** For lists in which each page names the next one. */
export const byCursor = {
	initialPageParam: null as string | null,
	getNextPageParam: (last: { next: string | null }) => last.next,
};

/** Null for something that does not exist. A malformed id is treated like an unknown one. */
export function orNull(error: unknown): null {
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

/** Whether the table of an automation has an address for programs. */
export const feedQuery = (id: string) =>
	queryOptions({
		queryKey: ['automations', id, 'feed'],
		queryFn: ({ signal }) => call('GET /api/automations/{id}/feed', { params: { id }, signal }),
		staleTime: 0,
	});

export const billingQuery = queryOptions({
	queryKey: ['billing'],
	queryFn: ({ signal }) => call('GET /api/billing', { signal }),
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
