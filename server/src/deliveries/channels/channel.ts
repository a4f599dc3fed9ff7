import { randomUUID } from 'node:crypto';
import type { ChannelTarget } from '@watchword/contract/channel';
import type { ChannelKind } from '@watchword/contract/channels';
import type { Answer } from '../outgoing.ts';

/** What a channel shows. */
export interface ChannelMessage {
	/** The same for an alert and what takes its place. */
	id: string;
	title: string;
	text: string;
	/** Where the run is shown, and where the automation is snoozed by POST, once; null if there is nothing to open or to snooze. */
	open: string | null;
	snooze: string | null;
	picture: { bytes: Uint8Array; contentType: string } | null;
	/** It comes without a sound. */
	quiet: boolean;
	/** What the channel answered to the message whose place it takes; null if it takes none. */
	replaces: string | null;
}

export interface ChannelRequest {
	url: string;
	headers: Record<string, string>;
	body: string | Uint8Array;
}

/** What an answer means. Nothing of its text is repeated: it may contain the secrets of the request. */
export type ChannelAnswer =
	/** `reference` is how a later message names this one. */
	| { taken: true; reference?: string }
	| {
			taken: false;
			/** What to do about it, in words for the customer. */
			problem: string;
			/** Another attempt would not help. */
			final?: boolean;
			/** The least time until the next attempt. */
			afterSeconds?: number;
			/** It may take the message without this, at once. `replaced` is the message whose place it takes. */
			without?: 'picture' | 'buttons' | 'replaced';
	  };

export type TargetOf<K extends ChannelKind> = Extract<ChannelTarget, { kind: K }>;

export interface ChannelHosts {
	/** Where Telegram's Bot API is. */
	telegramUrl: string;
}

/** A kind of channel: the requests it takes, and what its answers mean. */
export interface Channel<K extends ChannelKind> {
	/** The part of a target that may be shown. */
	hintOf(target: TargetOf<K>): string;
	/** The address of the customer's choice, which is checked when it is added; null if it is the operator's. */
	addressOf(target: TargetOf<K>): string | null;
	request(target: TargetOf<K>, message: ChannelMessage, hosts: ChannelHosts): ChannelRequest;
	read(answer: Answer): ChannelAnswer;
}

/** An answer as JSON; null if it is none. */
export function jsonOf({ body }: Answer): Record<string, unknown> | null {
	try {
		const value: unknown = JSON.parse(body.toString());
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
	} catch {
		return null;
	}
}

/** A status that says nothing about this channel: a busy or broken server may take it later. */
export function readStatus(name: string, status: number, afterSeconds: number | null): ChannelAnswer {
	const isBusy = status === 429 || status >= 500;
	return {
		taken: false,
		problem: status === 429 ? `${name} gets too many messages at the moment.` : `${name} answered ${status}.`,
		...(isBusy ? afterSeconds !== null && { afterSeconds } : { final: true }),
	};
}

type Picture = NonNullable<ChannelMessage['picture']>;

export const fileNameOf = ({ contentType }: Picture) => `picture.${contentType.split('/')[1]}`;

/** A form with texts and a picture. `FormData` would change the line breaks of the texts. */
export function multipart(
	fields: Record<string, string | Picture | null>,
): Pick<ChannelRequest, 'headers' | 'body'> {
	const boundary = `watchword-${randomUUID()}`;
	const parts = Object.entries(fields).flatMap(([name, value]) => {
		if (value === null) return [];
		const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`;
		return typeof value === 'string'
			? [Buffer.from(`${head}\r\n\r\n${value}\r\n`)]
			: [
					Buffer.from(
						`${head}; filename="${fileNameOf(value)}"\r\ncontent-type: ${value.contentType}\r\n\r\n`,
					),
					value.bytes,
					Buffer.from('\r\n'),
				];
	});
	return {
		headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
		body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
	};
}
