import { useState } from 'react';
import {
	PASSWORD_HINT,
	passwordProblem,
	signInFailure,
	strengthInWords,
} from '../../lib/account-messages.ts';
import { call } from '../../lib/api.ts';
import { keepThisOne } from '../../lib/push.ts';
import { useForm } from '../../lib/use-form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { Field } from '../../ui/field.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { browserInWords } from './browser.ts';

export function PasswordForm() {
	const [currentPassword, setCurrent] = useState('');
	const [newPassword, setNew] = useState('');
	const problems = {
		current: currentPassword === '' ? 'Enter your password.' : undefined,
		new: passwordProblem(newPassword),
	};
	const { onSubmit, shown, submitting, done, failure } = useForm(problems, async () => {
		await call('PUT /api/users/me/password', { body: { currentPassword, newPassword } });
		await keepThisOne(browserInWords(navigator.userAgent));
		setCurrent('');
		setNew('');
	});

	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			<Field
				label="Current password"
				type="password"
				name="current-password"
				autoComplete="current-password"
				required
				value={currentPassword}
				onChange={(event) => setCurrent(event.target.value)}
				error={shown.current}
			/>
			<NewPasswordField
				value={newPassword}
				onType={setNew}
				strength={strengthInWords(newPassword)}
				error={shown.new}
				hint={`${PASSWORD_HINT} You are signed out everywhere else.`}
			/>
			{failure && <FailureAlert lines={signInFailure(failure)} />}
			{done && <Alert tone="success">Your new password has been saved. Use it from now on.</Alert>}
			<Button type="submit" busy={submitting} className="justify-self-start">
				{submitting ? 'Saving...' : 'Set new password'}
			</Button>
		</form>
	);
}
