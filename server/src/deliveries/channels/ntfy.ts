import { retryAfter } from '../../base/failures.ts';
import { type Channel, fileNameOf, jsonOf, readStatus } from './channel.ts';

/** Its priorities go from 1 to 5; 2 makes no sound. */
const QUIET = '2';

/** Codes of its errors about attachments: they are turned off, too large, or too many for today. */
const NO_PICTURE = new Set([40014, 41301, 42905]);

/** https://docs.ntfy.sh/publish: one request to the address of a topic; the message is in headers if the body is a picture. */
export const ntfy: Channel<'ntfy'> = {
	hintOf: ({ url }) => new URL(url).host,
	addressOf: ({ url }) => url,
	request({ url, token }, { id, title, text, open, snooze, picture, quiet }) {
		const actions = [
			open && `view, Open, ${quoted(open)}`,
			snooze && `http, Snooze, ${quoted(snooze)}, method=POST, clear=true`,
		].filter(Boolean);
		return {
			url,
			headers: {
				'user-agent': 'Watchword',
				title: encoded(title),
				// A later message with the same id takes the place of this one, from ntfy 2.16 on.
				'x-sequence-id': id,
				...(token && { authorization: `Bearer ${token}` }),
				...(open && { click: open }),
				...(actions.length > 0 && { actions: actions.join('; ') }),
				...(quiet && { priority: QUIET }),
				...(picture
					? {
							'content-type': picture.contentType,
							filename: fileNameOf(picture),
							message: encoded(text.replaceAll('\n', '\\n')),
						}
					: { 'content-type': 'text/plain; charset=utf-8' }),
			},
			body: picture?.bytes ?? text,
		};
	},
	read(answer) {
		const { status, headers } = answer;
		const json = jsonOf(answer);
		if (status >= 200 && status < 300) {
			if (typeof json?.id === 'string' && json.event === 'message')
				return { taken: true, reference: json.id };
			return { taken: false, problem: 'This address is not a topic of an ntfy server.', final: true };
		}
		if (status === 413 || NO_PICTURE.has(Number(json?.code))) {
			return {
				taken: false,
				problem: 'The message is too large for this server.',
				final: true,
				without: 'picture',
			};
		}
		if (status === 401 || status === 403) {
			const problem =
				'The server does not let Watchword write to this topic. Enter an access token that may, or change the one you entered.';
			return { taken: false, problem, final: true };
		}
		return readStatus('The ntfy server', status, retryAfter(headers['retry-after']));
	},
};

/** Commas and semicolons separate the parts of an action. */
const quoted = (url: string) => `"${url.replaceAll('"', '%22')}"`;

/** The most bytes of an encoded word, without its frame of 12 characters, which base64 makes four thirds as long (RFC 2047). */
const WORD_BYTES = 45;

/** A value for a header: as it is if it is ASCII, and otherwise as encoded words of RFC 2047. */
export function encoded(text: string): string {
	if (/^[\x20-\x7e]*$/.test(text) && !text.includes('=?')) return text;
	const words: string[] = [''];
	for (const letter of text) {
		const longer = words.at(-1) + letter;
		if (Buffer.byteLength(longer) <= WORD_BYTES) words[words.length - 1] = longer;
		else words.push(letter);
	}
	return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
