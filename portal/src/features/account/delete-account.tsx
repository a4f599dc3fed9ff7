import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@watchword/contract/account';
import { LEAVING_DAYS } from '@watchword/contract/constants';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { meQuery } from '../../lib/documents.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DayText } from '../../product/day-text.tsx';
import { KeepAccount } from '../../product/keep-account.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

/** Deletes the account after some days, in which it can still be kept. */
export function DeleteAccount({ user }: { user: User }) {
	const client = useQueryClient();
	const [asking, setAsking] = useState(false);
	const { submit, submitting, failure } = useSubmit(async () => {
		setAsking(false);
		client.setQueryData(meQuery.queryKey, await call('POST /api/users/me/leaving'));
	});
	if (user.leaves_at) {
		return (
			<div className="grid gap-5">
				<p className="text-pretty text-muted">
					This account is deleted with everything of it on{' '}
					<span className="font-medium text-ink">
						<DayText iso={user.leaves_at} />
					</span>
					. Until then everything works as before. A mail with the same date is on its way to you.
				</p>
				<KeepAccount />
			</div>
		);
	}
	return (
		<div className="grid gap-5">
			<p className="text-pretty text-muted">
				Deletes your account with everything of it. You have {LEAVING_DAYS} days to change your mind.
			</p>
			{failure && (
				<Alert tone="loss">
					Nothing was changed: the account is not going to be deleted. Please try again.
				</Alert>
			)}
			<Button look="loss" busy={submitting} className="justify-self-start" onClick={() => setAsking(true)}>
				Delete this account
			</Button>
			<DeleteDialog
				open={asking}
				user={user}
				onConfirm={() => void submit()}
				onClose={() => setAsking(false)}
			/>
		</div>
	);
}
