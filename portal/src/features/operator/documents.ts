import { queryOptions } from '@tanstack/react-query';
import type { OperatorModels } from '@watchword/contract/operator';
import { ApiError, call } from '../../lib/api.ts';

/** While something is under way here, the page looks again. */
const LOOK_MS = 1000;

const isUnderWay = ({ items, pull }: OperatorModels) =>
	pull?.state === 'downloading' || items.some(({ state }) => state === 'downloading' || state === 'testing');

export const modelsQuery = queryOptions({
	queryKey: ['operator', 'models'],
	queryFn: ({ signal }) => call('GET /api/operator/models', { signal }),
	refetchInterval: ({ state }) => state.data !== undefined && isUnderWay(state.data) && LOOK_MS,
});

export const serversQuery = queryOptions({
	queryKey: ['operator', 'servers'],
	queryFn: async ({ signal }) => (await call('GET /api/operator/model-servers', { signal })).items,
});

export const overviewQuery = queryOptions({
	queryKey: ['operator', 'overview'],
	queryFn: ({ signal }) => call('GET /api/operator/overview', { signal }),
});

export const lanQuery = queryOptions({
	queryKey: ['operator', 'lan'],
	queryFn: ({ signal }) => call('GET /api/operator/lan', { signal }),
});

export const mailQuery = queryOptions({
	queryKey: ['operator', 'mail'],
	queryFn: ({ signal }) => call('GET /api/operator/mail', { signal }),
});

/** Whether the operator's link has not been opened in this browser, or an hour ago. */
export const isShut = (error: Error | null) => error instanceof ApiError && error.code === 'unauthenticated';
