import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@watchword/contract/constants';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../ports/database.ts';
import { recoveryCodes } from '../tables.ts';

/** Crockford's base32: no letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

/** 80 random bits, in groups of four: too many to guess, even with the hash. */
const newCode = () =>
	[...randomBytes(LENGTH)]
		.map((byte) => ALPHABET[byte % ALPHABET.length])
		.join('')
		.replace(/(.{4})(?!$)/g, '$1-');

/** Hyphens, spaces and case do not matter, and letters that look like digits are read as digits. */
const hashOf = (code: string) =>
	createHash('sha256')
		.update(
			code
				.toLowerCase()
				.replace(/[^0-9a-z]/g, '')
				.replace(/o/g, '0')
				.replace(/[il]/g, '1'),
		)
		.digest('base64url');

/** Replaces the recovery codes of an account. They can be read only in this answer. */
export async function renewRecoveryCodes(tx: Db, uid: string): Promise<string[]> {
	const codes = Array.from({ length: RECOVERY_CODES }, newCode);
	await tx.delete(recoveryCodes).where(eq(recoveryCodes._owner, uid));
	await tx.insert(recoveryCodes).values(codes.map((code) => ({ _owner: uid, hash: hashOf(code) })));
	return codes;
}

/** Uses up a recovery code. Returns how many are left, or null if there is no such code or it was used before. */
export async function useRecoveryCode(db: Db, uid: string, code: string): Promise<number | null> {
	const used = await db
		.update(recoveryCodes)
		.set({ used_at: sql`now()` })
		.where(
			and(eq(recoveryCodes._owner, uid), eq(recoveryCodes.hash, hashOf(code)), isNull(recoveryCodes.used_at)),
		)
		.returning({ hash: recoveryCodes.hash });
	return used.length > 0 ? countRecoveryCodes(db, uid) : null;
}

export const countRecoveryCodes = (db: Db, uid: string): Promise<number> =>
	db.$count(recoveryCodes, and(eq(recoveryCodes._owner, uid), isNull(recoveryCodes.used_at)));

export async function removeRecoveryCodes(tx: Db, uid: string): Promise<void> {
	await tx.delete(recoveryCodes).where(eq(recoveryCodes._owner, uid));
}
