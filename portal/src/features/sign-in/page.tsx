import { useQuery } from '@tanstack/react-query';
import type { PortalSettings } from '@watchword/contract/portal';
import { Link } from 'react-router';
import { PRODUCT } from '../../lib/brand.ts';
import { portalQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { passkeyObstacle } from '../../lib/passkeys.ts';
import { Logo } from '../../product/logo.tsx';
import { textLink } from '../../ui/text-link.ts';
import { Frame } from './frame.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SingleSignOn, SsoProblemAlert } from './single-sign-on.tsx';

export function SignInPage() {
	const { data: settings } = useQuery(portalQuery);
	const provider = settings?.singleSignOn?.name;
	return (
		<Frame
			logo={
				<Link to="/" className="rounded-control p-1">
					<Logo name={PRODUCT} />
				</Link>
			}
			title={`${PRODUCT} Portal`}
			intro="Sign in to see what ran and to change what is watched."
			footer={settings && <Footer settings={settings} />}
		>
			<PageTitle name="Sign in" />
			{provider && <SsoProblemAlert provider={provider} />}
			<SignInForm />
			{settings && passkeyObstacle(settings.passkeyOrigin) === null && <PasskeySignIn />}
			{provider && <SingleSignOn provider={provider} />}
		</Frame>
	);
}

const Footer = ({ settings }: { settings: PortalSettings }) => (
	<>
		<span>
			Need help?{' '}
			<a className={textLink} href={`mailto:${settings.supportEmail}`}>
				{settings.supportEmail}
			</a>
		</span>
		<a className={textLink} href={settings.termsUrl} target="_blank" rel="noreferrer">
			Terms of Service
		</a>
		<a className={textLink} href={settings.privacyUrl} target="_blank" rel="noreferrer">
			Privacy Policy
		</a>
	</>
);
