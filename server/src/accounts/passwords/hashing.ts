import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { normalised } from '@watchword/contract/normalised';
import { InTurn } from '../../base/turns.ts';

/**
 * Hashing is slow on purpose, and runs on the few threads that also read and write files. With few hashes at once,
 * password guesses wait for each other, and cameras and mails do not wait for them.
 */
const AT_ONCE = 2;

/** Sign-ins, by client address. */
export const signIns = new InTurn(AT_ONCE);

const hashes = new InTurn(AT_ONCE);

/** 32 MB and about 50 ms for each guess. Stored passwords were made with it, so another cost needs a mark in the hash. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 64;

const keyOf = (password: string, salt: string) =>
	hashes.run(
		'',
		() =>
			new Promise<Buffer>((resolve, reject) =>
				scrypt(normalised(password, 'NFKC'), salt, KEY_BYTES, COST, (error, key) =>
					error ? reject(error) : resolve(key),
				),
			),
	);

export const passwords = {
	async hash(password: string): Promise<string> {
		const salt = randomBytes(16).toString('hex');
		return `${salt}:${(await keyOf(password, salt)).toString('hex')}`;
	},
	async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
		const [salt = '', kept = ''] = hash.split(':');
		const key = Buffer.from(kept, 'hex');
		return key.length === KEY_BYTES && timingSafeEqual(await keyOf(password, salt), key);
	},
};
