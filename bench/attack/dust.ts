import { type Attack, say } from './target.ts';

const CONNECTIONS = 8;
const PIECES = 10_000;

/** A line with a dot is read separately. */
const MAIL_OF_DOTS = '\r\n..'.repeat(1_000_000);

/**
 * Bodies that are sent byte by byte, each byte as a chunk of its own: 90 kB of strangers, and captures of 2 MB. Then mails that
 * are made of dots.
 */
export const dust: Attack = async ({ port, smtpPort, deviceKey, address }) => {
	const pieces = '1\r\na\r\n'.repeat(PIECES);
	const post = (path: string, times: number, more = '') =>
		Promise.all(
			Array.from({ length: CONNECTIONS }, () =>
				say(port, [
					`POST ${path} HTTP/1.1\r\nHost: x\r\n${more}Transfer-Encoding: chunked\r\n\r\n`,
					...Array<string>(times).fill(pieces),
					'0\r\n\r\n',
				]),
			),
		);
	const heard = [
		...(await post('/api/auth/sign-in/email', 9, 'Content-Type: application/json\r\n')),
		...(await post('/api/captures', 200, `Authorization: Bearer ${deviceKey}\r\n`)),
	];
	const mail = ['EHLO x\r\n', 'MAIL FROM:<a@b.example>\r\n', `RCPT TO:<${address}>\r\n`, 'DATA\r\n'];
	const mails = await Promise.all(
		Array.from({ length: CONNECTIONS }, () => say(smtpPort, [...mail, `${MAIL_OF_DOTS}\r\n.\r\n`], true)),
	);
	const taken = mails.filter((answers) => answers.includes('queued')).length;
	const read = heard.filter((answer) => answer !== '').length;
	return {
		got: `${heard.length + mails.length} connections, each closed`,
		wrong: read + taken > 0 ? [`${read} bodies and ${taken} mails were read to their end`] : [],
	};
};
