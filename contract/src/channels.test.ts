import { expect, test } from 'vitest';
import { channelTarget } from './channel.ts';
import { CHANNEL_ABILITIES, CHANNEL_KINDS } from './channels.ts';
import { notificationInWords, type ReadNotification } from './notification.ts';

/** The longest words of a message: a title, a line break and a text (`deliveries/messages.ts`). */
const LONGEST = 100 + 1 + 400;

test.each(CHANNEL_KINDS)('%s takes the longest message, and has a target of its own', (kind) => {
	expect(CHANNEL_ABILITIES[kind].characters).toBeGreaterThanOrEqual(LONGEST);
	expect(channelTarget.options.map(({ shape }) => shape.kind.value)).toContain(kind);
});

test('sentences name every way', () => {
	const sent: ReadNotification = { state: 'sent', by: ['mail', 'push', 'telegram'] };
	expect(notificationInWords(sent, 'begin', null)).toBe('Told by mail, push message and Telegram: it began.');
	expect(notificationInWords({ ...sent, together: true, by: ['ntfy', 'apprise'] }, null, null)).toBe(
		'Told in one message by ntfy and one message by Apprise.',
	);
});
