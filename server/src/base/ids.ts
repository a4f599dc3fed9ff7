import { randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** 20 characters of lower-case base32: 100 random bits that survive a mail system's case folding. */
export const newId = () => randomBase32(20);

/** Five random bits a character. */
export function randomBase32(length: number): string {
	return Array.from(randomBytes(length), (byte) => ALPHABET[byte % 32]).join('');
}
