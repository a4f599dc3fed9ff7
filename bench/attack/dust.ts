import { type Attack, say } from './target.ts';

const CONNECTIONS = 8;
const PIECES = 10_000;

/** Bodies that are sent byte by byte, each byte as a chunk of its own: 90 kB of strangers, and captures of 2 MB. */
export const dust: Attack = async ({ port, deviceKey }) => {
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
	const read = heard.filter((answer) => answer !== '').length;
	return {
		got: `${heard.length} connections, each closed`,
		wrong: read > 0 ? [`${read} bodies were read to their end`] : [],
	};
};
