import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PRODUCT } from '../../lib/brand.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { useSession } from '../../lib/session.tsx';
import { Logo } from '../../product/logo.tsx';
import { Alert } from '../../ui/alert.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { Frame } from './frame.tsx';

type State = 'open' | 'done' | 'invalid';

const TITLES: Record<State, string> = {
	open: 'Choose a new password',
	done: 'Your password is set',
	invalid: 'This link does not work any more',
};

/** The page that the link in the mail opens. */
export function ConfirmPage() {
	const [params] = useSearchParams();
	const token = params.get('token') ?? '';
	const [state, setState] = useState<State>(token ? 'open' : 'invalid');
	const { userLoggedIn, refresh } = useSession();

	async function finish() {
		setState('done');
		// Setting a password ends all sessions, including one in this browser.
		await refresh();
	}

	return (
		<Frame
			logo={
				<Link to="/" className="rounded-control p-1">
					<Logo name={PRODUCT} />
				</Link>
			}
			title={TITLES[state]}
			footer={null}
		>
			<PageTitle name={TITLES[state]} />
			{state === 'open' && (
				<ConfirmForm token={token} onDone={finish} onInvalid={() => setState('invalid')} />
			)}
			{state === 'done' && (
				<>
					<Alert tone="success">Your new password has been saved. Use it from now on.</Alert>
					<Link to={userLoggedIn ? '/app' : '/signin'} className={buttonClasses('primary')}>
						{userLoggedIn ? 'Open portal' : 'Go to sign in'}
					</Link>
				</>
			)}
			{state === 'invalid' && (
				<>
					<Alert tone="attention">
						A link works once, for an hour. Your password has not been changed: ask for a new link.
					</Alert>
					<Link to="/resetpassword" className={buttonClasses('primary')}>
						Ask for a new link
					</Link>
				</>
			)}
		</Frame>
	);
}
