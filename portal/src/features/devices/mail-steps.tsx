import { useQuery } from '@tanstack/react-query';
import { addressOf } from '@watchword/contract/mailbox';
import type { PortalSettings } from '@watchword/contract/portal';
import { portalQuery } from '../../lib/documents.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { Step, Steps } from '../../ui/steps.tsx';

/** What to enter in a camera's menus, in the words that most of them use. */
export function MailSteps({ address: local }: { address: string }) {
	const { data: portal } = useQuery(portalQuery);
	if (!portal) return null;
	const { mailAddress, mailServer } = portal;
	const address = addressOf(mailAddress, local);
	return (
		<Steps>
			<Step number={1}>
				<p>In the menu of the camera, open its settings for email. Enter this as the recipient:</p>
				<CopyText text={address} label="Copy address" />
			</Step>
			<Step number={2}>
				{mailServer ? (
					<OurServer server={mailServer} />
				) : (
					<p>
						As the mail server (SMTP), enter that of your mail provider, with your user name and password.
					</p>
				)}
			</Step>
			<Step number={3}>
				<p>
					Let it attach a picture, and mail when it sees motion or at an interval. Then send its test mail.
				</p>
			</Step>
		</Steps>
	);
}

function OurServer({ server }: { server: NonNullable<PortalSettings['mailServer']> }) {
	return (
		<>
			<p>As the mail server (SMTP), enter:</p>
			<dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-control bg-sunken px-4 py-3 text-small">
				<Row name="Server">{server.host}</Row>
				<Row name="Port">{server.port}</Row>
				<Row name="Encryption">{server.encrypted ? 'STARTTLS (TLS)' : 'None'}</Row>
				<Row name="User name">None; if it must have one, the address above</Row>
				<Row name="Password">None; if it must have one, any word</Row>
				<Row name="Sender">Any address</Row>
			</dl>
			<p className="text-small text-pretty text-muted">
				Or leave the mail server of your provider in place, and enter only the recipient.
			</p>
		</>
	);
}

const Row = ({ name, children }: { name: string; children: React.ReactNode }) => (
	<>
		<dt className="text-muted">{name}</dt>
		<dd className="min-w-0 font-medium wrap-anywhere">{children}</dd>
	</>
);
