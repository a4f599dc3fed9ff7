import type { User } from '@watchword/contract/account';
import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Check } from '../../ui/check.tsx';
import { SAVE_FAILED, useEdit } from './use-edit.ts';

/** Each is saved as it is changed. */
export function Mails({ user }: { user: User }) {
	const [saved, setSaved] = useState(false);
	const { submit, failure } = useEdit(user, () => setSaved(true));
	const change = (part: Parameters<typeof submit>[0]) => {
		setSaved(false);
		void submit(part);
	};
	return (
		<div className="grid gap-5">
			<Check
				label="When runs fail"
				hint="What failed and why, gathered: at most one mail per automation and hour."
				checked={user.mail_failures}
				onChange={(mail_failures) => change({ mail_failures })}
			/>
			<Check
				label="When credits run out"
				hint="When few are left, when none are, and when runs are skipped for want of them."
				checked={user.mail_credits}
				onChange={(mail_credits) => change({ mail_credits })}
			/>
			<p className="text-small text-muted">
				What your automations send, and links to set a password, come in any case.
			</p>
			{failure && <Alert tone="loss">{SAVE_FAILED}</Alert>}
			<p role="status" className="text-small text-accent empty:hidden">
				{saved && 'Saved.'}
			</p>
		</div>
	);
}
