import type { ChannelKind } from '@watchword/contract/channels';
import type { ApiError } from '../../lib/api.ts';
import { saveFailure } from './webhook-words.ts';

type Field = 'url' | 'token' | 'chat';

interface Words {
	label: string;
	placeholder: string;
	hint: string;
	isSecret?: true;
	isOptional?: true;
}

/** What is entered for each kind of channel. */
export const CHANNEL_FIELDS: Record<ChannelKind, Partial<Record<Field, Words>>> = {
	ntfy: {
		url: {
			label: 'Address of the topic',
			placeholder: 'https://ntfy.sh/my-topic',
			hint: 'Whoever knows the name of a public topic can read it, so choose one that nobody guesses.',
		},
		token: {
			label: 'Access token',
			placeholder: 'tk_…',
			hint: 'Only for a topic that not everybody may write to.',
			isSecret: true,
			isOptional: true,
		},
	},
	telegram: {
		token: {
			label: 'Bot token',
			placeholder: '123456:ABC…',
			hint: 'Write /newbot to @BotFather in Telegram. It answers with the token.',
			isSecret: true,
		},
		chat: {
			label: 'Chat',
			placeholder: '-1001234567890',
			hint: 'Its number, or @ and the name of a public channel. Send the bot a message there first.',
		},
	},
	apprise: {
		url: {
			label: 'Address of the configuration',
			placeholder: 'https://apprise.example.com/notify/my-key',
			hint: 'Of a server of Apprise API. Its configuration names the services that get the message.',
		},
	},
};

/** The server's sentence about what was entered, with the name of the field that it has here. */
export function channelFailure(kind: ChannelKind, failure: ApiError): string {
	const [, field, words] = /^(?:target\.)?(\w+): (.*)$/s.exec(failure.message) ?? [];
	if (failure.code !== 'invalid-argument' || !field || !words) return saveFailure(failure);
	const label = CHANNEL_FIELDS[kind][field as Field]?.label ?? 'Name';
	return words.startsWith('must') ? `${label}: it ${words}.` : words;
}
