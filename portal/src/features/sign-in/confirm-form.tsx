import { PASSWORD_LENGTH } from '@watchword/contract/constants';
import { type SubmitEvent, useRef, useState } from 'react';
import { ApiError, api } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { anyFailure } from './messages.ts';

type Props = { token: string; onDone: () => Promise<void>; onInvalid: () => void };

export function ConfirmForm({ token, onDone, onInvalid }: Props) {
	const [newPassword, setNewPassword] = useState('');
	const [tried, setTried] = useState(false);
	const field = useRef<HTMLInputElement>(null);
	const { submit, submitting, failure } = useSubmit(async () => {
		try {
			await api.post('/api/auth/reset-password', { token, newPassword });
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
			<Field
				ref={field}
				label="New password"
				type="password"
				name="new-password"
				autoComplete="new-password"
				required
				value={newPassword}
				onChange={(event) => setNewPassword(event.target.value)}
				error={tried ? error : undefined}
				hint={`At least ${PASSWORD_LENGTH.min} characters. A few words in a row are easy to remember.`}
			/>
			{failure && <FailureAlert lines={anyFailure(failure)} />}
			<Button type="submit" look="primary" busy={submitting}>
				{submitting ? 'Saving...' : 'Set new password'}
			</Button>
		</form>
	);
}

function passwordProblem(value: string): string | undefined {
	if (value === '') return 'Enter a new password.';
	if (value.length < PASSWORD_LENGTH.min) return `Use at least ${PASSWORD_LENGTH.min} characters.`;
	if (value.length > PASSWORD_LENGTH.max) return `Use at most ${PASSWORD_LENGTH.max} characters.`;
	return undefined;
}
