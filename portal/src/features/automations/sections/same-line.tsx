import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** How many of the device's last pictures showed nothing new, and so need not have been judged. */
export function SameLine({ automation, device }: { automation: string; device: string }) {
	const { data, isPending } = useQuery({
		queryKey: ['same-captures', automation, device],
		queryFn: ({ signal }) =>
			call('GET /api/automations/{id}/same', { params: { id: automation }, query: { device }, signal }),
		// Not refetched, because the comparison takes the server a while.
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
	return (
		<span role="status" className="tabular-nums">
			{isPending ? 'Comparing the last pictures…' : data ? sameInWords(data) : ''}
		</span>
	);
}

export function sameInWords({ captures, same }: { captures: number; same: number }): string {
	if (captures < 2) return '';
	return same === 0
		? `Each of the last ${captures} pictures showed something new.`
		: `It would have skipped ${same} of the last ${captures} pictures.`;
}
