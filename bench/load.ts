import http from 'node:http';
import sharp from 'sharp';
import { connectSmtp } from '../server/src/testing/smtp-client.ts';

const BYTES = 60_000;

/** A JPEG of about 60 kB: noise, so that it does not shrink. */
export async function picture(): Promise<Buffer> {
	for (let side = 160; ; side += 8) {
		const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
		const image = sharp({ create: { width: side, height: side, channels: 3, background: '#000', noise } });
		const bytes = await image.jpeg({ quality: 90 }).toBuffer();
		if (bytes.length >= BYTES) return bytes;
	}
}

/** Sends the picture `count` times over open connections, with each key in turn; returns how many a second. */
export async function sendCaptures(
	url: string,
	keys: string[],
	bytes: Buffer,
	count: number,
	connections: number,
): Promise<number> {
	const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
	let next = 0;
	const began = performance.now();
	await Promise.all(
		Array.from({ length: connections }, async () => {
			while (next < count) await sendCapture(agent, url, keys[next++ % keys.length] ?? '', bytes);
		}),
	);
	agent.destroy();
	return count / ((performance.now() - began) / 1000);
}

export function sendCapture(
	agent: http.Agent,
	url: string,
	key: string,
	bytes: Buffer,
	more: Record<string, string> = {},
): Promise<void> {
	const headers = {
		...more,
		authorization: `Bearer ${key}`,
		'content-type': 'image/jpeg',
		'content-length': bytes.length,
	};
	return new Promise((accepted, failed) => {
		const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
			response.resume().on('end', () => {
				if (response.statusCode === 202) accepted();
				else failed(new Error(`a capture was answered with ${response.statusCode}`));
			});
		});
		request.on('error', failed).end(bytes);
	});
}

/** Sends mails of 4 kB over open connections, to each address in turn; returns how many were acknowledged a second. */
export async function sendMails(
	port: number,
	to: string[],
	count: number,
	connections: number,
): Promise<number> {
	const clients = await Promise.all(Array.from({ length: connections }, () => connectSmtp(port)));
	const body = `${'All work and no play makes a dull mail.\r\n'.repeat(100)}`;
	let next = 0;
	const began = performance.now();
	await Promise.all(
		clients.map(async (client) => {
			while (next < count) {
				const n = next++;
				const head = `From: ann@customers.example\r\nSubject: ${n}\r\nMessage-ID: <${n}@customers.example>\r\n\r\n`;
				await client.send('ann@customers.example', to[n % to.length] ?? '', head + body);
			}
			client.close();
		}),
	);
	return count / ((performance.now() - began) / 1000);
}
