import net from 'node:net';
import { ATTACKER, type Attack, say } from './target.ts';

const PATHS = ['/readyz', '/healthz', '/api/portal', '/api/users/me'];
const REQUESTS = 100_000;
const AT_ONCE = 1000;
/** This many connections come together, each with as many requests as can be written at once. */
const CROWD = 200;

const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

const GUESSES = ['RCPT TO:<x@automations.localhost>\r\n', 'AUTH PLAIN AGEAYg==\r\n'];
const MAIL_CONNECTIONS = 20;

/** Requests and commands that do not wait for answers, as many as fit through a connection. */
export const hasty: Attack = async ({ port, smtpPort }) => {
	let answers = 0;
	for (const path of PATHS) answers += await flood(port, requestFor(path), REQUESTS);
	const crowd = Array.from({ length: CROWD }, () => flood(port, requestFor('/readyz'), AT_ONCE));
	for (const answered of await Promise.all(crowd)) answers += answered;
	let refusals = 0;
	for (const guess of GUESSES) {
		const begin = ['EHLO x\r\n', 'MAIL FROM:<a@b.example>\r\n'];
		const guesses = Array.from({ length: MAIL_CONNECTIONS }, () =>
			say(smtpPort, [...begin, guess.repeat(20_000)], true),
		);
		for (const heard of await Promise.all(guesses)) refusals += heard.match(/^5\d\d/gm)?.length ?? 0;
	}
	return {
		got: `${answers} answers to ${PATHS.length + CROWD} connections, ${refusals} refusals of addresses`,
		wrong: [],
	};
};

/** How many answers came before the connection ended. */
function flood(port: number, request: string, most: number): Promise<number> {
	return new Promise((ended) => {
		const socket = net.connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
		const many = request.repeat(AT_ONCE);
		let [sent, answers] = [0, 0];
		const more = () => {
			if (sent === most) return void socket.end();
			sent += AT_ONCE;
			socket.write(many, more);
		};
		more();
		socket.on('data', (data) => {
			answers += data.toString('latin1').match(/^HTTP\/1\.1/gm)?.length ?? 0;
		});
		socket.on('error', () => undefined).once('close', () => ended(answers));
	});
}
