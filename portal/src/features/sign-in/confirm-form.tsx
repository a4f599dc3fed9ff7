import { useState } from 'react';
import {
	newPasswordFailure,
	PASSWORD_HINT,
	passwordProblem,
	strengthInWords,
} from '../../lib/account-messages.ts';
import { ApiError, call } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';

type Props = { token: string; onDone: () => Promise<void>; onInvalid: () => void };

export function ConfirmForm({ token, onDone, onInvalid }: Props) {
	const [newPassword, setNewPassword] = useState('');
	const problems = { password: passwordProblem(newPassword) };
	const { onSubmit, shown, submitting, failure } = useForm(problems, async () => {
		try {
			await call('POST /api/auth/reset-password', { body: { token, newPassword } });
		} catch (error) {
			if (error instanceof ApiError && error.code === 'auth/invalid-token') return onInvalid();
			throw error;
		}
		await onDone();
	});

	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			<NewPasswordField
				value={newPassword}
				onType={setNewPassword}
				strength={strengthInWords(newPassword)}
				error={shown.password}
				hint={PASSWORD_HINT}
			/>
			{failure && <FailureAlert lines={newPasswordFailure(failure)} />}
			<Button type="submit" look="primary" busy={submitting}>
				{submitting ? 'Saving...' : 'Set new password'}
			</Button>
		</form>
	);
}
