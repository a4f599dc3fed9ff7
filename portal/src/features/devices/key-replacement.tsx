import type { Device } from '@watchword/contract/device';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { keyFailure, nameOf } from './messages.ts';

/** A new key for a camera whose old one was lost or seen by others. */
export function KeyReplacement({ device }: { device: Device }) {
	const [asking, setAsking] = useState(false);
	const [key, setKey] = useState<string | null>(null);
	const { submit, submitting, failure } = useSubmit(async () => {
		try {
			const { deviceKey } = await call('POST /api/devices/{id}/key', { params: { id: device.id } });
			setKey(deviceKey);
		} finally {
			setAsking(false);
		}
	});

	return (
		<section aria-label="Device key" className="grid">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div className="grid gap-0.5">
					<h3 className="text-small font-medium">Device key</h3>
					<p className="text-small text-muted">The secret by which the camera signs in.</p>
				</div>
				<Button onClick={() => setAsking(true)}>Replace key</Button>
			</div>
			{failure && (
				<div className="mt-3">
					<Alert tone="loss">{keyFailure(failure)}</Alert>
				</div>
			)}
			{/* Always in the page, so that changes are read out. */}
			<div role="status">
				{key && (
					<div className="mt-3 grid animate-appear gap-3 rounded-control bg-sunken p-4">
						<p className="text-small">
							This is the new key. It is shown this once: give it to the camera now. The old one works no
							more.
						</p>
						<CopyText text={key} label="Copy key" />
					</div>
				)}
			</div>
			<Confirm
				open={asking}
				onCancel={() => setAsking(false)}
				onConfirm={() => void submit()}
				busy={submitting}
				title={`Replace the key of ${nameOf(device)}?`}
				confirmLabel="Replace key"
			>
				<p>The old key stops working at once, and the camera can send nothing until it has the new one.</p>
			</Confirm>
		</section>
	);
}
