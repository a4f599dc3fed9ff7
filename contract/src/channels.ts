/** Channels that customers add: names and what each can do. Without packages, so that the portal needs no schema library for them. */

export const CHANNEL_KINDS = ['ntfy', 'telegram', 'apprise'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

interface Abilities {
	/** As people call it. */
	name: string;
	/** The largest picture that it takes, in bytes. */
	pictureBytes: number;
	/** The longest message that it takes with a picture, title and text together. */
	characters: number;
	/** Whether a message has buttons that open the run and snooze the automation. Without them, it has links. */
	buttons: boolean;
	/** Whether a message can take the place of an earlier one. If not, it follows the earlier one without a sound where possible. */
	replaces: boolean;
}

export const CHANNEL_ABILITIES: Record<ChannelKind, Abilities> = {
	ntfy: { name: 'ntfy', pictureBytes: 15_000_000, characters: 4096, buttons: true, replaces: true },
	telegram: { name: 'Telegram', pictureBytes: 10_000_000, characters: 1024, buttons: true, replaces: true },
	apprise: { name: 'Apprise', pictureBytes: 10_000_000, characters: 4096, buttons: false, replaces: false },
};

/** The most channels of one account. */
export const CHANNELS_MAX = 20;
export const CHANNEL_NAME_MAX_LENGTH = 60;
