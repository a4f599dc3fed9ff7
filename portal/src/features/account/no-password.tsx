import { useQuery } from '@tanstack/react-query';
import { anyFailure } from '../../lib/account-messages.ts';
import { call } from '../../lib/api.ts';
import { meQuery, portalQuery } from '../../lib/documents.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';

/** For an account that single sign-on made: the mail proves that the address belongs to whoever sets a password. */
export function NoPassword() {
	const email = useQuery(meQuery).data?.account.email ?? '';
	const provider = useQuery(portalQuery).data?.singleSignOn?.name;
	const { submit, submitting, done, failure } = useSubmit(async () => {
		await call('POST /api/auth/request-password-reset', { body: { email } });
	});
	return (
		<div className="grid gap-5">
			<p className="text-pretty text-muted">
				{provider ? `You sign in with ${provider} and have no password here.` : 'You have no password here.'}{' '}
				You can set one with a link that we mail to you. Using the link signs you out everywhere.
			</p>
			{failure && <FailureAlert lines={anyFailure(failure)} />}
			{done && <Alert tone="success">A link is on its way to {email}. It works once, for an hour.</Alert>}
			<Button busy={submitting} onClick={() => void submit()} className="justify-self-start">
				Mail me a link
			</Button>
		</div>
	);
}
