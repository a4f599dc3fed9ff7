import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { sign } from '../billing/signature.ts';
import { waitFor } from './wait.ts';

type Fields = Record<string, string>;
interface Answer {
	status: number;
	body: unknown;
}
interface StoredIntent {
	id: string;
	object: 'payment_intent';
	amount: number;
	currency: string;
	status: string;
	livemode: boolean;
	client_secret: string;
	metadata: Fields;
	amount_received: number;
	latest_charge: string | null;
}
interface Dispute {
	id: string;
	object: 'dispute';
	payment_intent: string;
	amount: number;
	currency: string;
	status: string;
}

const WEBHOOK_SECRET = 'whsec_of_the_fake';

/**
 * Stripe's side of the API, as far as Watchword uses it: payment intents and disputes over HTTP, answers stored by idempotency
 * key (errors too), and signed events that are repeated until they are accepted.
 */
export class StripeFake {
	readonly env: Record<string, string>;
	readonly intents = new Map<string, StoredIntent>();
	readonly disputes: Dispute[] = [];
	/** Requests that created something, by path. */
	readonly requests: { path: string; fields: Fields; key: string | undefined }[] = [];
	/** How often the state of a payment was requested. */
	reads = 0;
	/** The answer to the next request that would create something. */
	failNext: Answer | null = null;
	/** While set, every request fails. */
	down = false;
	/** While set, answers instead of it. */
	respond: ((response: http.ServerResponse) => void) | null = null;
	readonly #refunds = new Map<string, number>();
	readonly #saved = new Map<string, { fields: string; answer: Answer }>();
	readonly #server: http.Server;

	private constructor(server: http.Server) {
		this.#server = server;
		this.env = {
			STRIPE_SECRET_KEY: 'sk_test_fake',
			STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
			STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
			STRIPE_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		};
	}

	static async start(): Promise<StripeFake> {
		let fake: StripeFake;
		const server = http.createServer(async (request, response) => {
			const body = Buffer.concat(await request.toArray()).toString();
			if (fake.respond) return fake.respond(response);
			const { status, body: answer } = fake.#answer(request, body);
			response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') });
			response.end(JSON.stringify(answer));
		});
		await once(server.listen(0, '127.0.0.1'), 'listening');
		fake = new StripeFake(server);
		return fake;
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((closed) => this.#server.close(closed));
	}

	#answer(request: http.IncomingMessage, body: string): Answer {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
		if (this.down) return failure(503, 'api_error', 'down');
		if (request.headers.authorization !== `Bearer ${this.env.STRIPE_SECRET_KEY}`) {
			return failure(401, 'invalid_request_error', 'Invalid API Key provided');
		}
		if (request.method === 'POST') {
			const key = request.headers['idempotency-key'] as string | undefined;
			return this.#once(key, pathname, body);
		}
		if (pathname === '/v1/disputes') {
			const data = this.disputes.filter(
				({ payment_intent }) => payment_intent === searchParams.get('payment_intent'),
			);
			return { status: 200, body: { object: 'list', data, has_more: false, url: pathname } };
		}
		this.reads++;
		const intent = this.intents.get(pathname.split('/').at(-1) ?? '');
		if (!intent) return failure(404, 'invalid_request_error', 'No such payment_intent');
		return { status: 200, body: { ...intent, latest_charge: this.#chargeOf(intent) } };
	}

	/** The same key with the same fields gets the same answer again; with other fields, an error. */
	#once(key: string | undefined, path: string, body: string): Answer {
		const saved = key ? this.#saved.get(key) : undefined;
		if (saved) {
			if (saved.fields === path + body) return saved.answer;
			return failure(400, 'idempotency_error', 'Keys can only be used with the same parameters');
		}
		const fields = Object.fromEntries(new URLSearchParams(body));
		this.requests.push({ path, fields, key });
		const answer = this.failNext ?? this.#make(path, fields);
		this.failNext = null;
		if (key) this.#saved.set(key, { fields: path + body, answer });
		return answer;
	}

	#make(path: string, fields: Fields): Answer {
		const [, canceled] = /^\/v1\/payment_intents\/(\w+)\/cancel$/.exec(path) ?? [];
		if (canceled) {
			const intent = this.intents.get(canceled);
			if (intent?.status !== 'requires_payment_method') {
				return failure(400, 'invalid_request_error', 'You cannot cancel this PaymentIntent');
			}
			intent.status = 'canceled';
			return { status: 200, body: intent };
		}
		const id = newId('pi');
		const metadata = Object.entries(fields).flatMap(([name, value]) => {
			const [, own] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
			return own ? [[own, value]] : [];
		});
		const intent: StoredIntent = {
			id,
			object: 'payment_intent',
			amount: Number(fields.amount),
			currency: fields.currency ?? '',
			status: 'requires_payment_method',
			livemode: false,
			client_secret: `${id}_secret_${newId('x')}`,
			metadata: Object.fromEntries(metadata),
			amount_received: 0,
			latest_charge: null,
		};
		this.intents.set(id, intent);
		return { status: 200, body: intent };
	}

