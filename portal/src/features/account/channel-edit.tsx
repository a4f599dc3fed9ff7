import { useQueryClient } from '@tanstack/react-query';
import type { Channel, ChannelTarget } from '@watchword/contract/channel';
import {
	CHANNEL_ABILITIES,
	CHANNEL_KINDS,
	CHANNEL_NAME_MAX_LENGTH,
	type ChannelKind,
} from '@watchword/contract/channels';
import { useState } from 'react';
import { channelsQuery } from '../../lib/account-documents.ts';
import { call, gone } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DialogWindow } from '../../ui/dialog-window.tsx';
import { Field } from '../../ui/field.tsx';
import { CHANNEL_FIELDS, channelFailure } from './channel-words.ts';
import { saveFailure } from './webhook-words.ts';

export type ChannelEditProps = {
	open: boolean;
	/** Null for a new one. */
	channel: Channel | null;
	onClose: () => void;
};

/** Adds a channel, or changes one. What was entered before is not shown: the server does not give it out again. */
export const ChannelEdit = ({ open, channel, onClose }: ChannelEditProps) => (
	<DialogWindow open={open} onClose={onClose} title={channel ? 'Channel' : 'New channel'}>
		<div className="grid gap-6">
			<ChannelForm channel={channel} onSaved={onClose} />
			{channel && <Remove channel={channel} onGone={onClose} />}
		</div>
	</DialogWindow>
);

type FormProps = { channel: Channel | null; onSaved: () => void };

function ChannelForm({ channel, onSaved }: FormProps) {
	const client = useQueryClient();
	const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? 'ntfy');
	const [name, setName] = useState(channel?.name ?? '');
	const [moves, setMoves] = useState(channel === null);
	const [typed, setTyped] = useState<Record<string, string>>({});
	const fields = Object.entries(CHANNEL_FIELDS[kind]);
	const missing = fields.filter(([field, { isOptional }]) => moves && !isOptional && !typed[field]?.trim());
	const problems: Record<string, string | undefined> = {
		name: name.trim() === '' ? 'Enter a name.' : undefined,
		...Object.fromEntries(missing.map(([field]) => [field, 'Enter this.'])),
	};
	const { onSubmit, shown, submitting, failure } = useForm(problems, async () => {
		const entered = fields.map(([field]) => [field, typed[field]?.trim() || null]);
		const target = { kind, ...Object.fromEntries(entered) } as ChannelTarget;
		if (!channel) await call('POST /api/channels', { body: { name, target } });
		else {
			const body = moves ? { name, target } : { name };
			await call('PUT /api/channels/{id}', { params: { id: channel.id }, body });
		}
		await client.invalidateQueries(channelsQuery);
		onSaved();
	});
	return (
		<form onSubmit={onSubmit} className="grid gap-5" noValidate>
			{!channel && (
				<Choice
					label="Kind"
					options={CHANNEL_KINDS.map((value) => ({ value, label: CHANNEL_ABILITIES[value].name }))}
					value={kind}
					onChange={(other) => {
						setKind(other);
						setTyped({});
					}}
				/>
			)}
			<Field
				label="Name"
				autoComplete="off"
				placeholder="Family"
				maxLength={CHANNEL_NAME_MAX_LENGTH}
				value={name}
				onChange={(event) => setName(event.target.value)}
				error={shown.name}
			/>
			{channel && (
				<Check
					label="It leads somewhere else"
					hint={`Now: ${channel.hint}. Enter everything again.`}
					checked={moves}
					onChange={setMoves}
				/>
			)}
			{moves &&
				fields.map(([field, { label, placeholder, hint, isSecret }]) => (
					<Field
						key={`${kind}-${field}`}
						{...{ label, placeholder, hint }}
						name={`channel-${field}`}
						type={isSecret ? 'password' : 'text'}
						autoComplete="off"
						value={typed[field] ?? ''}
						onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
						error={shown[field]}
					/>
				))}
			{failure && <Alert tone="loss">{channelFailure(kind, failure)}</Alert>}
			<Button type="submit" look="primary" busy={submitting} className="justify-self-start max-sm:w-full">
				{channel ? 'Save' : 'Add the channel'}
			</Button>
		</form>
	);
}

function Remove({ channel, onGone }: { channel: Channel; onGone: () => void }) {
	const client = useQueryClient();
	const [asking, setAsking] = useState(false);
	const { submit, submitting, failure } = useSubmit(async () => {
		try {
			await gone(call('DELETE /api/channels/{id}', { params: { id: channel.id } }));
			onGone();
			await client.invalidateQueries(channelsQuery);
		} finally {
			setAsking(false);
		}
	});
	return (
		<section className="grid justify-items-start gap-3 border-t border-line pt-5">
			<Button look="loss" onClick={() => setAsking(true)}>
				Remove channel
			</Button>
			{failure && <Alert tone="loss">{saveFailure(failure)}</Alert>}
			<Confirm
				open={asking}
				onCancel={() => setAsking(false)}
				onConfirm={() => void submit()}
				busy={submitting}
				title="Remove this channel?"
				confirmLabel="Remove channel"
			>
				<p>Nothing more is sent to {channel.name}. To have it again, you enter everything again.</p>
			</Confirm>
		</section>
	);
}
