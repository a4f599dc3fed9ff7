import { useQuery } from '@tanstack/react-query';
import type { User } from '@watchword/contract/account';
import { LEAVING_DAYS } from '@watchword/contract/constants';
import { billingQuery } from '../../lib/documents.ts';
import { counted } from '../../product/counted.ts';
import { useSells } from '../../product/use-sells.ts';
import { Confirm } from '../../ui/confirm.tsx';

type Props = { open: boolean; user: User; onConfirm: () => void; onClose: () => void };

/** Says what will be deleted and when, before the customer confirms. */
export function DeleteDialog({ open, user: { devices, automations }, onConfirm, onClose }: Props) {
	const sells = useSells();
	const { data: billing } = useQuery({ ...billingQuery, enabled: open });
	const credits = billing
		? `your ${counted(billing.creditBalance, 'remaining credit')}`
		: 'your remaining credits';
	return (
		<Confirm
			open={open}
			onCancel={onClose}
			onConfirm={onConfirm}
			title="Delete this account?"
			confirmLabel={`Delete in ${LEAVING_DAYS} days`}
		>
			<p>In {LEAVING_DAYS} days all of this is deleted for good:</p>
			<ul className="grid list-disc gap-1 pl-5">
				{devices.length > 0 && <li>{counted(devices.length, 'camera')} with all pictures</li>}
				{automations.length > 0 && (
					<li>{counted(automations.length, 'automation')} with all runs, results and mails</li>
				)}
				<li>saved files, API tokens, webhooks and shared links</li>
				{sells && <li>{credits}, which cannot be paid back</li>}
			</ul>
			<p>
				Until then your cameras and automations go on. API tokens, feeds, shared links and the home or away
				link stop now, and work again if you keep the account. You can keep it on any screen, or with the link
				in the mail that you get now. If you want a copy of your data, export it first.
			</p>
		</Confirm>
	);
}
