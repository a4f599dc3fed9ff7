import { useQuery } from '@tanstack/react-query';
import { CONFIRMED_MINUTES } from '@watchword/contract/constants';
import { portalQuery } from '../../lib/documents.ts';
import { Button } from '../../ui/button.tsx';
import { DialogWindow } from '../../ui/dialog-window.tsx';

export type ConfirmedNoticeProps = {
	open: boolean;
	/** What the address says: `yes`, or why not. */
	result: string;
	onClose: () => void;
};

/** Shown when the customer comes back from the single sign-on provider after confirming who they are. */
export function ConfirmedNotice({ open, result, onClose }: ConfirmedNoticeProps) {
	const provider = useQuery(portalQuery).data?.singleSignOn?.name ?? 'the provider';
	const isConfirmed = result === 'yes';
	return (
		<DialogWindow
			open={open}
			onClose={onClose}
			title={isConfirmed ? 'You have confirmed that it is you' : 'You were not confirmed'}
			description={
				isConfirmed
					? `Please do again what you wanted to do. You are not asked for the next ${CONFIRMED_MINUTES} minutes.`
					: reasonOf(result, provider)
			}
		>
			<div className="flex justify-end">
				<Button look="primary" onClick={onClose}>
					Go on
				</Button>
			</div>
		</DialogWindow>
	);
}

function reasonOf(result: string, provider: string): string {
	switch (result) {
		case 'cancelled':
			return `You did not go on at ${provider}. Nothing was changed.`;
		case 'expired':
			return 'It took longer than 10 minutes, or was used already. Nothing was changed. Please try again.';
		case 'unavailable':
			return `${provider} does not answer right now. Nothing was changed. Please try again in a few minutes.`;
		case 'other-person':
			return `You signed in at ${provider} as another person. Nothing was changed.`;
		case 'refused':
			return `${provider} did not say that you signed in just now. Nothing was changed. Please try again, or use a password.`;
		default:
			return 'Something went wrong on our side. Nothing was changed. Please try again.';
	}
}
