import { once } from 'node:events';
import net from 'node:net';
import { createInterface } from 'node:readline';

export interface SmtpClient {
	/** Resolves once the mail is acknowledged; rejects when it is refused or the connection ends first. */
	send(from: string, to: string, raw: string): Promise<void>;
	close(): void;
}

const SILENCE_MS = 15_000;

/** A sender that keeps its connection, and knows exactly what was acknowledged before it broke. */
export async function connectSmtp(
	port: number,
	place: { host?: string; localAddress?: string } = {},
): Promise<SmtpClient> {
	const socket = net.connect({ port, host: '127.0.0.1', ...place });
	const reader = createInterface({ input: socket });
	const lines = reader[Symbol.asyncIterator]();
	// Another program may have the port of a dead server by now, and says nothing to a mail client.
	socket.setTimeout(SILENCE_MS, () => socket.destroy());
	// A reset connection has no end to read.
	socket.on('error', () => undefined).once('close', () => reader.close());
	/** The last line of the next answer; earlier lines have a hyphen after the code. */
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
