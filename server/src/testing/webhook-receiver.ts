import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { waitFor } from './wait.ts';

interface Received {
	id: string;
	/** The payload as the reference library verified it, with the secret of the endpoint. */
	payload: { type: string; timestamp: string; data: Record<string, unknown> };
	headers: Record<string, string>;
}

/** A program on this machine that receives webhooks and checks them as any receiver would. */
export async function startReceiver() {
	const received: Received[] = [];
	const forged: string[] = [];
	const receiver = {
		url: '',
		/** Set to the secret before something is sent. */
		secret: '',
		received,
		/** Requests with an invalid signature. */
		forged,
		respond: (response: ServerResponse) => void response.writeHead(204).end(),
		/** The messages of one event, as soon as there are `count`. */
		async of(type: string, count: number): Promise<Received[]> {
			const found = () => received.filter(({ payload }) => payload.type === type);
			await waitFor(`${count} webhooks of ${type}`, () => found().length >= count, {
				seen: () => received.map(({ payload }) => payload.type),
			});
			return found();
		},
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks).toString();
			const headers = request.headers as Record<string, string>;
			try {
				const payload = new Webhook(receiver.secret).verify(body, headers) as Received['payload'];
				received.push({ id: String(headers['webhook-id']), payload, headers });
			} catch (error) {
				forged.push(String(error));
			}
			receiver.respond(response);
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
	return receiver;
}
