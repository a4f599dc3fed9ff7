import { useQueryClient } from '@tanstack/react-query';
import type { Device, DeviceAdded } from '@watchword/contract/device';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { devicesQuery } from '../../lib/documents.ts';
import { browserZone } from '../../lib/time.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FirstPicture } from './first-picture.tsx';
import { MailSteps } from './mail-steps.tsx';
import { addFailure } from './messages.ts';
import { ProgramSteps } from './program-steps.tsx';

type Props = {
	kind: 'mail' | 'program';
	back: ReactNode;
	onClose: () => void;
	onOptions: (device: Device) => void;
};

/** A device that redeems no code: it gets its address or its key here, and the steps to enter it in the camera. */
export function AddByOwner({ kind, back, onClose, onOptions }: Props) {
	const [added, setAdded] = useState<DeviceAdded | null>(null);
	return added ? (
		<Added kind={kind} added={added} onClose={onClose} onOptions={onOptions} />
	) : (
		<div className="grid gap-4">
			{back}
			<NameForm kind={kind} onAdded={setAdded} />
		</div>
	);
}

const WORDS = {
	mail: {
		intro: 'The camera gets a mail address of its own. Pictures that it mails there become captures.',
		placeholder: 'Front door',
		button: 'Make its address',
	},
	program: {
		intro: 'The program gets a key of its own. With it, it can send pictures and nothing else.',
		placeholder: 'Timelapse',
		button: 'Make its key',
	},
};

function NameForm({ kind, onAdded }: Pick<Props, 'kind'> & { onAdded: (added: DeviceAdded) => void }) {
	const client = useQueryClient();
	const [desc, setDesc] = useState('');
	const { intro, placeholder, button } = WORDS[kind];
	const { submit, submitting, failure } = useSubmit(async () => {
		const body = { connection: kind, desc, zone: browserZone() };
		onAdded(await call('POST /api/devices', { body }));
		await client.invalidateQueries(devicesQuery);
	});
	function onSubmit(event: SubmitEvent) {
		event.preventDefault();
		void submit();
	}
	return (
		<form onSubmit={onSubmit} className="grid gap-5">
			<p className="text-pretty text-muted">{intro}</p>
			<Field
				label="Description"
				name="desc"
				maxLength={200}
				autoComplete="off"
				placeholder={placeholder}
				value={desc}
				onChange={(event) => setDesc(event.target.value)}
				hint="What you call it. You can change it later."
			/>
			{failure && <Alert tone="loss">{addFailure(failure)}</Alert>}
			<Button type="submit" look="primary" busy={submitting} className="justify-self-start max-sm:w-full">
				{button}
			</Button>
		</form>
	);
}

type AddedProps = Omit<Props, 'back'> & { added: DeviceAdded };

function Added({ kind, added, onClose, onOptions }: AddedProps) {
	const client = useQueryClient();
	const device = () => client.getQueryData(devicesQuery.queryKey)?.find(({ id }) => id === added.deviceId);
	return (
		<div className="grid animate-appear gap-6">
			{kind === 'mail' ? (
				<MailSteps address={added.mail_address} />
			) : (
				<ProgramSteps deviceKey={added.deviceKey} />
			)}
			<FirstPicture deviceId={added.deviceId} />
			<div className="flex flex-wrap justify-end gap-3">
				<Button
					onClick={() => {
						const found = device();
						if (found) onOptions(found);
					}}
				>
					Set it up
				</Button>
				<Button look="primary" onClick={onClose}>
					Done
				</Button>
			</div>
		</div>
	);
}
