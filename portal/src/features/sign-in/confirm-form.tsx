import { type SubmitEvent, useRef, useState } from 'react';
import {
	newPasswordFailure,
	PASSWORD_HINT,
	passwordProblem,
	strengthInWords,
} from '../../lib/account-messages.ts';
import { ApiError, call } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';

type Props = { token: string; onDone: () => Promise<void>; onInvalid: () => void };

export function ConfirmForm({ token, onDone, onInvalid }: Props) {
	const [newPassword, setNewPassword] = useState('');
	const [tried, setTried] = useState(false);
	const field = useRef<HTMLInputElement>(null);
	const { submit, submitting, failure } = useSubmit(async () => {
		try {
			await call('POST /api/auth/reset-password', { body: { token, newPassword } });
		} catch (error) {
			if (error instanceof ApiError && error.code === 'auth/invalid-token') return onInvalid();
			throw error;
		}
		await onDone();
	});
	const error = passwordProblem(newPassword);

	function onSubmit(event: SubmitEvent) {
		event.preventDefault();
		setTried(true);
		if (error) field.current?.focus();
		else void submit(undefined);
	}

	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			<NewPasswordField
				ref={field}
				value={newPassword}
				onType={setNewPassword}
				strength={strengthInWords(newPassword)}
				error={tried ? error : undefined}
				hint={PASSWORD_HINT}
			/>
			{failure && <FailureAlert lines={newPasswordFailure(failure)} />}
			<Button type="submit" look="primary" busy={submitting}>
				{submitting ? 'Saving...' : 'Set new password'}
			</Button>
		</form>
	);
}
