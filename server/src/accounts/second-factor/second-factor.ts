import { randomBytes } from 'node:crypto';
import type { SecondFactor, SecondFactorSetup } from '@watchword/contract/second-factor';
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { publish } from '../../base/events.ts';
import { Refusal } from '../../base/failures.ts';
import type { SignedIn } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import type { Queue } from '../../ports/queue.ts';
import { noteEvent, type Origin } from '../history.ts';
import type { Identity } from '../identity.ts';
import { qrSvg } from '../qr-code.ts';
import { countTrusted, endTrust } from '../sessions/known-browser.ts';
import { endOtherSessions } from '../sessions/sessions.ts';
import { secondFactors, sessions } from '../tables.ts';
import { countRecoveryCodes, removeRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts';
import { base32, otpauthUri, stepsOf } from './totp.ts';

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const isOn = (uid: string) => and(eq(secondFactors._owner, uid), isNotNull(secondFactors.confirmed_at));

export async function hasSecondFactor(db: Db, uid: string): Promise<boolean> {
	return (await db.$count(secondFactors, isOn(uid))) > 0;
}

export async function readSecondFactor(db: Db, uid: string, required: boolean): Promise<SecondFactor> {
	const [on] = await db.select({ since: secondFactors.confirmed_at }).from(secondFactors).where(isOn(uid));
	return {
		since: on?.since?.toISOString() ?? null,
		required,
		recoveryCodesLeft: on ? await countRecoveryCodes(db, uid) : 0,
		trustedBrowsers: on ? await countTrusted(db, uid) : 0,
	};
}

/** Creates a secret for an authenticator app. It becomes active with the first right code; only the newest one can. */
export async function startSecondFactor(
	db: Db,
	identity: Identity,
	{ uid, email }: SignedIn,
): Promise<SecondFactorSetup> {
	const secret = randomBytes(SECRET_BYTES);
	const made = { secret: await identity.encrypt(secret), created_at: sql`now()`, last_step: 0 };
	const stored = await db
		.insert(secondFactors)
		.values({ _owner: uid, ...made })
		.onConflictDoUpdate({
			target: secondFactors._owner,
			set: made,
			setWhere: isNull(secondFactors.confirmed_at),
		})
		.returning({ uid: secondFactors._owner });
	if (stored.length === 0) throw new Refusal('conflict', ALREADY_ON);
	const uri = otpauthUri(secret, 'Watchword', email);
	return { secret: base32(secret), uri, qrSvg: await qrSvg(uri, 4) };
}

const ALREADY_ON = 'Two-step sign-in is on already. To use another app, turn it off first.';

/** Turns it on with the first code. This session is strong from now on; the others end, because they never gave a code. */
export async function finishSecondFactor(
	{ db, identity, queue }: { db: Db; identity: Identity; queue: Queue },
	user: SignedIn,
	code: string,
	origin: Origin,
): Promise<string[]> {
	const { uid, sessionId } = user;
	const [begun] = await db.select().from(secondFactors).where(eq(secondFactors._owner, uid));
	if (!begun) throw new Refusal('conflict', 'Please begin again: there is nothing to turn on.');
	if (begun.confirmed_at) throw new Refusal('conflict', ALREADY_ON);
	const [step] = stepsOf(await decrypt(identity, begun.secret), code, Date.now());
	if (step === undefined) throw new Refusal('auth/invalid-verification-code', WRONG_CODE);
	return db.transaction(async (tx) => {
		const turnedOn = await tx
			.update(secondFactors)
			.set({ confirmed_at: sql`now()`, last_step: step })
			.where(
				and(
					eq(secondFactors._owner, uid),
					eq(secondFactors.secret, begun.secret),
					isNull(secondFactors.confirmed_at),
				),
			)
			.returning({ uid: secondFactors._owner });
		if (turnedOn.length === 0) throw new Refusal('conflict', ALREADY_ON);
		await endTrust(tx, uid);
		await endOtherSessions(tx, user);
		await tx.update(sessions).set({ strong: true }).where(eq(sessions.id, sessionId));
		await noteEvent(tx, uid, 'factor-added', {}, origin);
		await queue.send(tx, 'security-mail', { uid, notice: { what: 'factor-added' } });
		return renewRecoveryCodes(tx, uid);
	});
}

export const WRONG_CODE = 'This code is wrong. Please enter the one that your app shows now.';

export type CodeCheck = 'right' | 'wrong' | 'used before';

/**
 * Checks a code of the app, and accepts each only once: one statement compares and stores the last step, so that only one of
 * several processes accepts it.
 */
export async function takeCode(db: Db, identity: Identity, uid: string, code: string): Promise<CodeCheck> {
	const [factor] = await db.select({ secret: secondFactors.secret }).from(secondFactors).where(isOn(uid));
	if (!factor) return 'wrong';
	const steps = stepsOf(await decrypt(identity, factor.secret), code, Date.now());
	for (const step of steps) {
		const accepted = await db
			.update(secondFactors)
			.set({ last_step: step })
			.where(and(isOn(uid), eq(secondFactors.secret, factor.secret), lt(secondFactors.last_step, step)))
			.returning({ uid: secondFactors._owner });
		if (accepted.length > 0) return 'right';
	}
	return steps.length > 0 ? 'used before' : 'wrong';
}

/**
 * Removes the app, its recovery codes and the trusted browsers. Sessions that began with a password are no longer strong.
 * Returns false if there was nothing to remove.
 */
export async function removeSecondFactor(tx: Db, uid: string): Promise<boolean> {
	const removed = await tx
		.delete(secondFactors)
		.where(eq(secondFactors._owner, uid))
		.returning({ since: secondFactors.confirmed_at });
	await removeRecoveryCodes(tx, uid);
	await endTrust(tx, uid);
	await tx
		.update(sessions)
		.set({ strong: false })
		.where(and(eq(sessions.userId, uid), eq(sessions.how, 'password')));
	await publish(tx, uid, { topic: 'session' });
	return Boolean(removed[0]?.since);
}

const decrypt = (identity: Identity, text: string) =>
	identity.decrypt(text).catch((cause: unknown) => {
		throw new Refusal(
			'unavailable',
			'Codes cannot be checked, because the secret of this installation has changed. Use a recovery code, or contact support.',
			{ cause },
		);
	});
