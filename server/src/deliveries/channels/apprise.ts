import { retryAfter } from '../../base/failures.ts';
import { type Channel, multipart, readStatus } from './channel.ts';

/** https://github.com/caronc/apprise-api: a stored configuration passes the message on to the services it names. */
export const apprise: Channel<'apprise'> = {
	hintOf: ({ url }) => new URL(url).host,
	addressOf: ({ url }) => url,
	request({ url }, { title, text, open, snooze, picture }) {
		const links = [open && `See the run: ${open}`, snooze && `Snooze: ${snooze}`].filter(Boolean);
		const { headers, body } = multipart({
			title,
			body: links.length > 0 ? [text, '', ...links].join('\n') : text,
			...{ type: 'info', format: 'text', attach1: picture },
		});
		return { url, headers: { ...headers, accept: 'application/json', 'user-agent': 'Watchword' }, body };
	},
	read({ status, headers }) {
		const failed = (problem: string) => ({ taken: false as const, problem, final: true });
		if (status === 204) return failed('There is no configuration with this key, or it names no service.');
		if (status >= 200 && status < 300) return { taken: true };
		// Some services may have it, so it is not sent again.
		if (status === 424)
			return failed('Apprise could not reach every service of this key. Its log says which.');
		if (status === 413 || status === 431) {
			return { ...failed('The message is too large for this server.'), without: 'picture' };
		}
		if (status === 401 || status === 403) return failed('The server of Apprise asks for a password.');
		return readStatus('The server of Apprise', status, retryAfter(headers['retry-after']));
	},
};
