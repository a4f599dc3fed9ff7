import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Device } from '@watchword/contract/device';
import { addressOf } from '@watchword/contract/mailbox';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { devicesQuery, portalQuery } from '../../lib/documents.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { addressFailure, nameOf } from './messages.ts';

/** The address whose mails become captures of this device. Whoever knows it can send pictures, so it can be replaced. */
export function MailAddress({ device }: { device: Device }) {
	const client = useQueryClient();
	const { data: portal } = useQuery(portalQuery);
	const [asking, setAsking] = useState(false);
	const { submit, submitting, failure } = useSubmit(async () => {
		try {
			const saved = await call('POST /api/devices/{id}/mail-address', { params: { id: device.id } });
			client.setQueryData(devicesQuery.queryKey, (all) =>
				all?.map((other) => (other.id === saved.id ? saved : other)),
			);
		} finally {
			setAsking(false);
		}
	});
	if (!portal) return null;
	return (
		<section aria-label="Mail address" className="grid gap-3">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div className="grid gap-0.5">
					<h3 className="text-small font-medium">Mail address</h3>
					<p className="text-small text-muted">Pictures mailed to it become captures of this device.</p>
				</div>
				<Button onClick={() => setAsking(true)}>New address</Button>
			</div>
			<CopyText
				key={device.mail_address}
				text={addressOf(portal.mailAddress, device.mail_address)}
				label="Copy address"
			/>
			{failure && <Alert tone="loss">{addressFailure(failure)}</Alert>}
			<Confirm
				open={asking}
				onCancel={() => setAsking(false)}
				onConfirm={() => void submit()}
				busy={submitting}
				title={`A new address for ${nameOf(device)}?`}
				confirmLabel="New address"
			>
				<p>The old address takes no more mail at once. A camera that uses it must get the new one.</p>
			</Confirm>
		</section>
	);
}
