import { once } from 'node:events';
import net from 'node:net';
import { ATTACKER, type Attack, statusOf } from './target.ts';

const MB = 1024 * 1024;
const BODY_MB = 250;
const AT_ONCE = 8;
const MOST_GROWTH_MB = 300;

/** Routes that accept more than others, or no body at all. */
const PATHS = [
	'/api/captures',
	'/api/automations/aaaaaaaaaaaaaaaaaaaa/try',
	'/v0/b/watchword/o/x?alt=media&token=y',
	'/api/nothing',
	'/',
];

/** Endless JSON without credentials, on eight connections at once, with and without a length. */
export const bodies: Attack = async ({ port, memory }) => {
	const before = memory();
	let [most, sent] = [before, 0];
	const statuses = new Map<number, number>();
	for (const path of PATHS) {
		const all = Array.from({ length: AT_ONCE }, async (_, n) => {
			const heard = await send(port, path, n % 2 === 0, (bytes) => {
				sent += bytes;
				most = Math.max(most, memory());
			});
			statuses.set(heard, (statuses.get(heard) ?? 0) + 1);
		});
		await Promise.all(all);
	}
	const grown = Math.round(most - before);
	const heard = [...statuses].map(([status, count]) => `${count} times ${status || 'cut off'}`).join(', ');
	const wrong = [...statuses.keys()].filter((status) => ![0, 401, 413].includes(status)).map(String);
	if (grown > MOST_GROWTH_MB) wrong.push(`memory grew by ${grown} MB`);
	return { got: `${heard}; ${Math.round(sent / MB)} MB were read; memory grew by ${grown} MB`, wrong };
};

/** Sends as much as is accepted; returns the status, or 0 if the connection ended without an answer. */
async function send(
	port: number,
	path: string,
	chunked: boolean,
	onSent: (bytes: number) => void,
): Promise<number> {
	const socket = net.connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
	let answer = '';
	socket.on('data', (data) => {
		answer += data.toString('latin1');
	});
	const closed = new Promise<void>((done) => socket.on('error', () => undefined).once('close', () => done()));
	const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${BODY_MB * MB}`;
	socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n`);
	const part = Buffer.concat([
		Buffer.from(chunked ? `${MB.toString(16)}\r\n` : ''),
		Buffer.alloc(MB, '"a",'),
		Buffer.from(chunked ? '\r\n' : ''),
	]);
	for (let n = 0; n < BODY_MB && socket.writable && !answer; n++) {
		if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
		onSent(MB);
	}
	if (!answer) socket.end();
	else socket.destroy();
	await closed;
	return statusOf(answer);
}
