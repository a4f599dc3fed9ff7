import { z } from 'zod';
import { CHANNEL_KINDS, CHANNEL_NAME_MAX_LENGTH } from './channels.ts';
import { id, line } from './ids.ts';
import { ends } from './limit.ts';

const time = z.iso.datetime();

const address = (example: string) =>
	z
		.string()
		.trim()
		.max(1000, ends('must have at most 1,000 characters'))
		.check(z.url({ protocol: /^https?$/, error: `must be a web address such as ${example}` }))
		.refine((url) => !/[?#]/.test(url), { message: 'must end with its path, without ? and #' });

/** Where a channel leads, with its secrets. Only sent to the server, never back. */
export const channelTarget = z.discriminatedUnion('kind', [
	z.strictObject({
		kind: z.literal('ntfy'),
		/** The address of the topic. */
		url: address('https://ntfy.sh/my-topic').refine(
			(url) => /\/[-\w]{1,64}$/.test(URL.parse(url)?.pathname ?? ''),
			'must end with a topic of letters, digits, - and _, such as https://ntfy.sh/my-topic',
		),
		/** For a topic that not everybody may write to. */
		token: z
			.string()
			.trim()
			.regex(/^[\x21-\x7e]{1,200}$/, 'must be an access token of ntfy, which begins with tk_')
			.nullable(),
	}),
	z.strictObject({
		kind: z.literal('telegram'),
		token: z
			.string()
			.trim()
			.regex(/^\d{3,20}:[\w-]{20,100}$/, 'must be a bot token as BotFather gives it, such as 123456:ABC…'),
		chat: z
			.string()
			.trim()
			.regex(
				/^(-?\d{1,20}|@[A-Za-z]\w{3,40})$/,
				'must be the number of a chat, or @ and the name of a channel',
			),
	}),
	z.strictObject({
		kind: z.literal('apprise'),
		/** The address of a stored configuration. */
		url: address('https://apprise.example.com/notify/my-key').refine(
			(url) => /\/notify\/[-\w]{1,128}\/?$/.test(URL.parse(url)?.pathname ?? ''),
			'must end with /notify/ and the key of a configuration, such as https://apprise.example.com/notify/my-key',
		),
	}),
]);
export type ChannelTarget = z.infer<typeof channelTarget>;

const name = line(CHANNEL_NAME_MAX_LENGTH, `must have at most ${CHANNEL_NAME_MAX_LENGTH} characters`).min(
	1,
	'must not be blank',
);

export const newChannel = z.strictObject({ name, target: channelTarget });

/** Without a target, it leads where it did. */
export const channelEdit = z.strictObject({ name, target: channelTarget.optional() });

/** A channel that gets messages of automations. */
export const channel = z.object({
	id,
	kind: z.enum(CHANNEL_KINDS),
	name: z.string(),
	/** The host or the chat it leads to. The rest of its address is a secret. */
	hint: z.string(),
	created_at: time,
	/** When it last took a message; null if it never has. */
	sent_at: time.nullable(),
	/** Why it did not take the last message; null if it did. */
	problem: z.string().nullable(),
});
export type Channel = z.infer<typeof channel>;

/** The answer to a test. */
export const channelTest = z.object({
	outcome: z.enum(['sent', 'failed']),
	/** What to change, if it failed. */
	problem: z.string().nullable(),
});
export type ChannelTest = z.infer<typeof channelTest>;
