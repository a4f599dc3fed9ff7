/** How long after a capture a program or a phone of the customer is notified: instant model, no other load. */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PushService } from '../server/src/testing/push-service.ts';
import { sendCaptures } from './load.ts';
import { type Ask, addBrowser, addWebhook } from './seed.ts';
import { setStage, type Where } from './stage.ts';

const WARM = 20;
const REPEATS = 50;

export type Way = 'webhook' | 'push';

/** A kind of notification: how customers get it, and when one has arrived. */
interface Receiver {
	furnish(ask: Ask, uid: string): Promise<void>;
	/** Resolves with the next one that arrives. */
	next(): Promise<unknown>;
	close(): Promise<unknown>;
}

const OPEN = { webhook: openWebhooks, push: openPush };

export async function measureReach(where: Where, picture: Buffer, way: Way) {
	const receiver = await OPEN[way]();
	const { furnish } = receiver;
	const stage = await setStage(where, { furnish, env: { WEBHOOK_PRIVATE_NETWORKS: 'loopback' } });
	const times: number[] = [];
	for (let n = 0; n < WARM + REPEATS; n++) {
		const began = performance.now();
		const arrives = receiver.next();
		await sendCaptures(stage.captures, stage.keys, picture, 1, 1);
		await arrives;
		if (n >= WARM) times.push(performance.now() - began);
		await stage.ended(n + 1);
	}
	await stage.close();
	await receiver.close();
	times.sort((a, b) => a - b);
	return { median: times[REPEATS >> 1] ?? 0, late: times[Math.floor(REPEATS * 0.95)] ?? 0 };
}

async function openWebhooks(): Promise<Receiver> {
	const arrivals = new EventEmitter();
	const server = createServer((request, response) => {
		request.resume().on('end', () => {
			response.writeHead(204).end();
			arrivals.emit('webhook');
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	return {
		furnish: (ask, uid) => addWebhook(ask, uid, url),
		next: () => once(arrivals, 'webhook'),
		close: async () => server.close(),
	};
}

async function openPush(): Promise<Receiver> {
	const service = await PushService.start();
	return {
		furnish: (ask, uid) => addBrowser(ask, uid, service.subscribe().subscription),
		next: () => service.nextMessage(),
		close: () => service.stop(),
	};
}
