import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError, call } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { textLink } from '../../ui/text-link.ts';

/** Repeats the run with the automation's present settings. If the list is filtered, the new run may not be in it. */
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
				{failure}
				{again.isSuccess && (
					<>
						Started.{' '}
						<Link to={`/app/runs?run=${again.data.id}`} className={textLink}>
							See the new run
						</Link>
					</>
				)}
			</p>
		</div>
	);
}
