import { type SubmitEvent, useRef, useState } from 'react';
import {
	PASSWORD_HINT,
	passwordProblem,
	signInFailure,
	strengthInWords,
} from '../../lib/account-messages.ts';
import { call } from '../../lib/api.ts';
import { keepThisOne } from '../../lib/push.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { Field } from '../../ui/field.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { browserInWords } from './browser.ts';

export function PasswordForm() {
	const [currentPassword, setCurrent] = useState('');
	const [newPassword, setNew] = useState('');
	const [tried, setTried] = useState(false);
	const currentField = useRef<HTMLInputElement>(null);
	const newField = useRef<HTMLInputElement>(null);
	const { submit, submitting, done, failure } = useSubmit(async () => {
		await call('PUT /api/users/me/password', { body: { currentPassword, newPassword } });
		await keepThisOne(browserInWords(navigator.userAgent));
		setCurrent('');
		setNew('');
		setTried(false);
	});
	const currentError = currentPassword === '' ? 'Enter your password.' : undefined;
	const newError = passwordProblem(newPassword);

	function onSubmit(event: SubmitEvent) {
		event.preventDefault();
		setTried(true);
		if (currentError) currentField.current?.focus();
		else if (newError) newField.current?.focus();
		else void submit(undefined);
	}

	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			<Field
				ref={currentField}
				label="Current password"
				type="password"
				name="current-password"
				autoComplete="current-password"
				required
				value={currentPassword}
				onChange={(event) => setCurrent(event.target.value)}
				error={tried ? currentError : undefined}
			/>
			<NewPasswordField
				ref={newField}
				value={newPassword}
				onType={setNew}
				strength={strengthInWords(newPassword)}
				error={tried ? newError : undefined}
				hint={`${PASSWORD_HINT} You are signed out everywhere else.`}
			/>
			{failure && <FailureAlert lines={signInFailure(failure)} />}
			{done && !tried && <Alert tone="success">Your new password has been saved. Use it from now on.</Alert>}
			<Button type="submit" busy={submitting} className="justify-self-start">
				{submitting ? 'Saving...' : 'Set new password'}
			</Button>
		</form>
	);
}
