import { createHmac, timingSafeEqual } from 'node:crypto';

/** How old a signed event may be; a copy that somebody kept is worthless after this. */
const TOLERANCE_SECONDS = 300;

const hmac = (secret: string, time: number, body: string) =>
	createHmac('sha256', secret).update(`${time}.${body}`).digest();

/** The header by which the provider vouches for a body, exactly as it is sent. */
export function sign(body: string, secret: string, now: Date): string {
	const time = Math.floor(now.getTime() / 1000);
	return `t=${time},v1=${hmac(secret, time, body).toString('hex')}`;
}

/** What is wrong with a signature, in words for the log; null where it holds. */
export function signatureProblem(body: string, header: string, secret: string, now: Date): string | null {
	const parts = header.split(',').map((part) => part.trim().split('=', 2));
	const time = Number(parts.find(([name]) => name === 't')?.[1]);
	if (!Number.isSafeInteger(time)) return 'it names no time';
	const expected = hmac(secret, time, body);
	// Several while a secret is being replaced; any of them will do.
	const holds = parts
		.filter(([name, value]) => name === 'v1' && /^[\da-f]{64}$/.test(value ?? ''))
		.some(([, value]) => timingSafeEqual(Buffer.from(value ?? '', 'hex'), expected));
	if (!holds) return 'it is not of this body';
	if (Math.abs(now.getTime() / 1000 - time) > TOLERANCE_SECONDS) return 'it is too old';
	return null;
}
