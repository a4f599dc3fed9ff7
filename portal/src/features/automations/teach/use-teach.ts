import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ExampleMarks, Side } from '@watchword/contract/example';
import { useRef, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { examplesQuery } from '../../../lib/documents.ts';

/** Several marks in a row are sent together. */
const TOGETHER_MS = 300;

type Pending = ReadonlyMap<string, Side | null>;

/** Shows marks at once, and sends them a moment later. A refused mark goes back. */
export function useTeach(id: string) {
	const client = useQueryClient();
	const [pending, setPending] = useState<Pending>(new Map());
	const waiting = useRef<{ marks: Map<string, Side | null>; timer: ReturnType<typeof setTimeout> } | null>(
		null,
	);
	const { mutate, error } = useMutation({
		// One after the other: of two marks on one picture, the last one counts.
		scope: { id: `examples ${id}` },
		mutationFn: (marks: ExampleMarks['marks']) =>
			call('PUT /api/automations/{id}/examples', { params: { id }, body: { marks } }),
		onSuccess: (sheet) => {
			client.setQueryData(examplesQuery(id).queryKey, sheet);
			return client.invalidateQueries({ queryKey: ['automations', id, 'reading'] });
		},
		onSettled: (_sheet, _error, marks) =>
			setPending((before) => {
				const sent = new Map(marks.map(({ captureId, said }) => [captureId, said]));
				// Marks that were changed again meanwhile still need to be sent.
				return new Map([...before].filter(([captureId, said]) => sent.get(captureId) !== said));
			}),
	});
	const send = () => {
		const marks = [...(waiting.current?.marks ?? [])].map(([captureId, said]) => ({ captureId, said }));
		waiting.current = null;
		mutate(marks);
	};
	return {
		pending,
		error,
		mark(captureId: string, said: Side | null) {
			setPending((before) => new Map(before).set(captureId, said));
			clearTimeout(waiting.current?.timer);
			const marks = (waiting.current?.marks ?? new Map<string, Side | null>()).set(captureId, said);
			waiting.current = { marks, timer: setTimeout(send, TOGETHER_MS) };
		},
	};
}
