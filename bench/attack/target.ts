import net from 'node:net';
import type { Ask } from '../faults/reckoning.ts';

/** The server under attack, and what a customer of it knows. */
export interface Target {
	url: string;
	port: number;
	smtpPort: number;
	/** Of a customer with a camera and an automation for mails. */
	headers: { authorization: string };
	deviceKey: string;
	address: string;
	email: string;
	password: string;
	picture: Buffer;
	ask: Ask;
	/** What the server's process holds, in megabytes. */
	memory(): number;
}

/** What went wrong, in words; nothing where all was as it must be. */
export type Attack = (target: Target) => Promise<string[]>;

const SILENCE_MS = 5000;

/** Says something to a port word by word and hears what comes back, until it closes or falls silent. */
export function say(port: number, words: (string | Buffer)[], awaitAnswers = false): Promise<string> {
	return new Promise((heard) => {
		const socket = net.connect(port, '127.0.0.1');
		const left = [...words];
		let said = '';
		const next = () => {
			const word = left.shift();
			if (word !== undefined) socket.write(word);
		};
		socket.setTimeout(SILENCE_MS, () => socket.destroy());
		socket.on('data', (data) => {
			said += data.toString('latin1');
			if (awaitAnswers) next();
		});
		socket.on('error', () => undefined).once('close', () => heard(said));
		if (!awaitAnswers) socket.on('connect', () => left.splice(0).forEach((word) => void socket.write(word)));
	});
}

export const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
