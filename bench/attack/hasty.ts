import net from 'node:net';
import { ATTACKER, type Attack } from './target.ts';

const PATHS = ['/readyz', '/healthz', '/api/portal', '/api/users/me'];
const REQUESTS = 100_000;
const AT_ONCE = 1000;

/** Requests that wait for no answer, as many as fit through one connection. */
export const hasty: Attack = async ({ port }) => {
	let answers = 0;
	for (const path of PATHS) answers += await flood(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
	return { got: `${answers} answers on ${PATHS.length} connections, which were ended`, wrong: [] };
};

/** How many answers came before the connection ended. */
function flood(port: number, request: string): Promise<number> {
	return new Promise((ended) => {
		const socket = net.connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
		const many = request.repeat(AT_ONCE);
		let [sent, answers] = [0, 0];
		const more = () => {
			if (sent === REQUESTS) return void socket.end();
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
