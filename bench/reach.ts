/** How long after a capture was sent a program of the customer is told of its run: instant model, nothing else to do. */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendCaptures } from './load.ts';
import { setStage, type Where } from './stage.ts';

const WARM = 20;
const REPEATS = 50;

export async function measureReach(where: Where, picture: Buffer) {
	const arrivals = new EventEmitter();
	const receiver = createServer((request, response) => {
		request.resume().on('end', () => {
			response.writeHead(204).end();
			arrivals.emit('webhook');
		});
	});
	await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
	const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
	const stage = await setStage(where, { webhookUrl, env: { WEBHOOK_PRIVATE_NETWORKS: 'loopback' } });
	const times: number[] = [];
	for (let n = 0; n < WARM + REPEATS; n++) {
		const began = performance.now();
		const arrives = once(arrivals, 'webhook');
		await sendCaptures(stage.captures, stage.keys, picture, 1, 1);
		await arrives;
		if (n >= WARM) times.push(performance.now() - began);
		await stage.ended(n + 1);
	}
	await stage.close();
	receiver.close();
	times.sort((a, b) => a - b);
	return { median: times[REPEATS >> 1] ?? 0, late: times[Math.floor(REPEATS * 0.95)] ?? 0 };
}
