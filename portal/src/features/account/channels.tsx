import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Channel, ChannelTest } from '@watchword/contract/channel';
import { CHANNEL_ABILITIES, CHANNELS_MAX } from '@watchword/contract/channels';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { channelsQuery } from '../../lib/account-documents.ts';
import { call } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import type { ChannelEditProps } from './channel-edit.tsx';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';
import { saveFailure } from './webhook-words.ts';

const ChannelEdit = later<ChannelEditProps>(async () => (await import('./channel-edit.tsx')).ChannelEdit);

/** The messengers that automations can tell by. */
export function Channels() {
	const channels = useQuery(channelsQuery);
	const [adding, setAdding] = useState(false);
	return (
		<div className="grid gap-5">
			<p className="text-pretty text-muted">
				The messages of your automations, with their picture, where you already are: in ntfy, in Telegram, and
				through Apprise in many others. Choose in each automation which of them it tells.
			</p>
			<Loaded query={channels}>
				{(items) =>
					items.length === 0 ? (
						<p className="text-small text-muted">You have no channels.</p>
					) : (
						<ul className="grid gap-6">
							{items.map((channel) => (
								<ChannelRow key={channel.id} channel={channel} />
							))}
						</ul>
					)
				}
			</Loaded>
			{channels.data && channels.data.length < CHANNELS_MAX && (
				<Button className="justify-self-start" onClick={() => setAdding(true)}>
					Add a channel
				</Button>
			)}
			<ChannelEdit open={adding} channel={null} onClose={() => setAdding(false)} />
		</div>
	);
}

function ChannelRow({ channel }: { channel: Channel }) {
	const client = useQueryClient();
	const [editing, setEditing] = useState(false);
	const [result, setResult] = useState<ChannelTest | null>(null);
	const { submit, submitting, failure } = useSubmit(async () => {
		setResult(null);
		setResult(await call('POST /api/channels/{id}/test', { params: { id: channel.id } }));
		await client.invalidateQueries(channelsQuery);
	});
	const { kind, name, hint, problem } = channel;
	return (
		<li className="flex gap-3">
			<MessageCircle aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
			<div className="grid min-w-0 flex-1 gap-3">
				<div className="grid gap-0.5">
					<p className="font-medium wrap-anywhere">{name}</p>
					<p className="text-small wrap-anywhere text-muted">
						{CHANNEL_ABILITIES[kind].name}, {hint}
					</p>
					<LastMessage channel={channel} />
					{problem && !result && (
						<p className="text-small text-pretty text-loss">The last message did not arrive. {problem}</p>
					)}
				</div>
				<div className="flex flex-wrap gap-2">
					<Button busy={submitting} onClick={() => void submit()} aria-label={`Send a test to ${name}`}>
						Send a test
					</Button>
					<Button onClick={() => setEditing(true)} aria-label={`Change ${name}`}>
						Change
					</Button>
				</div>
				<p
					role="status"
					className={`text-small text-pretty empty:hidden ${result?.outcome === 'failed' ? 'text-loss' : 'text-accent'}`}
				>
					{result &&
						(result.outcome === 'sent'
							? 'Sent. It should appear within seconds.'
							: `It did not arrive. ${result.problem}`)}
				</p>
				{failure && <Alert tone="loss">{saveFailure(failure)}</Alert>}
			</div>
			<ChannelEdit open={editing} channel={channel} onClose={() => setEditing(false)} />
		</li>
	);
}

const LastMessage = ({ channel: { sent_at, created_at, problem } }: { channel: Channel }) => (
	<p className="text-small text-muted">
		{sent_at ? (
			<>
				{problem ? 'The last one that arrived' : 'Last message'} <Moment iso={sent_at} />
			</>
		) : (
			<>
				Added <Moment iso={created_at} />, {problem ? 'none arrived yet' : 'no message yet'}
			</>
		)}
	</p>
);
