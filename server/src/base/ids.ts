import { randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** 20 characters of lower-case base32: 100 random bits that survive a mail system's case folding. */
export function newId(): string {
	return Array.from(randomBytes(20), (byte) => ALPHABET[byte % 32]).join('');
}
