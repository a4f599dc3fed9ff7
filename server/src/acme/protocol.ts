/** What is said to an authority that gives certificates: ACME, RFC 8555. */
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

export type Way = 'tls-alpn-01' | 'http-01';

/** The authority refused, or could not check the name. The message is a sentence for the operator. */
export class AcmeFailed extends Error {}

/** How a check is answered while the authority looks. */
export interface Answer {
	way: Way;
	name: string;
	token: string;
	/** What proves that the account asked for it. */
	proof: string;
}

interface Wishes {
	directory: string;
	email: string | null;
	name: string;
	accountKey: KeyObject;
	way: Way;
	/** Gives the answer, and takes it back when the authority has looked. */
	answer(given: Answer): Promise<() => Promise<void>>;
	/** The request for the certificate, in DER. */
	request: Buffer;
	signal: AbortSignal;
}

const REQUEST_MS = 30_000;
const MAX_BYTES = 256 * 1024;
/** An authority may refuse a nonce for no fault of ours. */
const TRIES = 5;
const WAIT_MS = { least: 250, most: 10_000, whole: 120_000 };

/** An authority may say a lot, and what it says is logged and shown. */
const MAX_SAID = 500;
const said = z.string().transform((text) => text.slice(0, MAX_SAID).replace(/\p{Cc}+/gu, ' '));
const problem = z.object({ type: z.string().default(''), detail: said.default('') });
const directoryForm = z.object({ newNonce: z.url(), newAccount: z.url(), newOrder: z.url() });
const orderForm = z.object({
	status: z.string(),
	authorizations: z.array(z.url()),
	finalize: z.url(),
	certificate: z.url().optional(),
	error: problem.optional(),
});
const checkForm = z.object({
	status: z.string(),
	challenges: z.array(
		z.object({ type: z.string(), url: z.url(), token: z.string().default(''), error: problem.optional() }),
	),
});

function read<T>(form: z.ZodType<T>, body: unknown): T {
	const { data } = form.safeParse(body);
	if (data === undefined) throw new AcmeFailed('The authority answered with something that is not ACME.');
	return data;
}

/** With one full stop. */
const sentence = (words: string) => words.replace(/\.*$/, '.');

const inBase64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url');

/** Orders a certificate for a name, in PEM with its chain. */
export async function orderCertificate(wishes: Wishes): Promise<string> {
	const { directory, email, name, request } = wishes;
	const session = await openSession(wishes, directory);
	const { urls } = session;
	const contact = email ? { contact: [`mailto:${email}`] } : {};
	const account = await session.post(urls.newAccount, { termsOfServiceAgreed: true, ...contact });
	session.account = account.location;
	const made = await session.post(urls.newOrder, { identifiers: [{ type: 'dns', value: name }] });
	const order = read(orderForm, made.body);
	for (const url of order.authorizations) await proveName(session, url, wishes);
	await session.post(order.finalize, { csr: inBase64(request) });
	const ended = await session.until(made.location, orderForm, ({ status }) => status !== 'processing');
	if (!ended.certificate)
		throw new AcmeFailed(
			`The authority gave no certificate for ${name}: ${sentence(ended.error?.detail ?? ended.status)}`,
		);
	return (await session.post(ended.certificate, null)).text;
}

async function proveName(session: Session, url: string, { name, way, answer }: Wishes): Promise<void> {
	const check = read(checkForm, (await session.post(url, null)).body);
	if (check.status === 'valid') return;
	const challenge = check.challenges.find(({ type }) => type === way);
	if (!challenge) throw new AcmeFailed(`The authority does not check ${name} by ${way}.`);
	const { token } = challenge;
	const takeBack = await answer({ way, name, token, proof: `${token}.${session.thumbprint}` });
	try {
		await session.post(challenge.url, {});
		const ended = await session.until(url, checkForm, ({ status }) => status !== 'pending');
		if (ended.status === 'valid') return;
		const why = ended.challenges.find(({ error }) => error)?.error?.detail ?? `it is ${ended.status}`;
		throw new AcmeFailed(`The authority could not reach ${name} by ${way}: ${sentence(why)}`);
	} finally {
		await takeBack();
	}
}

