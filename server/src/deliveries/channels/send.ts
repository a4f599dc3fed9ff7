import type { ChannelTarget } from '@watchword/contract/channel';
import { CHANNEL_ABILITIES, type ChannelKind } from '@watchword/contract/channels';
import { type Outgoing, RequestFailed } from '../outgoing.ts';
import type { SendResult } from '../queue.ts';
import { apprise } from './apprise.ts';
import type { Channel, ChannelAnswer, ChannelHosts, ChannelMessage } from './channel.ts';
import { ntfy } from './ntfy.ts';
import { telegram } from './telegram.ts';

export interface ChannelNeeds {
	outgoing: Outgoing;
	hosts: ChannelHosts;
}

const CHANNELS: { [K in ChannelKind]: Channel<K> } = { ntfy, telegram, apprise };

/** The compiler does not see that a target and its channel are of one kind. */
const channelFor = ({ kind }: ChannelTarget) => CHANNELS[kind] as Channel<ChannelKind>;

export const hintOf = (target: ChannelTarget) => channelFor(target).hintOf(target);

export const addressOf = (target: ChannelTarget) => channelFor(target).addressOf(target);

/** What a message may lack for a channel to take it. */
const LACKING = {
	picture: { picture: null },
	buttons: { open: null, snooze: null },
	replaced: { replaces: null },
} as const;

const isWithout = (message: ChannelMessage, what: keyof typeof LACKING) =>
	Object.keys(LACKING[what]).every((name) => message[name as keyof ChannelMessage] === null);

/** Sends a message once, and without its picture or its buttons, or as a new one, where the channel asks for that. */
export async function sendToChannel(
	{ outgoing, hosts }: ChannelNeeds,
	target: ChannelTarget,
	whole: ChannelMessage,
): Promise<Exclude<SendResult, { outcome: 'dropped' }>> {
	const channel = channelFor(target);
	const { name, pictureBytes } = CHANNEL_ABILITIES[target.kind];
	const isTooLarge = whole.picture !== null && whole.picture.bytes.length > pictureBytes;
	let message = isTooLarge ? { ...whole, picture: null } : whole;
	try {
		for (;;) {
			const { url, ...request } = channel.request(target, message, hosts);
			const answer = await outgoing.post(url, request);
			const read: ChannelAnswer = channel.read(answer);
			if (read.taken) return { outcome: 'sent', answer: answer.status, ...pick(read.reference) };
			if (read.without === undefined || isWithout(message, read.without)) {
				const { problem, final, afterSeconds } = read;
				return {
					...{ outcome: 'failed', problem, answer: answer.status },
					...(final && { final }),
					...(afterSeconds !== undefined && { afterSeconds }),
				};
			}
			message = { ...message, ...LACKING[read.without] };
		}
	} catch (error) {
		if (!(error instanceof RequestFailed)) throw error;
		const { message: problem, answer, refused } = error;
		return {
			...{ outcome: 'failed', problem: `${name}: ${problem}`, final: refused },
			...(answer !== undefined && { answer }),
		};
	}
}

const pick = (reference: string | undefined) => (reference === undefined ? {} : { reference });
