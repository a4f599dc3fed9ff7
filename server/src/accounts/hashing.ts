import { hashPassword, verifyPassword } from 'better-auth/crypto';

/**
 * Hashing is slow by intent, and done on the few threads that also read and write files. So few at once, and whoever
 * guesses passwords waits for other guesses: not a camera, and not a mail.
 */
const AT_ONCE = 2;

export const hashing = {
	hash: inTurn(AT_ONCE, hashPassword),
	verify: inTurn(AT_ONCE, verifyPassword),
};

/** The same function, of which only so many calls are under way; the others wait in the order they came. */
export function inTurn<A extends unknown[], T>(most: number, act: (...given: A) => Promise<T>) {
	const waiting: (() => void)[] = [];
	let going = 0;
	return async (...given: A): Promise<T> => {
		if (going < most) going++;
		else await new Promise<void>((turn) => waiting.push(turn));
		try {
			return await act(...given);
		} finally {
			const next = waiting.shift();
			if (next) next();
			else going--;
		}
	};
}
