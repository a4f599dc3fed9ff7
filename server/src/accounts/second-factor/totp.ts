import { createHmac, timingSafeEqual } from 'node:crypto';
import { CODE_DIGITS } from '@watchword/contract/constants';

/** Time-based one-time passwords as authenticator apps make them: RFC 6238 with SHA-1, 6 digits and steps of 30 seconds. */
const STEP_SECONDS = 30;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const stepAt = (time: number) => Math.floor(time / 1000 / STEP_SECONDS);

/** The code of a time step: the truncated HMAC of RFC 4226. */
export function codeOf(secret: Buffer, step: number): string {
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(step));
	const mac = createHmac('sha1', secret).update(counter).digest();
	const offset = (mac.at(-1) ?? 0) & 15;
	const number = mac.readUInt32BE(offset) & 0x7fffffff;
	return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}

/** The steps for which this code is right: now, or one step off, because clocks differ and typing takes time. */
export function stepsOf(secret: Buffer, code: string, now: number): number[] {
	const given = Buffer.from(code.padEnd(CODE_DIGITS).slice(0, CODE_DIGITS));
	return [-1, 0, 1]
		.map((off) => stepAt(now) + off)
		.filter((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), given));
}

/** RFC 4648 without padding, as apps expect it. The secret's length must be a multiple of 5 bytes. */
export function base32(secret: Buffer): string {
	const bits = [...secret].map((byte) => byte.toString(2).padStart(8, '0')).join('');
	return bits.replace(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)] ?? '');
}

/** The content of the QR code. The issuer appears twice, because apps differ in which one they read. */
export function otpauthUri(secret: Buffer, issuer: string, account: string): string {
	const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
	return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${CODE_DIGITS}&period=${STEP_SECONDS}`;
}
