import { anyFailure } from '../../lib/account-messages.ts';
import { call } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';

/** The customer signs in at the provider once more. The browser leaves the portal and comes back to this screen. */
export function ConfirmBySso({ provider }: { provider: string }) {
	const { submit, submitting, failure } = useSubmit(async () => {
		const { pathname, search, hash } = window.location;
		const to = pathname + search + hash;
		const { url } = await call('POST /api/users/me/confirmation/sso', { body: { to } });
		window.location.assign(url);
	});
	return (
		<div className="grid gap-3">
			{failure && (
				<FailureAlert
					lines={
						failure.code === 'unavailable'
							? [`${provider} does not answer right now. Please try again in a few minutes.`]
							: anyFailure(failure)
					}
				/>
			)}
			<Button busy={submitting} onClick={() => void submit()}>
				<span className="truncate">Confirm with {provider}</span>
			</Button>
			<p className="text-small text-pretty text-muted">
				You sign in there once more, come back to this screen, and then do again what you wanted to do.
			</p>
		</div>
	);
}
