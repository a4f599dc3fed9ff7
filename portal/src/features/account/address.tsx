import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AddressChange } from '@watchword/contract/account';
import { useState } from 'react';
import { addressChangeQuery } from '../../lib/account-documents.ts';
import { call } from '../../lib/api.ts';
import { meQuery } from '../../lib/documents.ts';
import { exactTime } from '../../lib/time.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import type { NewAddressProps } from './new-address.tsx';

const NewAddress = later<NewAddressProps>(async () => (await import('./new-address.tsx')).NewAddress);

/** The address to sign in with, and its change. */
export function AddressSettings() {
	const { data: me } = useQuery(meQuery);
	const { data: pending } = useQuery(addressChangeQuery);
	const [changing, setChanging] = useState(false);
	return (
		<div className="grid gap-4 border-t border-line pt-5">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div className="grid min-w-0 gap-0.5">
					<h3 className="text-small font-medium">Sign-in address</h3>
					<p className="break-all">{me?.account.email}</p>
				</div>
				{!pending && <Button onClick={() => setChanging(true)}>Change address</Button>}
			</div>
			{pending && me && <Waiting change={pending} old={me.account.email} />}
			<NewAddress open={changing} onClose={() => setChanging(false)} />
		</div>
	);
}

function Waiting({ change, old }: { change: AddressChange; old: string }) {
	const client = useQueryClient();
	const { submit, submitting, failure } = useSubmit(async () => {
		const { pending } = await call('DELETE /api/users/me/address');
		client.setQueryData(addressChangeQuery.queryKey, pending);
	});
	const { email, expires_at, old_confirmed, new_confirmed } = change;
	const missing = [!old_confirmed && old, !new_confirmed && email].filter(Boolean).join(' and ');
	return (
		<div role="status" className="grid justify-items-start gap-3 rounded-control bg-sunken p-4">
			<p className="text-small text-pretty wrap-anywhere">
				Your address is to become {email}. Open the link that was mailed to {missing} until{' '}
				{exactTime(Date.parse(expires_at) / 1000)}. Until then nothing changes.
			</p>
			{failure && <Alert tone="loss">The change was not stopped. Please try again.</Alert>}
			<Button busy={submitting} onClick={() => void submit()}>
				Stop the change
			</Button>
		</div>
	);
}
