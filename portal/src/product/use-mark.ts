import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Mark } from '@watchword/contract/mark';
import { call } from '../lib/api.ts';
import { runQuery } from '../lib/run-documents.ts';

/** Marks a run's verdict as right or wrong. Null removes the mark. */
export function useMark(id: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (mark: Mark | null) => call('PUT /api/runs/{id}/mark', { params: { id }, body: { mark } }),
		onSuccess: ({ mark }) => {
			client.setQueryData(runQuery(id).queryKey, (run) => run && { ...run, _mark: mark });
			return client.invalidateQueries({ queryKey: ['runs', 'list'] });
		},
	});
}
