import { useQuery } from '@tanstack/react-query';
import type { User } from '@watchword/contract/account';
import { type ReactNode, useId, useRef } from 'react';
import { portalQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { useSession } from '../../lib/session.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccountHistory } from './account-history.tsx';
import { AddressSettings } from './address.tsx';
import { ApiTokens } from './api-tokens.tsx';
import { Channels } from './channels.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Export } from './export.tsx';
import { HomeAssistant } from './home-assistant.tsx';
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
import { useNamedSection } from './use-named-section.ts';
import { Webhooks } from './webhooks.tsx';

type Section = { id: string; title: string; content: ReactNode };

export function AccountPage() {
	const { currentUserDetails: user, isEmailUser } = useSession();
	const hasBroker = useQuery(portalQuery).data?.homeAssistant ?? false;
	const list = useRef<HTMLDivElement>(null);
	useNamedSection(list);
	const sections: Section[] = [
		...(user ? ownDetails(user) : []),
		{ id: 'password', title: 'Password', content: isEmailUser ? <PasswordForm /> : <NoPassword /> },
		{ id: 'two-step', title: 'Two-step sign-in', content: <SecondFactorSettings /> },
		{ id: 'passkeys', title: 'Passkeys', content: <Passkeys /> },
		{ id: 'sessions', title: 'Where you are signed in', content: <Sessions /> },
		{ id: 'history', title: 'Account history', content: <AccountHistory /> },
		{ id: 'data', title: 'Your data', content: <Export /> },
		{ id: 'notifications', title: 'Notifications on this device', content: <PushSettings /> },
		{ id: 'channels', title: 'Channels', content: <Channels /> },
		{ id: 'tokens', title: 'API tokens', content: <ApiTokens /> },
		{ id: 'webhooks', title: 'Webhooks', content: <Webhooks /> },
		...(user && hasBroker
			? [{ id: 'home-assistant', title: 'Home Assistant', content: <HomeAssistant user={user} /> }]
			: []),
		{ id: 'shared-links', title: 'Shared links', content: <SharedLinks /> },
		...(user ? [{ id: 'delete', title: 'Delete this account', content: <DeleteAccount user={user} /> }] : []),
	];
	return (
		<>
			<PageTitle name="Account" />
			<PageHeader title="Account">Who you are, how you sign in, and what is kept of you.</PageHeader>
			<div className="grid items-start gap-6 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
				<Contents sections={sections} />
				<div ref={list} className="grid min-w-0 gap-6">
					{sections.map((section) => (
						<Part key={section.id} {...section} />
					))}
				</div>
			</div>
		</>
	);
}

const ownDetails = (user: User): Section[] => [
	{
		id: 'you',
		title: 'You',
		content: (
			<>
				<ProfileForm user={user} />
				<AddressSettings />
			</>
		),
	},
	{ id: 'mails', title: 'Mails you get', content: <Mails user={user} /> },
	{ id: 'quiet-hours', title: 'Quiet hours and brief', content: <MailTimesForm user={user} /> },
	{ id: 'home-and-away', title: 'Home and away', content: <PresenceSettings user={user} /> },
];

/** Links to the sections: beside them if there is room, otherwise in a row above them. */
const Contents = ({ sections }: { sections: Section[] }) => (
	<nav
		aria-label="On this page"
		className="min-w-0 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 sm:max-lg:-mx-8 sm:max-lg:px-8 lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)] lg:col-start-2 lg:row-start-1"
	>
		<ul className="flex gap-2 text-small whitespace-nowrap lg:grid lg:gap-0 lg:border-l lg:border-line">
			{sections.map(({ id, title }) => (
				<li key={id}>
					<a
						href={`#${id}`}
						className="flex h-9 items-center rounded-control px-3 text-muted transition-colors hover:bg-sunken hover:text-ink max-lg:border max-lg:border-line max-lg:bg-surface lg:h-8 lg:rounded-l-none"
					>
						{title}
					</a>
				</li>
			))}
		</ul>
	</nav>
);

function Part({ id, title, content }: Section) {
	const heading = useId();
	return (
		<Card>
			<section aria-labelledby={heading} id={id} className="grid scroll-mt-20 gap-5 p-5 sm:p-6">
				<h2 id={heading} className="font-semibold">
					{title}
				</h2>
				{content}
			</section>
		</Card>
	);
}
