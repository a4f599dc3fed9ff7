import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Mark } from '@watchword/contract/mark';
import { api } from './api.ts';
import { runQuery } from './documents.ts';

/** Says of a run's verdict whether it was right; null takes it back. */
export function useMark(id: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (mark: Mark | null) => api.put<{ mark: Mark | null }>(`/api/runs/${id}/mark`, { mark }),
		onSuccess: ({ mark }) => {
			client.setQueryData(runQuery(id).queryKey, (run) => run && { ...run, _mark: mark });
			return client.invalidateQueries({ queryKey: ['runs', 'list'] });
		},
	});
}
