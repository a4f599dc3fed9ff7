import { useQueryClient } from '@tanstack/react-query';
import { DEVICE_HAS_AUTOMATIONS } from '@watchword/contract/constants';
import type { Device } from '@watchword/contract/device';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/api.ts';
import { devicesQuery } from '../../lib/documents.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { textLink } from '../../ui/text-link.ts';
import { nameOf, removalFailure } from './messages.ts';

type Props = { device: Device; onRemoved: () => void };

export function Removal({ device, onRemoved }: Props) {
	const client = useQueryClient();
	const [asking, setAsking] = useState(false);
	const [refused, setRefused] = useState(false);
	const { submit, submitting, failure } = useSubmit(async () => {
		try {
			await call('DELETE /api/devices/{id}', { params: { id: device.id } });
		} catch (error) {
			// Refetch, so that the page behind the message shows the server's state.
			void client.invalidateQueries(devicesQuery);
			throw error;
		} finally {
			setAsking(false);
		}
		client.setQueryData(devicesQuery.queryKey, (all) => all?.filter(({ id }) => id !== device.id));
		onRemoved();
	});

	// No confirmation while the device cannot be removed.
	const blocked = refused && device.automations.length > 0;
	const text = blocked ? DEVICE_HAS_AUTOMATIONS : failure && removalFailure(failure);
	function ask() {
		setRefused(device.automations.length > 0);
		setAsking(device.automations.length === 0);
	}

	return (
		<div className="grid gap-3">
			{text && (
				<Alert tone="loss">
					{text}
					{text === DEVICE_HAS_AUTOMATIONS && (
						<Link to="/app/automations" className={`${textLink} justify-self-start`}>
							See your automations
						</Link>
					)}
				</Alert>
			)}
			<Button look="quiet" className="justify-self-start px-3! -ml-3 text-loss" onClick={ask}>
				Remove Device from Account
			</Button>
			<Confirm
				open={asking}
				onCancel={() => setAsking(false)}
				onConfirm={() => void submit()}
				busy={submitting}
				title={`Remove ${nameOf(device)}?`}
				confirmLabel="Remove device"
			>
				<p>
					The device leaves your account with its captures, and its key stops working at once. Runs keep the
					pictures they were made from. To use the camera again, you pair it anew.
				</p>
			</Confirm>
		</div>
	);
}
