import { createHmac, timingSafeEqual } from 'node:crypto';

/** How old a signed event may be. Later a copy of it is refused, which prevents replays. */
const TOLERANCE_SECONDS = 300;

const hmac = (secret: string, time: number, body: string) =>
	createHmac('sha256', secret).update(`${time}.${body}`).digest();

/** The signature header that the provider sends with a body. */
export function sign(body: string, secret: string, now: Date): string {
	const time = Math.floor(now.getTime() / 1000);
	return `t=${time},v1=${hmac(secret, time, body).toString('hex')}`;
}

/** What is wrong with a signature, as a sentence for the log; null if it is valid. */
export function signatureProblem(body: string, header: string, secret: string, now: Date): string | null {
	const parts = header.split(',').map((part) => part.trim().split('=', 2));
	const time = Number(parts.find(([name]) => name === 't')?.[1]);
	if (!Number.isSafeInteger(time)) return 'it names no time';
	const expected = hmac(secret, time, body);
	// While a secret is replaced there are several signatures. One valid signature is enough.
	const holds = parts
		.filter(([name, value]) => name === 'v1' && /^[\da-f]{64}$/.test(value ?? ''))
		.some(([, value]) => timingSafeEqual(Buffer.from(value ?? '', 'hex'), expected));
	if (!holds) return 'it is not of this body';
	if (Math.abs(now.getTime() / 1000 - time) > TOLERANCE_SECONDS) return 'it is too old';
	return null;
}