	#chargeOf({ id, latest_charge }: StoredIntent) {
		if (!latest_charge) return null;
		const disputed = this.disputes.some(({ payment_intent }) => payment_intent === id);
		return { id: latest_charge, object: 'charge', amount_refunded: this.#refunds.get(id) ?? 0, disputed };
	}

	#intent(id: string): StoredIntent {
		const intent = this.intents.get(id);
		if (!intent) throw new Error(`the fake has no ${id}`);
		return intent;
	}

	/** The customer pays. What follows is the event Stripe would send. */
	pay(id: string) {
		const intent = this.#intent(id);
		Object.assign(intent, {
			status: 'succeeded',
			amount_received: intent.amount,
			latest_charge: newId('ch'),
		});
		return this.event('payment_intent.succeeded', { ...intent });
	}

	refund(id: string, cents: number) {
		this.#refunds.set(id, (this.#refunds.get(id) ?? 0) + cents);
		const { latest_charge, currency } = this.#intent(id);
		const charge = {
			id: latest_charge,
			object: 'charge',
			payment_intent: id,
			amount_refunded: cents,
			currency,
		};
		return this.event('charge.refunded', charge);
	}

	/** The customer's bank takes the money back, or returns it after a won dispute. */
	dispute(id: string, status: 'needs_response' | 'won' | 'lost') {
		let dispute = this.disputes.find(({ payment_intent }) => payment_intent === id);
		if (!dispute) {
			const { amount, currency } = this.#intent(id);
			dispute = { id: newId('dp'), object: 'dispute', payment_intent: id, amount, currency, status };
			this.disputes.push(dispute);
		}
		dispute.status = status;
		return this.event(`charge.dispute.${status === 'needs_response' ? 'created' : 'closed'}`, { ...dispute });
	}

	event(type: string, object: object, more: object = {}) {
		return { id: newId('evt'), object: 'event', type, livemode: false, data: { object }, ...more };
	}

	/** Sends an event once, signed now unless another signature is given. */
	send(url: string, event: object | string, signature?: string): Promise<Response> {
		const body = typeof event === 'string' ? event : JSON.stringify(event, null, 2);
		return fetch(`${url}/api/webhooks/stripe`, {
			method: 'POST',
			body,
			headers: {
				'content-type': 'application/json; charset=utf-8',
				'stripe-signature': signature ?? sign(body, WEBHOOK_SECRET, new Date()),
			},
		});
	}

	/** Sends every event one to five times, shuffled and at once, to any of the servers; again until each is accepted. */
	async deliver(events: object[], urls: () => string[]): Promise<void> {
		const copies = events.flatMap((event) => Array<object>(randomInt(1, 6)).fill(event));
		await Promise.all(
			shuffled(copies).map(async (event) => {
				const accepted = async () => {
					const places = urls();
					const url = places[randomInt(0, Math.max(1, places.length))];
					return url && (await this.send(url, event).catch(() => null))?.ok;
				};
				await waitFor(`event ${JSON.stringify(event)} to be accepted`, accepted, { withinMs: 200_000 });
			}),
		);
	}
}

const failure = (status: number, type: string, message: string): Answer => ({
	status,
	body: { error: { type, message } },
});

const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;

const shuffled = <T>(items: T[]): T[] =>
	items
		.map((item) => ({ item, at: Math.random() }))
		.sort((a, b) => a.at - b.at)
		.map(({ item }) => item);