type Session = Awaited<ReturnType<typeof openSession>>;

/** Signs each request, as the authority asks, with a nonce from its last answer. */
async function openSession({ accountKey, signal }: Wishes, directory: string) {
	const { kty, crv, x, y } = createPublicKey(accountKey).export({ format: 'jwk' });
	const jwk = { crv, kty, x, y };
	let nonce: string | null = null;

	const ask = async (url: string, init: RequestInit = {}) => {
		const either = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]);
		const got = await fetch(url, { ...init, redirect: 'error', signal: either }).catch((cause: unknown) => {
			throw new AcmeFailed(
				`The authority at ${new URL(url).host} cannot be reached: ${sentence(reasonOf(cause))}`,
				{
					cause,
				},
			);
		});
		nonce = got.headers.get('replay-nonce') ?? nonce;
		const text = await textOf(got);
		return { got, text, body: jsonIn(text), location: got.headers.get('location') ?? '' };
	};

	const { body } = await ask(directory);
	const known = directoryForm.safeParse(body);
	if (!known.success) throw new AcmeFailed(`There is no ACME authority at ${directory}.`);
	const urls = known.data;

	const session = {
		urls,
		/** The address of our account, from when it is known. */
		account: null as string | null,
		thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url'),
		/** Without a payload it only reads. */
		async post(url: string, payload: object | null) {
			for (let tries = 1; ; tries++) {
				if (nonce === null) await ask(urls.newNonce, { method: 'HEAD' });
				const who = session.account ? { kid: session.account } : { jwk };
				const head = inBase64(JSON.stringify({ alg: 'ES256', nonce, url, ...who }));
				nonce = null;
				const content = payload === null ? '' : inBase64(JSON.stringify(payload));
				const key = { key: accountKey, dsaEncoding: 'ieee-p1363' } as const;
				const signature = inBase64(sign('sha256', Buffer.from(`${head}.${content}`), key));
				const answer = await ask(url, {
					method: 'POST',
					headers: { 'content-type': 'application/jose+json' },
					body: JSON.stringify({ protected: head, payload: content, signature }),
				});
				if (answer.got.ok) return answer;
				const { type, detail } = problem.safeParse(answer.body).data ?? { type: '', detail: '' };
				if (type.endsWith(':badNonce') && tries < TRIES) continue;
				throw new AcmeFailed(
					`The authority at ${new URL(url).host} refused: ${sentence(detail || `status ${answer.got.status}`)}`,
				);
			}
		},
		/** Reads again until it has ended. */
		async until<T>(url: string, form: z.ZodType<T>, isEnded: (read: T) => boolean): Promise<T> {
			for (let waited = 0, pause = WAIT_MS.least; ; pause = Math.min(2 * pause, WAIT_MS.most)) {
				const now = read(form, (await session.post(url, null)).body);
				if (isEnded(now)) return now;
				if (waited > WAIT_MS.whole) throw new AcmeFailed('The authority took too long.');
				waited += pause;
				await sleep(pause, undefined, { signal });
			}
		},
	};
	return session;
}

async function textOf(response: Response): Promise<string> {
	const pieces: Uint8Array[] = [];
	let bytes = 0;
	for await (const piece of response.body ?? []) {
		bytes += piece.length;
		if (bytes > MAX_BYTES) throw new AcmeFailed('The answer of the authority is too large.');
		pieces.push(piece);
	}
	return Buffer.concat(pieces).toString();
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

const reasonOf = (error: unknown): string => {
	const { cause, message } = error as Error;
	return cause instanceof Error ? reasonOf(cause) : (error as NodeJS.ErrnoException).code || message;
};
