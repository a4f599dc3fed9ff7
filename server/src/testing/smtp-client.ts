import { once } from 'node:events';
import net from 'node:net';
import { createInterface } from 'node:readline';

export interface SmtpClient {
	/** Resolves once the mail is acknowledged; rejects when it is refused or the connection ends first. */
	send(from: string, to: string, raw: string): Promise<void>;
	close(): void;
}

const SILENCE_MS = 15_000;

/** A sender that keeps its connection, and knows exactly what was acknowledged when that breaks. */
export async function connectSmtp(
	port: number,
	place: { host?: string; localAddress?: string } = {},
): Promise<SmtpClient> {
	const socket = net.connect({ port, host: '127.0.0.1', ...place });
	const reader = createInterface({ input: socket });
	const lines = reader[Symbol.asyncIterator]();
	// The port of a dead server may be another's by now, who says nothing to a sender of mail.
	socket.setTimeout(SILENCE_MS, () => socket.destroy());
	// A connection that was reset has no end to read.
	socket.on('error', () => undefined).once('close', () => reader.close());
	/** The next answer's last line; the lines before it have a hyphen after the code. */
	const expectCode = async (code: string) => {
		for (;;) {
			const { value, done } = await lines.next();
			if (done) throw new Error('the connection ended');
			if (value[3] === '-') continue;
			if (!value.startsWith(code)) throw new Error(value);
			return;
		}
	};
	await once(socket, 'connect');
	await expectCode('220');
	socket.write('EHLO sender.example\r\n');
	await expectCode('250');
	return {
		async send(from, to, raw) {
			socket.write(`MAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`);
			for (const code of ['250', '250', '354']) await expectCode(code);
			socket.write(`${raw.replace(/^\./gm, '..')}\r\n.\r\n`);
			await expectCode('250');
		},
		close: () => socket.destroy(),
	};
}
