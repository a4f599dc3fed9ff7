import { createHash, randomBytes, randomFillSync } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** 20 characters of lower-case base32: 100 random bits that survive a mail system's case folding. */
export const newId = () => randomBase32(20);

/** Five random bits a character. */
export function randomBase32(length: number): string {
	let text = '';
	for (const byte of randomFromStock(length)) text += ALPHABET[byte % 32];
	return text;
}

const stock = Buffer.alloc(4096);
let used = stock.length;

/** Many random bytes cost as much as a few, so a supply is fetched at once. Each byte is used once. */
function randomFromStock(length: number): Uint8Array {
	if (length > stock.length) return randomBytes(length);
	if (used + length > stock.length) {
		randomFillSync(stock);
		used = 0;
	}
	used += length;
	return stock.subarray(used - length, used);
}

/** Of what opens something only the hash is stored, so that a reader of the table cannot use it. Tokens have at least 128 random bits. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');
