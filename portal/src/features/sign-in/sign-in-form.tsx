import { type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { emailProblem, signInFailure } from '../../lib/account-messages.ts';
import { signIn, useSession } from '../../lib/session.tsx';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { Field } from '../../ui/field.tsx';
import { textLink } from '../../ui/text-link.ts';

export function SignInForm() {
	const { refresh } = useSession();
	const [email, setEmail] = useState('');
	const [password, setPassword] = useState('');
	const [tried, setTried] = useState(false);
	const emailField = useRef<HTMLInputElement>(null);
	const passwordField = useRef<HTMLInputElement>(null);

	// Once signed in, the redirect of visitors' screens takes over.
	const { submit, submitting, failure } = useSubmit(async () => {
		await signIn(email.trim(), password);
		await refresh();
	});

	const emailError = emailProblem(email);
	const passwordError = password === '' ? 'Enter your password.' : undefined;

	function onSubmit(event: SubmitEvent) {
		event.preventDefault();
		setTried(true);
		if (emailError) emailField.current?.focus();
		else if (passwordError) passwordField.current?.focus();
		else void submit(undefined);
	}

	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			<Field
				ref={emailField}
				label="Email"
				type="email"
				name="email"
				autoComplete="username"
				required
				value={email}
				onChange={(event) => setEmail(event.target.value)}
				error={tried ? emailError : undefined}
			/>
			<Field
				ref={passwordField}
				label="Password"
				type="password"
				name="password"
				autoComplete="current-password"
				required
				value={password}
				onChange={(event) => setPassword(event.target.value)}
				error={tried ? passwordError : undefined}
			/>
			{failure && <FailureAlert lines={signInFailure(failure)} />}
			<Button type="submit" look="primary" busy={submitting}>
				{submitting ? 'Signing In...' : 'Sign In'}
			</Button>
			<Link to="../resetpassword" className={`${textLink} justify-self-center text-small`}>
				Forgot your password?
			</Link>
		</form>
	);
}
