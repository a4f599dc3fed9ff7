import type { ChangePassword } from '@watchword/contract/account';
import type { AccountEventDetails } from '@watchword/contract/account-event';
import { and, eq } from 'drizzle-orm';
import { Refusal } from '../../base/failures.ts';
import type { SignedIn } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import type { Queue } from '../../ports/queue.ts';
import { noteEvent, type Origin } from '../history.ts';
import { forgetBrowsers } from '../sessions/known-browser.ts';
import { endOtherSessions } from '../sessions/sessions.ts';
import { credentials, verifications } from '../tables.ts';
import { passwords } from './hashing.ts';
import { checkPassword, passwordOf, personOf } from './password.ts';
import { refuseWeakPassword } from './password-strength.ts';

export interface PasswordNeeds {
	db: Db;
	queue: Queue;
	/** Ends the push messages to browsers that were signed out. */
	forgetPush(db: Db, uid: string): Promise<void>;
}

/** Sets a new password if the present one is correct. All other sessions end, as after a reset. */
export async function changePassword(
	needs: PasswordNeeds,
	user: SignedIn,
	{ currentPassword, newPassword }: ChangePassword,
	origin: Origin,
): Promise<void> {
	const { db } = needs;
	const wrong = () => new Refusal('auth/invalid-credential', 'The current password is wrong.');
	const current = await checkPassword(db, user.uid, currentPassword);
	if (current === null) throw wrong();
	const person = await personOf(db, user.uid);
	if (person) await refuseWeakPassword(newPassword, person);
	const hash = await passwords.hash(newPassword);
	await db.transaction(async (tx) => {
		// Compared again in the update: someone who knows the old password must not undo a change made meanwhile.
		const changed = await tx
			.update(credentials)
			.set({ password: hash })
			.where(and(passwordOf(user.uid), eq(credentials.password, current)))
			.returning({ id: credentials.id });
		if (changed.length === 0) throw wrong();
		await endOtherSessions(tx, user);
		await endOldPassword(tx, needs, user.uid, {}, origin);
	});
}

/** What a new password ends besides sessions, in the transaction that stores it. The owner gets a mail. */
export async function endOldPassword(
	tx: Db,
	{ queue, forgetPush }: Pick<PasswordNeeds, 'queue' | 'forgetPush'>,
	uid: string,
	details: AccountEventDetails,
	origin: Origin,
): Promise<void> {
	// Earlier links must not change the new password, and a sign-in that waits for its code must not find it.
	await tx.delete(verifications).where(eq(verifications.value, uid));
	await forgetBrowsers(tx, uid);
	await forgetPush(tx, uid);
	await queue.send(tx, 'security-mail', { uid, notice: { what: 'password-changed' } });
	await noteEvent(tx, uid, 'password-changed', details, origin);
}
