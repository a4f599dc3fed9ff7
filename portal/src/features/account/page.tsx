import type { User } from '@watchword/contract/account';
import { useId } from 'react';
import { PageTitle } from '../../lib/page-title.tsx';
import { useSession } from '../../lib/session.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccountHistory } from './account-history.tsx';
import { AddressSettings } from './address.tsx';
import { ApiTokens } from './api-tokens.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Export } from './export.tsx';
import { MailTimesForm } from './mail-times.tsx';
import { Mails } from './mails.tsx';
import { NoPassword } from './no-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { PresenceSettings } from './presence.tsx';
import { ProfileForm } from './profile-form.tsx';
import { PushSettings } from './push.tsx';
import { SecondFactorSettings } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { SharedLinks } from './shared-links.tsx';
import { Webhooks } from './webhooks.tsx';

export function AccountPage() {
	const { currentUserDetails: user, isEmailUser } = useSession();
	return (
		<>
			<PageTitle name="Account" />
			<PageHeader title="Account">Who you are, how you sign in, and what is kept of you.</PageHeader>
			<div className="grid max-w-2xl gap-6">
				{user && <OwnDetails user={user} />}
				<Part title="Password">{isEmailUser ? <PasswordForm /> : <NoPassword />}</Part>
				<Part title="Two-step sign-in">
					<SecondFactorSettings />
				</Part>
				<Part title="Passkeys">
					<Passkeys />
				</Part>
				<Part title="Where you are signed in">
					<Sessions />
				</Part>
				<Part title="Account history" id="history">
					<AccountHistory />
				</Part>
				<Part title="Your data">
					<Export />
				</Part>
				<Part title="Notifications on this device" id="notifications">
					<PushSettings />
				</Part>
				<Part title="API tokens">
					<ApiTokens />
				</Part>
				<Part title="Webhooks">
					<Webhooks />
				</Part>
				<Part title="Shared links" id="shared-links">
					<SharedLinks />
				</Part>
				{user && (
					<Part title="Delete this account" id="delete">
						<DeleteAccount user={user} />
					</Part>
				)}
			</div>
		</>
	);
}

const OwnDetails = ({ user }: { user: User }) => (
	<>
		<Part title="You">
			<ProfileForm user={user} />
			<AddressSettings />
		</Part>
		<Part title="Mails you get">
			<Mails user={user} />
		</Part>
		<Part title="Quiet hours and brief">
			<MailTimesForm user={user} />
		</Part>
		<Part title="Home and away">
			<PresenceSettings user={user} />
		</Part>
	</>
);

function Part({ title, id, children }: { title: string; id?: string; children: React.ReactNode }) {
	const heading = useId();
	return (
		<Card>
			<section aria-labelledby={heading} id={id} className="grid scroll-mt-20 gap-5 p-5 sm:p-6">
				<h2 id={heading} className="font-semibold">
					{title}
				</h2>
				{children}
			</section>
		</Card>
	);
}
