import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { meQuery } from './documents.ts';

const FRESH_MS = 60_000;
const RETRIES = 2;

/** Worth asking again only where the server was away or stumbled; a refusal stays a refusal. */
const isPassing = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

export function createQueryClient(): QueryClient {
	const client = new QueryClient({
		queryCache: new QueryCache({
			// A session may end at any time; whichever request learns of it first, the portal asks who it is.
			onError: (error) => {
				if (error instanceof ApiError && error.code === 'unauthenticated')
					void client.invalidateQueries(meQuery);
			},
		}),
		defaultOptions: {
			queries: {
				// Changes are announced by the server, so documents need not be read again on every visit.
				staleTime: FRESH_MS,
				retry: (failures, error) => failures < RETRIES && isPassing(error),
				retryDelay: (failures) => 400 * 2 ** failures,
				// The server may well run on this machine: being off the internet is no reason not to ask it.
				networkMode: 'always',
			},
		},
	});
	return client;
}
