import { useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';

/** The same signal once more, with the automation as it is now. The new run arrives at the top by itself. */
export function RunAgain({ id }: { id: string }) {
	const again = useMutation({ mutationFn: () => call('POST /api/runs/{id}/again', { params: { id } }) });
	const failure =
		again.error instanceof ApiError && again.error.code === 'conflict'
			? again.error.message
			: again.isError && 'It could not be started. Please try again.';
	return (
		<div className="flex flex-wrap items-center gap-4">
			<Button busy={again.isPending} onClick={() => again.mutate()}>
				Run again
			</Button>
			<p role="status" className={failure ? 'text-loss' : 'text-muted'}>
				{failure || (again.isSuccess && 'Started. It appears at the top of the list.')}
			</p>
		</div>
	);
}
