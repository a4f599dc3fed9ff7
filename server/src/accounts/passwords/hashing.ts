import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { InTurn } from '../../base/turns.ts';

/**
 * Hashing is slow on purpose, and runs on the few threads that also read and write files. With few hashes at once,
 * password guesses wait for each other, and cameras and mails do not wait for them.
 */
const AT_ONCE = 2;

/** Sign-ins, by client address. */
export const signIns = new InTurn(AT_ONCE);

const hashes = new InTurn(AT_ONCE);

export const hashing = {
	hash: (password: string) => hashes.run('', () => hashPassword(password)),
	verify: (given: Parameters<typeof verifyPassword>[0]) => hashes.run('', () => verifyPassword(given)),
};
