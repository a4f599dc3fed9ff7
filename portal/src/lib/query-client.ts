import { hashKey, QueryClient } from '@tanstack/react-query';
import { ApiError, whenSignedOut } from './api.ts';
import { meQuery } from './documents.ts';
import { shareTimers } from './query-timers.ts';
import { chooseZone } from './time.ts';

const ME = hashKey(meQuery.queryKey);
const FRESH_MS = 60_000;
const RETRIES = 2;

/** Retry only if the server was down or failed. A refusal is final. */
const isPassing = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

export function createQueryClient(): QueryClient {
	shareTimers();
	const client = new QueryClient({
		defaultOptions: {
			queries: {
				// Changes are announced by the server, so documents need not be read again on every visit.
				staleTime: FRESH_MS,
				retry: (failures, error) => failures < RETRIES && isPassing(error),
				retryDelay: (failures) => 400 * 2 ** failures,
				// The server may run on this machine, so requests are sent even without an internet connection.
				networkMode: 'always',
			},
		},
	});
	// A session may end at any time. A refused request makes the portal check it, unless a check is running.
	whenSignedOut(() => void client.invalidateQueries(meQuery, { cancelRefetch: false }));
	// Times are shown in the account's zone as soon as it is known, before anything is drawn with it.
	client.getQueryCache().subscribe(({ query }) => {
		if (query.queryHash === ME) chooseZone(client.getQueryData(meQuery.queryKey)?.details?.zone ?? null);
	});
	return client;
}
