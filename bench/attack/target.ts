import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ask } from '../seed.ts';

/** The server under attack, and the data of the attacked customer. */
export interface Target {
	url: string;
	port: number;
	smtpPort: number;
	/** The session of a customer with a camera and an automation for mails. */
	headers: { authorization: string };
	deviceKey: string;
	device: string;
	automation: string;
	address: string;
	email: string;
	password: string;
	ask: Ask;
	/** Makes the model answer questions that contain `to` with this HTML and these fields; null restores the usual answer. */
	answerWith(to: string, html: string | null, fields?: object): void;
	/** The server's memory in megabytes. */
	memory(): number;
	/** The CPU that the server's main thread has used, in milliseconds. */
	mainThreadMs(): number;
}

/** The result of an attack: a line for the table, and what was wrong. */
export interface Result {
	got: string;
	wrong: string[];
}

export type Attack = (target: Target) => Promise<Result>;

/** Attackers use other addresses of this machine than the customer whose waiting times are measured. */
export const ATTACKER = '127.0.0.2';

const SILENCE_MS = 5000;

/** Sends words to a port one by one and collects the answers, until it closes or falls silent. */
export function say(port: number, words: (string | Buffer)[], awaitAnswers = false): Promise<string> {
	return new Promise((heard) => {
		const socket = net.connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
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

export interface Answer {
	status: number;
	cookies: string[];
	text: string;
}

/** Sends JSON, or nothing, from an address of this machine, on a connection of its own. */
export function send(
	{ port }: Pick<Target, 'port'>,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
	localAddress = ATTACKER,
): Promise<Answer> {
	return new Promise((answered, failed) => {
		const type = body === undefined ? {} : { 'content-type': 'application/json' };
		const request = http.request(
			{ host: '127.0.0.1', port, path, method, localAddress, agent: false, headers: { ...type, ...headers } },
			(response) => {
				let text = '';
				response.on('data', (chunk) => {
					text += chunk;
				});
				response.on('end', () =>
					answered({ status: response.statusCode ?? 0, cookies: response.headers['set-cookie'] ?? [], text }),
				);
			},
		);
		request.on('error', failed).end(JSON.stringify(body));
	});
}

export const post = (
	target: Pick<Target, 'port'>,
	path: string,
	body: object,
	headers: Record<string, string> = {},
	localAddress = ATTACKER,
): Promise<Answer> => send(target, 'POST', path, body, headers, localAddress);

/** Resolves when every run, or every run matching `which`, has ended; returns the seconds, or null if it took too long. */
export async function runsEnded({ ask }: Target, withinMs = 300_000, which = 'true'): Promise<number | null> {
	const began = Date.now();
	for (;;) {
		const [row] = await ask(`select count(*) from automation_runs where ended_at is null and ${which}`);
		if (Number(row?.count) === 0) return Math.round((Date.now() - began) / 1000);
		if (Date.now() - began > withinMs) return null;
		await sleep(250);
	}
}
