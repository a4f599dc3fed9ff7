import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { isShut, modelsQuery } from './documents.ts';

/** Changes a document of the page, and shows what has come of it. */
export function useChange<Given, Document>(
	of: { queryKey: QueryKey },
	change: (given: Given) => Promise<Document>,
) {
	const keep = useKeep(of);
	return useSubmit(async (given: Given) => keep(() => change(given)));
}

/** For a form, which submits by itself. */
export function useKeep({ queryKey }: { queryKey: QueryKey }) {
	const client = useQueryClient();
	return async (change: () => Promise<unknown>) => {
		try {
			client.setQueryData(queryKey, await change());
		} catch (error) {
			// The hour is over: the page then says how it opens again.
			if (error instanceof Error && isShut(error)) await client.invalidateQueries(modelsQuery);
			throw error;
		}
	};
}

export const ChangeFailed = ({ failure }: { failure: ApiError | null }) =>
	failure && (
		<Alert tone="loss">
			{failure.code === 'internal' ? 'This did not work. Please try again.' : failure.message}
		</Alert>
	);
