import { useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { meQuery } from '../lib/documents.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

/** Cancels the deletion of the account. */
export function KeepAccount() {
	const client = useQueryClient();
	const { submit, submitting, failure } = useSubmit(async () => {
		client.setQueryData(meQuery.queryKey, await call('DELETE /api/users/me/leaving'));
	});
	return (
		<>
			{failure && (
				<Alert tone="loss">
					{failure.code === 'conflict'
						? 'It is too late: this account is being deleted.'
						: 'The account is still going to be deleted. Please try again.'}
				</Alert>
			)}
			<Button busy={submitting} className="shrink-0 justify-self-start" onClick={() => void submit()}>
				Keep my account
			</Button>
		</>
	);
}
