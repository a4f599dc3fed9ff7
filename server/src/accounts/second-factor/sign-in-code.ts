import type { signInCode } from '@watchword/contract/second-factor';
import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import type { z } from 'zod';
import { Refusal } from '../../base/failures.ts';
import { addressKey, forget, limit, uncount } from '../../base/limits.ts';
import type { Env } from '../../base/route.ts';
import { noteEvent, originOf } from '../history.ts';
import { rememberOnce, takeOnce } from '../one-time.ts';
import { type ByPassword, isStillPassword, passwordHash, wrongCredential } from '../passwords/password.ts';
import { beginSession, type SessionNeeds } from '../sessions/begin-session.ts';
import { isTrusted } from '../sessions/known-browser.ts';
import { verifications } from '../tables.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { type CodeCheck, hasSecondFactor, takeCode, WRONG_CODE } from './second-factor.ts';

/**
 * Wrong codes. Whoever guesses already knows the password, so fewer are allowed than for passwords: at 20 an hour, one of a
 * million codes is found after two years on average, and the owner gets a mail after the first five.
 */
const GUESSES = { fromHere: 5, hereSeconds: 15 * 60, anywhere: 20, anywhereSeconds: 3600, perAddress: 50 };

/** For how long a sign-in waits for its code. */
const WAIT_SECONDS = 10 * 60;

const PURPOSE = 'sign-in-code';

const isSecure = ({ publicUrl }: SessionNeeds) => publicUrl.startsWith('https:');

/** Signs in after the right password. If a second factor is on and this browser is not trusted, it asks for a code first. */
export async function signInOrAskForCode(
	needs: SessionNeeds,
	c: Context<Env>,
	{ uid, hash }: ByPassword,
): Promise<void> {
	const { db } = needs;
	const hasFactor = await hasSecondFactor(db, uid);
	const strong = hasFactor && (await isTrusted(db, c, isSecure(needs), uid));
	if (!hasFactor || strong) return beginSession(needs, c, { uid, how: 'password', strong, hash });
	await waitForCode(needs, c, { uid, hash });
	c.var.log.info({ uid, outcome: 'asked for a code' }, 'sign-in');
	throw new Refusal('auth/multi-factor-auth-required', 'Please enter the code that your app shows.');
}

/** Stores the sign-in until its code comes. A password change meanwhile ended only those stored before it. */
async function waitForCode(needs: SessionNeeds, c: Context<Env>, { uid, hash }: ByPassword): Promise<void> {
	const { db } = needs;
	await rememberOnce(db, c, isSecure(needs), PURPOSE, uid, WAIT_SECONDS);
	if (await isStillPassword(db, uid, hash)) return;
	await db.delete(verifications).where(eq(verifications.value, uid));
	throw wrongCredential();
}

/**
 * Takes the waiting sign-in of this browser, with the hash of its password. In one transaction, so that a password change,
 * which ends waiting sign-ins, cannot happen in between.
 */
const takeWaiting = (needs: SessionNeeds, c: Context<Env>): Promise<ByPassword | null> =>
	needs.db.transaction(async (tx) => {
		const uid = await takeOnce(tx, c, isSecure(needs), PURPOSE);
		const hash = uid && (await passwordHash(tx, uid));
		return hash ? { uid, hash } : null;
	});

type Given = z.output<typeof signInCode>;

/** Finishes a sign-in that waits for a code in this browser. Each attempt takes it; the first wrong codes put it back. */
export async function signInWithCode(needs: SessionNeeds, c: Context<Env>, given: Given): Promise<string> {
	const { db, queue } = needs;
	const address = addressKey(c.var.ip);
	const fromAddress = `sign-in-code:address:${address}`;
	await limit(db, fromAddress, GUESSES.perAddress, GUESSES.hereSeconds);
	const waiting = await takeWaiting(needs, c);
	if (!waiting) {
		c.var.log.info({ outcome: 'no sign-in waits for a code' }, 'sign-in');
		throw new Refusal('auth/code-expired', 'This sign-in has ended. Please enter your password again.');
	}
	const { uid } = waiting;
	const [here, anywhere] = [`sign-in-code:${uid}:${address}`, `sign-in-code:${uid}`];
	await limit(db, anywhere, GUESSES.anywhere, GUESSES.anywhereSeconds);
	const tries = await limit(db, here, GUESSES.fromHere, GUESSES.hereSeconds);
	const putBack = () => waitForCode(needs, c, waiting);
	const check = await checkCode(needs, c, uid, given).catch(async (error: unknown) => {
		await putBack();
		throw error;
	});
	if (check !== 'right') {
		await noteEvent(db, uid, 'sign-in-failed', { how: given.code ? 'code' : 'recovery code' }, originOf(c));
		c.var.log.info({ uid, outcome: `code ${check}` }, 'sign-in');
		if (tries < GUESSES.fromHere) await putBack();
		else {
			const notice = { what: 'wrong-codes', address: c.var.ip } as const;
			await queue.send(db, 'security-mail', { uid, notice });
		}
		throw new Refusal('auth/invalid-verification-code', refusalOf(check, given));
	}
	await forget(db, here);
	await uncount(db, anywhere);
	await uncount(db, fromAddress);
	await beginSession(needs, c, { ...waiting, how: 'password', strong: true, trust: given.trust });
	return uid;
}

async function checkCode(
	needs: SessionNeeds,
	c: Context<Env>,
	uid: string,
	given: Given,
): Promise<CodeCheck> {
	const { db, identity, queue } = needs;
	if (given.code !== undefined) return takeCode(db, identity, uid, given.code);
	return db.transaction(async (tx) => {
		const left = await useRecoveryCode(tx, uid, given.recoveryCode ?? '');
		if (left === null) return 'wrong';
		await noteEvent(tx, uid, 'recovery-code-used', {}, originOf(c));
		await queue.send(tx, 'security-mail', { uid, notice: { what: 'recovery-code-used', left } });
		return 'right';
	});
}

function refusalOf(check: CodeCheck, given: Given): string {
	if (given.code === undefined) return 'This recovery code is wrong or was used before.';
	return check === 'wrong'
		? WRONG_CODE
		: 'This code was used before. Please wait until your app shows the next one.';
}
