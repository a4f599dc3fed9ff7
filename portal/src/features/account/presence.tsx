import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@watchword/contract/account';
import { call } from '../../lib/api.ts';
import { meQuery } from '../../lib/documents.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { PresenceSwitch } from '../../product/presence-switch.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';

/** The switch between home and away, and the link to it for a phone. */
export function PresenceSettings({ user }: { user: User }) {
	const client = useQueryClient();
	const { submit, submitting, failure } = useSubmit(async () => {
		client.setQueryData(meQuery.queryKey, await call('POST /api/users/me/presence-link'));
	});
	const key = user.presence_key;
	return (
		<div className="grid gap-5">
			<p className="text-pretty text-muted">
				Automations can be set to work only while you are away, or only while you are at home.
			</p>
			<PresenceSwitch />
			{key ? (
				<PhoneLink address={`/presence/${key}`} />
			) : (
				<p className="text-small text-pretty text-muted">
					A link of your own opens this switch on a phone, without signing in.
				</p>
			)}
			{failure && <Alert tone="loss">The link could not be made. Please try again.</Alert>}
			<div className="grid justify-items-start gap-2">
				<Button busy={submitting} onClick={() => void submit()}>
					{key ? 'New link' : 'Make a link'}
				</Button>
				{key && <p className="text-small text-muted">The link above stops working then.</p>}
			</div>
		</div>
	);
}

function PhoneLink({ address }: { address: string }) {
	return (
		<div className="grid gap-4">
			<p className="text-small text-pretty text-muted">
				Open this link on your phone and add it to the home screen. Whoever has the link can switch, and do
				nothing else.
			</p>
			{/* A QR code must be dark on light, in every theme. */}
			<img
				src={`${address}/qr.svg`}
				alt="QR code that opens the switch on a phone"
				width={144}
				height={144}
				className="rounded-control border border-line"
			/>
			<CopyText text={`${location.origin}${address}`} label="Copy link" />
		</div>
	);
}
