import type { User } from '@watchword/contract/account';
import { Alert } from '../../ui/alert.tsx';
import { Check } from '../../ui/check.tsx';
import { SAVE_FAILED, useEdit } from './use-edit.ts';

/** Which mails the customer wants. A change is saved at once. */
export function Mails({ user }: { user: User }) {
	const { submit, done, failure } = useEdit(user);
	return (
		<div className="grid gap-5">
			<Check
				label="When runs fail"
				hint="What failed and why, gathered: at most one mail per automation and hour."
				checked={user.mail_failures}
				onChange={(mail_failures) => void submit({ mail_failures })}
			/>
			<Check
				label="When credits run out"
				hint="When few are left, when none are, and when runs are skipped for want of them."
				checked={user.mail_credits}
				onChange={(mail_credits) => void submit({ mail_credits })}
			/>
			<Check
				label="When a camera is silent"
				hint="Once when nothing is heard of it for 15 minutes in its capture window, and once when it is back."
				checked={user.mail_silent}
				onChange={(mail_silent) => void submit({ mail_silent })}
			/>
			<Check
				label="Every morning, while mails wait for my yes"
				hint="One mail with everything that waits. That a mail waits is told in any case."
				checked={user.mail_waiting}
				onChange={(mail_waiting) => void submit({ mail_waiting })}
			/>
			<p className="text-small text-muted">
				What your automations send, links to set a password, and what concerns the safety of your account come
				in any case.
			</p>
			{failure && <Alert tone="loss">{SAVE_FAILED}</Alert>}
			<p role="status" className="text-small text-accent empty:hidden">
				{done && 'Saved.'}
			</p>
		</div>
	);
}
