import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { emailProblem, signInFailure } from '../../lib/account-messages.ts';
import { ApiError } from '../../lib/api.ts';
import { signIn, useSession } from '../../lib/session.tsx';
import { useForm } from '../../lib/use-form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { Field } from '../../ui/field.tsx';
import { fetched } from '../../ui/later.tsx';
import { textLink } from '../../ui/text-link.ts';

const CodeStep = fetched(async () => (await import('./code-step.tsx')).CodeStep);

export function SignInForm() {
	const { refresh } = useSession();
	const [email, setEmail] = useState('');
	const [password, setPassword] = useState('');
	const [step, setStep] = useState<'password' | 'code' | 'expired'>('password');
	const problems = {
		email: emailProblem(email),
		password: password === '' ? 'Enter your password.' : undefined,
	};

	// Once signed in, the redirect of visitors' screens takes over.
	const { onSubmit, shown, submitting, failure } = useForm(problems, async () => {
		try {
			await signIn(email.trim(), password);
		} catch (error) {
			if (error instanceof ApiError && error.code === 'auth/multi-factor-auth-required')
				return setStep('code');
			throw error;
		}
		await refresh();
	});

	if (step === 'code') {
		return (
			<Suspense>
				<CodeStep onEnded={(expired) => setStep(expired ? 'expired' : 'password')} />
			</Suspense>
		);
	}

	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			<Field
				label="Email"
				type="email"
				name="email"
				autoComplete="username webauthn"
				required
				value={email}
				onChange={(event) => setEmail(event.target.value)}
				error={shown.email}
			/>
			<Field
				label="Password"
				type="password"
				name="password"
				autoComplete="current-password"
				required
				value={password}
				onChange={(event) => setPassword(event.target.value)}
				error={shown.password}
			/>
			{step === 'expired' && !submitting && !failure && (
				<Alert tone="attention">This took too long, or the codes were wrong. Please sign in again.</Alert>
			)}
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
