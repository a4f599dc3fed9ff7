import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Me, Session } from '@watchword/contract/account';
import type { Automation, AutomationSummary, AutomationVersion } from '@watchword/contract/automation';
import type { Billing, Outlook, Payment, Statement, StatementFilter } from '@watchword/contract/billing';
import type { Dashboard } from '@watchword/contract/dashboard';
import type { Capture, Device } from '@watchword/contract/device';
import type { DataExport } from '@watchword/contract/export';
import type { PortalSettings } from '@watchword/contract/portal';
import type { Run, RunFilter, RunSummary } from '@watchword/contract/run';
import { ApiError, api } from './api.ts';

/**
 * How each document is read and under which key it is kept: used alike by pages, by prefetching and by
 * invalidation. The first part of a key is the topic under which a change of it is announced.
 */

export type Page<T> = { items: T[]; next: string | null };

export const portalQuery = queryOptions({
	queryKey: ['portal'],
	queryFn: ({ signal }) => api.get<PortalSettings>('/api/portal', signal),
	staleTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in; null is a visitor. */
export const meQuery = queryOptions({
	queryKey: ['user'],
	queryFn: async ({ client, signal }): Promise<Me | null> => {
		const me = await api.get<Me>('/api/users/me', signal).catch((error: unknown) => {
			if (error instanceof ApiError && error.code === 'unauthenticated') return null;
			throw error;
		});
		const before = client.getQueryData<Me | null>(['user']);
		if (before && before.account.uid !== me?.account.uid) forgetDocuments(client);
		return me;
	},
});

export const devicesQuery = queryOptions({
	queryKey: ['devices'],
	queryFn: ({ signal }) => everyItem<Device>('/api/devices', signal),
});

/** What a device captured, newest first. */
export const capturesQuery = (deviceId: string) =>
	infiniteQueryOptions({
		queryKey: ['devices', deviceId, 'captures'],
		queryFn: ({ pageParam, signal }) =>
			api.get<Page<Capture>>(withCursor(`/api/devices/${deviceId}/captures`, pageParam), signal),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.next,
	});

export const automationsQuery = queryOptions({
	queryKey: ['automations'],
	queryFn: ({ signal }) => everyItem<AutomationSummary>('/api/automations', signal),
});

/** One automation, or null where there is none of that id. */
export const automationQuery = (id: string) =>
	queryOptions({
		queryKey: ['automations', id],
		queryFn: ({ signal }) =>
			api.get<Automation>(`/api/automations/${encodeURIComponent(id)}`, signal).catch((error: unknown) => {
				// An id that no automation can have is as unknown as one that none has.
				if (error instanceof ApiError && ['not-found', 'invalid-argument'].includes(error.code)) return null;
				throw error;
			}),
	});

/** What an automation was at each save, newest first. */
export const versionsQuery = (id: string) =>
	infiniteQueryOptions({
		queryKey: ['automations', id, 'versions'],
		queryFn: ({ pageParam, signal }) =>
			api.get<Page<AutomationVersion>>(withCursor(`/api/automations/${id}/versions`, pageParam), signal),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.next,
	});

export const runsQuery = (filter: Omit<RunFilter, 'cursor'> = {}) =>
	infiniteQueryOptions({
		queryKey: ['runs', 'list', filter],
		queryFn: ({ pageParam, signal }) => readRuns({ ...filter, cursor: pageParam ?? undefined }, signal),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.next,
	});

/**
 * All runs, as far back as one has scrolled. Not kept under the topic of runs: reading every page again at each change
 * would cost ever more, so the Runs screen asks for what changed and for nothing else.
 */
export const historyQuery = (filter: Omit<RunFilter, 'cursor'>) =>
	infiniteQueryOptions({
		...runsQuery(filter),
		queryFn: ({ pageParam, signal }) => readRuns({ ...filter, cursor: pageParam ?? undefined }, signal),
		queryKey: [HISTORY, filter],
		staleTime: Number.POSITIVE_INFINITY,
		// Whoever comes back from an editor finds the place again.
		gcTime: 30 * 60_000,
	});
export const HISTORY = 'history';

export function readRuns(filter: RunFilter, signal?: AbortSignal): Promise<Page<RunSummary>> {
	const given = Object.entries(filter).filter(([, value]) => value !== undefined);
	return api.get(
		`/api/runs?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`,
		signal,
	);
}

/** One run with everything it saw and did, or null where there is none of that id. */
export const runQuery = (id: string) =>
	queryOptions({
		queryKey: ['runs', 'one', id],
		queryFn: ({ signal }) =>
			api.get<Run>(`/api/runs/${encodeURIComponent(id)}`, signal).catch((error: unknown) => {
				if (error instanceof ApiError && ['not-found', 'invalid-argument'].includes(error.code)) return null;
				throw error;
			}),
	});

export const billingQuery = queryOptions({
	queryKey: ['billing'],
	queryFn: ({ signal }) => api.get<Billing>('/api/billing', signal),
});

/** Where the account is signed in, this browser first. */
export const sessionsQuery = queryOptions({
	queryKey: ['session', 'list'],
	queryFn: async ({ signal }) =>
		(await api.get<{ items: Session[] }>('/api/users/me/sessions', signal)).items,
});

/** The newest zip of all the customer's data, or null. */
export const exportQuery = queryOptions({
	queryKey: ['exports'],
	queryFn: async ({ signal }) =>
		(await api.get<{ latest: DataExport | null }>('/api/exports', signal)).latest,
});

/** `since` is when the customer's day began, in milliseconds. */
export const dashboardQuery = (since: number) =>
	queryOptions({
		queryKey: ['dashboard', since],
		queryFn: ({ signal }) =>
			api.get<Dashboard>(`/api/dashboard?since=${new Date(since).toISOString()}`, signal),
	});

export const outlookQuery = queryOptions({
	queryKey: ['billing', 'outlook'],
	queryFn: ({ signal }) => api.get<Outlook>('/api/billing/outlook', signal),
});

export const statementQuery = (filter: Omit<StatementFilter, 'cursor'>) =>
	infiniteQueryOptions({
		queryKey: ['billing', 'statement', filter],
		queryFn: ({ pageParam, signal }) => {
			const query = statementSearch(filter);
			if (pageParam !== null) query.set('cursor', pageParam);
			return api.get<Statement>(`/api/billing/statement?${query}`, signal);
		},
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.next,
	});

export const statementSearch = (filter: Omit<StatementFilter, 'cursor'>) =>
	new URLSearchParams(Object.entries(filter).filter(([, value]) => value) as [string, string][]);

/** The purchases that brought credits, the latest first. */
export const purchasesQuery = queryOptions({
	queryKey: ['billing', 'purchases'],
	queryFn: ({ signal }) => everyItem<Payment>('/api/payments', signal),
});

/** One payment by our id or the provider's, or null where there is none. */
export const paymentQuery = (id: string) =>
	queryOptions({
		queryKey: ['billing', 'payment', id],
		queryFn: ({ signal }) =>
			api.get<Payment>(`/api/payments/${encodeURIComponent(id)}`, signal).catch((error: unknown) => {
				if (error instanceof ApiError && ['not-found', 'invalid-argument'].includes(error.code)) return null;
				throw error;
			}),
	});

/** Nothing of one account may be seen by the next to sign in. */
function forgetDocuments(client: QueryClient) {
	client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'portal' && queryKey[0] !== 'user' });
}

async function everyItem<T>(path: string, signal: AbortSignal): Promise<T[]> {
	const items: T[] = [];
	let next: string | null = null;
	do {
		const page: Page<T> = await api.get<Page<T>>(withCursor(path, next), signal);
		items.push(...page.items);
		next = page.next;
	} while (next !== null);
	return items;
}

const withCursor = (path: string, cursor: string | null) =>
	cursor === null ? path : `${path}?cursor=${encodeURIComponent(cursor)}`;
