import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { byCursor } from './documents.ts';

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
