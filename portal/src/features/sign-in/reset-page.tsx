import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { emailProblem, resetFailure } from '../../lib/account-messages.ts';
import { call } from '../../lib/api.ts';
import { PRODUCT } from '../../lib/brand.ts';
import { portalQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { useForm } from '../../lib/use-form.ts';
import { Logo } from '../../product/logo.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { Field } from '../../ui/field.tsx';
import { textLink } from '../../ui/text-link.ts';
import { Frame } from './frame.tsx';

export function ResetPage() {
	const { data: settings } = useQuery(portalQuery);
	return (
		<Frame
			logo={
				<a href={settings?.companyUrl ?? '/'} className="rounded-control p-1">
					<Logo name={PRODUCT} />
				</a>
			}
			title="Reset your portal password"
			intro="We will mail you a link to choose a new one. It works once, for an hour."
			footer={
				<span>
					Trouble resetting your password?{' '}
					<a className={textLink} href={`mailto:${settings?.supportEmail ?? ''}`}>
						Contact the support team
					</a>
				</span>
			}
		>
			<PageTitle name="Reset your password" />
			<ResetForm />
		</Frame>
	);
}

function ResetForm() {
	const [email, setEmail] = useState('');
	const { onSubmit, shown, submitting, done, failure } = useForm({ email: emailProblem(email) }, async () => {
		await call('POST /api/auth/request-password-reset', { body: { email: email.trim() } });
	});

	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			<Field
				label="Email"
				type="email"
				name="email"
				autoComplete="username"
				placeholder="you@example.com"
				required
				value={email}
				onChange={(event) => setEmail(event.target.value)}
				error={shown.email}
			/>
			{failure && <FailureAlert lines={resetFailure(failure)} />}
			{done && <Alert tone="success">Password reset email has been sent successfully.</Alert>}
			<Button type="submit" look="primary" busy={submitting}>
				{submitting ? 'Resetting password...' : 'Reset password'}
			</Button>
			<Link to="../signin" className={`${textLink} justify-self-center text-small`}>
				Back to sign in
			</Link>
		</form>
	);
}
