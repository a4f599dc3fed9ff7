import net from 'node:net';

interface Letter {
	to: string;
	/** Header lines; a sender and a type of text/html unless they say otherwise. */
	head?: string[];
	body: string | Buffer;
}

const HEAD = ['From: Mia Tan <mia@shop.example>', 'Content-Type: text/html; charset=utf-8'];

/** Delivers a mail to the server as a mail server would. */
export async function deliver(port: number, { to, head = [], body }: Letter): Promise<void> {
	const named = (line: string) => line.slice(0, line.indexOf(':')).toLowerCase();
	const given = new Set(head.map(named));
	const lines = [...HEAD.filter((line) => !given.has(named(line))), ...head];
	const message = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), asData(body)]);
	const socket = net.connect(port, '127.0.0.1');
	const answers = socket[Symbol.asyncIterator]();
	for (const part of [
		'EHLO test\r\n',
		'MAIL FROM:<mia@shop.example>\r\n',
		`RCPT TO:<${to}>\r\n`,
		'DATA\r\n',
		Buffer.concat([message, Buffer.from('\r\n.\r\n')]),
		'QUIT\r\n',
	]) {
		const { value } = await answers.next();
		if (/^[45]/.test(String(value))) throw new Error(`the mail was refused: ${value}`);
		socket.write(part);
	}
	for await (const _rest of answers);
}

/** Line ends as SMTP requires them, and no line with only a dot. */
function asData(body: string | Buffer): Buffer {
	if (typeof body !== 'string') return body;
	return Buffer.from(body.replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..'));
}
