import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Snooze } from '@watchword/contract/alerts';
import { call } from '../lib/api.ts';
import { automationQuery, automationsQuery } from '../lib/documents.ts';

/** What to do: pause it, snooze it, or let it work again. */
export type RestChange = 'pause' | 'wake' | Snooze;

/** Pauses, snoozes or wakes an automation. */
export function useRest(id: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (change: RestChange) => changeRest(id, change),
		onSuccess: (automation) => {
			client.setQueryData(automationQuery(id).queryKey, automation);
			return client.invalidateQueries({ ...automationsQuery, exact: true });
		},
	});
}

function changeRest(id: string, change: RestChange) {
	const params = { id };
	if (change === 'hour' || change === 'morning') {
		return call('PUT /api/automations/{id}/snooze', { params, body: { until: change } });
	}
	// Resuming an automation ends its snooze, too.
	return call('PUT /api/automations/{id}/paused', { params, body: { paused: change === 'pause' } });
}
