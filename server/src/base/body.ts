/** Reads request bodies into memory, within a limit for each and a limit for all together. */
import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { Refusal } from './failures.ts';
import { INTAKE, pacing } from './incoming.ts';
import { addressKey } from './limits.ts';
import type { Env } from './route.ts';
import { withWholeLetters } from './sql.ts';

const MB = 1024 * 1024;

/** What is made of a body, such as pictures without their metadata, is as large again. */
const TIMES = 2;
/** Most requests and pictures are smaller, and do not wait for memory that large ones hold. */
const SMALL_BYTES = MB;

interface BodyLimit {
	maxBytes: number;
	/** The subject of the error message for a body that is too large. */
	what: string;
	/** The account that sends it, if it is already known. */
	account?: string;
}

/**
 * Reads the body and keeps its memory reserved while `act` works on it. Later readers of the body, such as the validation
 * of JSON, get these bytes: the HTTP adapter uses `rawBody` if it is set.
 */
export async function withBody<T>(
	c: Context<Env>,
	limit: BodyLimit,
	act: (body: Buffer) => Promise<T>,
): Promise<T> {
	const incoming = c.env.incoming as IncomingMessage;
	const length = Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY);
	const ofCustomer = length > SMALL_BYTES ? INTAKE.customers : INTAKE.customersSmall;
	const room = limit.account ? ofCustomer : INTAKE.strangers;
	const holder = limit.account ?? addressKey(c.var.ip);
	let held = 0;
	const reserve = (bytes: number) => {
		if (!room.take(holder, TIMES * bytes)) throw noRoom();
		held += TIMES * bytes;
	};
	try {
		const pass = pacing({ owner: holder, stranger: !limit.account });
		const sent = await readWhole(incoming, limit, (bytes) => {
			reserve(bytes);
			return pass(bytes);
		});
		const body = /json/i.test(c.req.header('content-type') ?? '') ? storableJson(sent) : sent;
		Object.assign(incoming, { rawBody: body });
		return await act(body);
	} finally {
		room.release(holder, held);
	}
}

/** JSON whose texts a database can hold: NUL is refused, and half of a surrogate pair is replaced, as in any decoded text. */
function storableJson(body: Buffer): Buffer {
	if (body.includes('\\u0000')) {
		throw new Refusal('invalid-argument', 'A text must not contain the NUL character.');
	}
	if (!body.includes('\\ud') && !body.includes('\\uD')) return body;
	return Buffer.from(withWholeLetters(body.toString()));
}

/** The same as middleware. Requests whose method has no body are not read at all. */
export function limitBody(limit: BodyLimit): MiddlewareHandler<Env> {
	return async (c, next) => {
		if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
		const account = c.var.user?.uid;
		return withBody(c, { ...limit, ...(account && { account }) }, next);
	};
}

/** Unread bytes are discarded with the connection. */
async function readWhole(
	incoming: IncomingMessage,
	{ maxBytes, what }: BodyLimit,
	taken: (bytes: number) => Promise<void>,
): Promise<Buffer> {
	const tooLarge = () => new Refusal('payload-too-large', `${what} may have at most ${inWords(maxBytes)}.`);
	if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
	// Filled as it arrives: joining pieces at the end would take their memory twice.
	let body = Buffer.allocUnsafeSlow(Number(incoming.headers['content-length'] ?? FIRST_BYTES));
	let size = 0;
	try {
		for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
			if (size + chunk.length > maxBytes) throw tooLarge();
			await taken(chunk.length);
			if (size + chunk.length > body.length) {
				const grown = Buffer.allocUnsafeSlow(Math.max(2 * body.length, size + chunk.length));
				body.copy(grown, 0, 0, size);
				body = grown;
			}
			body.set(chunk, size);
			size += chunk.length;
		}
	} catch (error) {
		if (error instanceof Refusal) throw error;
		throw new Refusal('invalid-argument', 'The request ended before its body did.', { cause: error });
	}
	return body.subarray(0, size);
}

/** For a body that does not say its length. */
const FIRST_BYTES = 64 * 1024;

const inWords = (bytes: number) => (bytes < MB ? `${bytes / 1024} kB` : `${bytes / MB} MB`);

const noRoom = () =>
	new Refusal('resource-exhausted', 'Too many large requests are coming in at once. Please try again.', {
		retryAfterSeconds: 5,
	});
