import { retryAfter } from '../../base/failures.ts';
import { type Channel, type ChannelMessage, jsonOf, multipart, readStatus } from './channel.ts';

/** https://core.telegram.org/bots/api: the bot's token is part of the address. */
export const telegram: Channel<'telegram'> = {
	hintOf: ({ chat }) => `chat ${chat}`,
	addressOf: () => null,
	request({ token, chat }, message, { telegramUrl }) {
		const { title, text, picture, quiet, replaces } = message;
		const words = `${title}\n${text}`;
		const bold = [{ type: 'bold', offset: 0, length: title.length }];
		const markup = buttonsOf(message);
		const of = (method: string) => `${telegramUrl}/bot${token}/${method}`;
		const json = (method: string, body: object) => ({
			url: of(method),
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ chat_id: chat, ...(markup && { reply_markup: markup }), ...body }),
		});
		if (replaces) {
			const [kind, id] = replaces.split(':');
			const message_id = Number(id);
			return kind === 'photo'
				? json('editMessageCaption', { message_id, caption: words, caption_entities: bold })
				: json('editMessageText', { message_id, text: words, entities: bold });
		}
		if (!picture) {
			const silent = quiet && { disable_notification: true };
			return json('sendMessage', { text: words, entities: bold, ...silent });
		}
		const form = multipart({
			...{ chat_id: chat, caption: words, caption_entities: JSON.stringify(bold) },
			reply_markup: markup && JSON.stringify(markup),
			disable_notification: quiet ? 'true' : null,
			photo: picture,
		});
		return { url: of('sendPhoto'), ...form };
	},
	read(answer) {
		const { status, headers } = answer;
		const json = jsonOf(answer);
		if (json?.ok === true) {
			const { message_id, photo } = (json.result ?? {}) as { message_id?: unknown; photo?: unknown };
			if (!Number.isSafeInteger(message_id)) return { taken: true };
			return { taken: true, reference: `${photo ? 'photo' : 'text'}:${message_id}` };
		}
		if (json?.ok !== false) return readStatus('Telegram', status < 300 ? 502 : status, null);
		const { retry_after, migrate_to_chat_id } = (json.parameters ?? {}) as Record<string, unknown>;
		const said = String(json.description ?? '').toLowerCase();
		if (status === 400 && said.includes('message is not modified')) return { taken: true };
		const failed = (problem: string) => ({ taken: false as const, problem, final: true });
		if (Number.isSafeInteger(migrate_to_chat_id)) {
			return failed(`This group has moved: its chat is ${migrate_to_chat_id} now. Change it here.`);
		}
		// Its reader may have deleted it, and after two days Telegram edits none.
		if (/message to edit not found|message can't be edited|message_id_invalid/.test(said)) {
			return { ...failed('The message that this one replaces is gone.'), without: 'replaced' };
		}
		if (status === 413 || /photo|image|file is too big|wrong file/.test(said)) {
			return { ...failed('The picture is too large for Telegram.'), without: 'picture' };
		}
		if (/button|http url|wrong url|url host/.test(said)) {
			return { ...failed('Telegram takes no links to this server.'), without: 'buttons' };
		}
		if (status === 401 || status === 404) {
			return failed('Telegram knows no bot with this token. Copy it again from BotFather.');
		}
		if (status === 403) {
			return failed('The bot may not write to this chat. Start it there, or unblock it and add it again.');
		}
		if (said.includes('chat not found')) {
			return failed(
				'Telegram does not know this chat, or the bot is not in it. Send the bot a message there first.',
			);
		}
		const seconds = Number.isSafeInteger(retry_after) ? Number(retry_after) : null;
		return readStatus('Telegram', status, seconds ?? retryAfter(headers['retry-after']));
	},
};

/** A button opens an address. Snoozing is on a page with a button of its own: opening it changes nothing. */
function buttonsOf({ open, snooze }: ChannelMessage) {
	const row = [
		...(open ? [{ text: 'Open', url: open }] : []),
		...(snooze ? [{ text: 'Snooze', url: snooze }] : []),
	];
	return row.length > 0 ? { inline_keyboard: [row] } : null;
}
