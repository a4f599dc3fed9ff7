import { createHash, randomBytes } from 'node:crypto';
import type { ResetPassword } from '@watchword/contract/account';
import { RESET_LINK_SECONDS } from '@watchword/contract/constants';
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { Refusal } from '../../base/failures.ts';
import { plainMail } from '../../base/html.ts';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../ports/database.ts';
import type { Mail, Mailer } from '../../ports/mailer.ts';
import type { Job } from '../../ports/queue.ts';
import { PASSWORD_PROVIDER } from '../accounts.ts';
import type { Origin } from '../history.ts';
import { endAllSessions, type Owner } from '../standing.ts';
import { credentials, users, verifications } from '../tables.ts';
import { endOldPassword, type PasswordNeeds } from './change-password.ts';
import { passwords } from './hashing.ts';
import { refuseWeakPassword } from './password-strength.ts';

declare module '../../ports/queue.ts' {
	interface Jobs {
		/** Someone asked for a reset link. The job, not the request, looks up whether there is an account. */
		'password-reset': { email: string };
	}
}

interface Needs {
	db: Db;
	mailer: Mailer;
	publicUrl: string;
}

/** Only the hash of a link is stored. */
const identifierOf = (token: string) =>
	createHash('sha256').update(`reset-password:${token}`).digest('base64url');

/** Mails a link that sets the password, if there is such an account. Throws if the mail cannot be sent, so that it is retried. */
export async function mailResetLink({ db, mailer, publicUrl }: Needs, email: string) {
	const [owner] = await db
		.select({ uid: users.id, email: users.email, name: users.name })
		.from(users)
		.where(and(eq(users.email, email.toLowerCase()), isNull(users.disabled_at)));
	if (!owner) return;
	const token = randomBytes(24).toString('base64url');
	await db.insert(verifications).values({
		id: newId(),
		identifier: identifierOf(token),
		value: owner.uid,
		expiresAt: sql`now() + make_interval(secs => ${RESET_LINK_SECONDS})`,
	});
	const link = `${publicUrl}/resetpassword/confirm?token=${token}`;
	const passwords = and(eq(credentials.userId, owner.uid), isNotNull(credentials.password));
	const hasOne = (await db.$count(credentials, passwords)) > 0;
	await mailer.send(hasOne ? resetMail(owner, link) : firstPasswordMail(owner, link, publicUrl));
}

export const passwordReset: Job<'password-reset', Needs> = {
	handle: (needs, { email }) => mailResetLink(needs, email),
	// Somebody waits for it, so the first tries follow soon; then one every five minutes for about an hour.
	retries: { times: 18, afterSeconds: 2, atMostSeconds: 300 },
};

function resetMail({ email, name }: Owner, link: string): Mail {
	return plainMail(email, 'Set your Watchword password', [
		`Hello ${name},`,
		'Someone, hopefully you, asked to set the password of your Watchword account. This link does it. It works once, within the next hour.',
		{ link, words: 'Set your password' },
		'If it was not you, do nothing: your password stays as it is.',
	]);
}

/** For a new account without a password: this mail may be the first its owner hears of it. */
function firstPasswordMail({ email, name }: Owner, link: string, publicUrl: string): Mail {
	return plainMail(email, 'Set your Watchword password', [
		`Hello ${name},`,
		'You have a Watchword account. It has no password yet: this link sets one. It works once, within the next hour.',
		{ link, words: 'Set your password' },
		{ link: `${publicUrl}/resetpassword`, words: 'Later, ask for a new link' },
		'If you do not know what this is about, do nothing.',
	]);
}

/** Sets the password that was chosen with a mailed link, and ends everything that began with the old one. */
export async function resetPassword(
	needs: PasswordNeeds,
	{ token, newPassword }: ResetPassword,
	origin: Origin,
): Promise<string> {
	const { db } = needs;
	const isLink = and(
		eq(verifications.identifier, identifierOf(token)),
		gt(verifications.expiresAt, sql`now()`),
	);
	const [person] = await db
		.select({ uid: users.id, email: users.email, name: users.name })
		.from(verifications)
		.innerJoin(users, and(eq(users.id, verifications.value), isNull(users.disabled_at)))
		.where(isLink);
	if (!person) throw usedUp();
	await refuseWeakPassword(newPassword, person);
	const { uid } = person;
	const password = await passwords.hash(newPassword);
	await db.transaction(async (tx) => {
		const credential = { id: newId(), userId: uid, accountId: uid, providerId: PASSWORD_PROVIDER, password };
		await tx
			.insert(credentials)
			.values(credential)
			.onConflictDoUpdate({
				target: [credentials.providerId, credentials.accountId],
				set: { password, updatedAt: sql`now()` },
			});
		const taken = await tx.delete(verifications).where(isLink).returning({ id: verifications.id });
		if (taken.length === 0) throw usedUp();
		await endAllSessions(tx, uid);
		await endOldPassword(tx, needs, uid, { how: 'reset' }, origin);
	});
	return uid;
}

const usedUp = () =>
	new Refusal('auth/invalid-token', 'This link has been used or has run out. Please ask for a new one.');
