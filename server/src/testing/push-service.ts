import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage } from '@watchword/contract/push';
import { waitFor } from './wait.ts';

/** A message as the browser would get it, with its headers to the push service. */
export interface Pushed {
	message: PushMessage;
	topic: string | undefined;
	urgency: string | undefined;
	ttl: number;
	at: number;
}

/** A browser that has subscribed here. */
export class PushBrowserDouble {
	readonly id = randomBytes(12).toString('hex');
	readonly pushed: Pushed[] = [];
	/** The number of requests, whatever the answer. */
	asked = 0;
	/** The status instead of 201, while set. */
	answer: number | null = null;
	/** While set, requests get no answer; it is called for each. */
	hangs: (() => void) | null = null;
	readonly #pair = createECDH('prime256v1');
	readonly #auth = randomBytes(16);
	readonly endpoint: string;
	/** The key of the server that may send, in base64url; null if any may. */
	readonly serverKey: string | null;

	constructor(origin: string, serverKey: string | null) {
		this.endpoint = `${origin}/push/${this.id}`;
		this.serverKey = serverKey;
		this.#pair.generateKeys();
	}

	/** What `PushSubscription.toJSON()` gives. */
	get subscription() {
		const keys = { p256dh: this.#pair.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
		return { endpoint: this.endpoint, keys };
	}

	/** The messages, as soon as there are `count`. */
	messages(count: number): Promise<PushMessage[]> {
		return waitFor(
			`${count} push messages`,
			() => this.pushed.length >= count && this.pushed.map(({ message }) => message),
			{ seen: () => this.pushed },
		);
	}

	/** RFC 8291 and RFC 8188, with one record. */
	decrypt(body: Buffer): string {
		const salt = body.subarray(0, 16);
		const recordSize = body.readUInt32BE(16);
		const sender = body.subarray(21, 21 + body.readUInt8(20));
		const record = body.subarray(21 + sender.length);
		if (record.length > recordSize) throw new Error('more than one record');
		const info = (...parts: (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));
		const derive = (secret: Uint8Array, salt: Uint8Array, about: Buffer, length: number) =>
			Buffer.from(hkdfSync('sha256', secret, salt, about, length));
		const shared = this.#pair.computeSecret(sender);
		const about = info('WebPush: info\0', this.#pair.getPublicKey(), sender);
		const material = derive(shared, this.#auth, about, 32);
		const key = derive(material, salt, info('Content-Encoding: aes128gcm\0'), 16);
		const nonce = derive(material, salt, info('Content-Encoding: nonce\0'), 12);
		const decipher = createDecipheriv('aes-128-gcm', key, nonce);
		decipher.setAuthTag(record.subarray(-16));
		const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
		const end = padded.findLastIndex((byte) => byte !== 0);
		if (padded[end] !== 2) throw new Error('the last record must end with the delimiter 2');
		return padded.subarray(0, end).toString('utf8');
	}
}

const MAX_BYTES = 4096;

/** A push service on loopback. It checks the sender (RFC 8292) and decrypts the messages, which a real one cannot. */
export class PushService {
	readonly #server: http.Server;
	readonly #browsers = new Map<string, PushBrowserDouble>();
	/** Requests that a real service would refuse too, and why. */
	readonly refused: string[] = [];
	readonly #arrivals = new EventEmitter();

	private constructor(server: http.Server) {
		this.#server = server;
		server.on('request', (request, response) => {
			this.#take(request).then(
				(status) => response.writeHead(status, { location: '/message/1' }).end(),
				(error: unknown) => {
					this.refused.push(String(error));
					response.writeHead(403).end();
				},
			);
		});
	}

	static async start(): Promise<PushService> {
		const server = http.createServer();
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return new PushService(server);
	}

	get origin(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	/** A browser subscribes; with a key, only the server with that key may send. */
	subscribe(serverKey: string | null = null): PushBrowserDouble {
		const browser = new PushBrowserDouble(this.origin, serverKey);
		this.#browsers.set(`/push/${browser.id}`, browser);
		return browser;
	}

	/** Resolves with the next message that arrives. */
	nextMessage(): Promise<unknown> {
		return once(this.#arrivals, 'message');
	}

	async stop(): Promise<void> {
		this.#server.close();
		this.#server.closeAllConnections();
		await once(this.#server, 'close');
	}

	async #take(request: http.IncomingMessage): Promise<number> {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const body = Buffer.concat(parts);
		const browser = this.#browsers.get(request.url ?? '');
		if (!browser) return 404;
		browser.asked++;
		if (browser.hangs) {
			browser.hangs();
			return new Promise<never>(() => undefined);
		}
		if (browser.answer !== null) return browser.answer;
		const { headers } = request;
		this.#checkSender(String(headers.authorization), browser);
		if (body.length > MAX_BYTES) return 413;
		const ttl = Number(headers.ttl);
		if (!(ttl >= 0)) throw new Error('a TTL is needed');
		if (headers['content-encoding'] !== 'aes128gcm') throw new Error('the encoding must be aes128gcm');
		const { topic, urgency } = headers as Record<string, string | undefined>;
		if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) throw new Error('the topic is too long');
		const message = JSON.parse(browser.decrypt(body)) as PushMessage;
		browser.pushed.push({ message, topic, urgency, ttl, at: Date.now() });
		this.#arrivals.emit('message');
		return 201;
	}

	#checkSender(authorization: string, { serverKey }: PushBrowserDouble): void {
		const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
		if (serverKey !== null && key !== serverKey)
			throw new Error('another server has subscribed this browser');
		const point = Buffer.from(key, 'base64url');
		const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
		const jwk = { kty: 'EC', crv: 'P-256', x: String(x), y: String(y) };
		const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
		const [head = '', claims = '', signature = ''] = token.split('.');
		const signed = Buffer.from(`${head}.${claims}`);
		const checks = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
		if (!verify('sha256', signed, checks, Buffer.from(signature, 'base64url')))
			throw new Error('the signature is wrong');
		const read = (part: string) =>
			JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
		if (read(head).alg !== 'ES256') throw new Error('the algorithm must be ES256');
		const { aud, exp, sub } = read(claims);
		if (aud !== this.origin) throw new Error(`the token is for ${aud}`);
		const left = Number(exp) - Date.now() / 1000;
		if (!(left > 0 && left <= 24 * 3600)) throw new Error('the token must end within a day');
		if (!/^(mailto:|https:)/.test(String(sub))) throw new Error('the token must name a contact');
	}
}
