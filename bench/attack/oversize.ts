import { type Attack, say, statusOf, type Target } from './target.ts';

const kB = 1024;
const MB = 1024 * kB;
const MAX_GROWTH_MB = 150;

/** More of everything than anyone may send. */
export const oversize: Attack = async (target) => {
	const before = target.memory();
	const found = [...(await overHttp(target)), ...(await overSmtp(target))];
	const grown = Math.round(target.memory() - before);
	if (grown > MAX_GROWTH_MB) found.push(`memory grew by ${grown} MB`);
	return { got: `memory grew by ${grown} MB`, wrong: found };
};

async function overHttp({ port, deviceKey }: Target): Promise<string[]> {
	const json = 'Content-Type: application/json';
	const signIn = `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\n${json}\r\n`;
	const capture = `POST /api/captures HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${deviceKey}\r\n`;
	const sized = (body: Buffer | string) => [`Content-Length: ${body.length}\r\n\r\n`, body];
	const chunked = (count: number, size: number) => [
		'Transfer-Encoding: chunked\r\n\r\n',
		...Array.from({ length: count }, () => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`),
	];
	const requests: Record<string, [words: (string | Buffer)[], allowed: number[]]> = {
		'a header of 100 kB': [[`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100 * kB)}\r\n\r\n`], [431]],
		'an address of 100 kB': [[`GET /${'x'.repeat(100 * kB)} HTTP/1.1\r\nHost: x\r\n\r\n`], [431, 414]],
		'3,000 headers': [[`GET /healthz HTTP/1.1\r\nHost: x\r\n${'X-A: b\r\n'.repeat(3000)}\r\n`], [200, 431]],
		// A client that continues to send after the answer may be cut off before it reads the answer.
		'a body of 1 MB': [
			[signIn, ...sized('x'.repeat(MB))],
			[413, 0],
		],
		'a body of 1 MB in chunks': [
			[signIn, ...chunked(16, 64 * kB)],
			[413, 0],
		],
		'40,000 brackets': [[signIn, ...sized('['.repeat(40_000))], [400]],
		'an object in an object, 15,000 times': [[signIn, ...sized('{"a":'.repeat(15_000))], [400]],
		'a length that lies': [[signIn, `Content-Length: 999999999999\r\n\r\n{}`], [413]],
		'a capture of 11 MB': [
			[capture, ...sized(Buffer.alloc(11 * MB))],
			[413, 0],
		],
		'a capture of 50 MB in chunks': [
			[capture, ...chunked(50, MB)],
			[413, 0],
		],
		'a cursor of 20 kB': [
			[`GET /api/runs?cursor=${'x'.repeat(20 * kB)} HTTP/1.1\r\nHost: x\r\n\r\n`],
			[400, 401],
		],
	};
	const found: string[] = [];
	for (const [name, [words, allowed]] of Object.entries(requests)) {
		const [head = '', ...rest] = words;
		const status = statusOf(
			await say(port, [
				`${head}Connection: close\r\n`.replace('\r\n\r\nConnection: close\r\n', '\r\n\r\n'),
				...rest,
			]),
		);
		if (!allowed.includes(status)) found.push(`${name}: ${status}`);
	}
	return found;
}

async function overSmtp({ smtpPort, address }: Target): Promise<string[]> {
	const found: string[] = [];
	const begin = ['EHLO x\r\n', 'MAIL FROM:<a@b.example>\r\n'];
	const rcpt = `RCPT TO:<${address}>\r\n`;
	const check = async (name: string, words: (string | Buffer)[], expected: RegExp) => {
		const said = await say(smtpPort, words, true);
		if (!expected.test(said)) found.push(`${name}: ${said.slice(-100).trim()}`);
	};
	await check(
		'a mail that says it has 1 GB',
		['EHLO x\r\n', 'MAIL FROM:<a@b.example> SIZE=1000000000\r\n', 'QUIT\r\n'],
		/^552/m,
	);
	await check('a command of 1 MB', [`EHLO ${'x'.repeat(MB)}\r\n`, 'QUIT\r\n'], /^[45]\d\d/m);
	const large = Buffer.alloc(300 * MB, 'All work and no play makes a dull mail.\r\n');
	await check(
		'a mail of 300 MB',
		[...begin, rcpt, 'DATA\r\n', Buffer.concat([large, Buffer.from('\r\n.\r\n')]), 'QUIT\r\n'],
		/^552/m,
	);
	return found;
}
