import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ATTACKER, type Attack, type Target } from './target.ts';

const EACH = 200;
const DRIP_MS = 1000;
const HOLD_MS = 60_000;
const MAIL_PER_ADDRESS = 20;

/** Each starts with `begin` and then sends one byte a second. */
const DRIPS: Record<string, (target: Target) => { port: number; begin: string; drip: string }> = {
	'HTTP heads': ({ port }) => ({ port, begin: 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', drip: 'x' }),
	'HTTP bodies': ({ port }) => ({
		port,
		begin: `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n`,
		drip: ' ',
	}),
	'SMTP commands': ({ smtpPort }) => ({ port: smtpPort, begin: 'EHLO ', drip: 'x' }),
	'SMTP mails': ({ smtpPort, address }) => ({
		port: smtpPort,
		begin: `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<${address}>\r\nDATA\r\nSubject: `,
		drip: 'x',
	}),
};

/** Two hundred slow connections of each kind at once, held for a minute. */
export const slow: Attack = async (target) => {
	const kinds = Object.entries(DRIPS).map(([name, of]) => {
		const { port, begin, drip } = of(target);
		const sockets = Array.from({ length: EACH }, () => {
			const socket = net
				.connect({ port, host: '127.0.0.1', localAddress: ATTACKER })
				.on('error', () => undefined);
			// In SMTP the server speaks first.
			if (name.startsWith('SMTP')) socket.once('data', () => socket.write(begin));
			else socket.write(begin);
			return socket.resume();
		});
		const timer = setInterval(() => {
			for (const socket of sockets) if (socket.writable) socket.write(drip);
		}, DRIP_MS);
		return { name, sockets, timer };
	});
	await sleep(HOLD_MS);
	const held = kinds.map(({ name, sockets, timer }) => {
		clearInterval(timer);
		const open = sockets.filter((socket) => socket.readyState === 'open').length;
		for (const socket of sockets) socket.destroy();
		return { name, open };
	});
	const heads = held.find(({ name }) => name === 'HTTP heads')?.open ?? 0;
	const mail = held.filter(({ name }) => name.startsWith('SMTP')).reduce((sum, { open }) => sum + open, 0);
	const wrong = heads > 0 ? [`${heads} slow heads were still held`] : [];
	if (mail > MAIL_PER_ADDRESS) wrong.push(`${mail} mail connections of one address were still held`);
	return { got: `still held: ${held.map(({ name, open }) => `${open} ${name}`).join(', ')}`, wrong };
};
