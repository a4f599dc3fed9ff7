import { randomBytes } from 'node:crypto';
import { RESET_LINK_SECONDS } from '@watchword/contract/constants';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db, Mailer } from '../ports.ts';
import type { Identity } from './identity.ts';
import { firstPasswordMail, resetMail } from './mails.ts';
import { credentials, users } from './tables.ts';

interface Needs {
	db: Db;
	identity: Identity;
	mailer: Mailer;
	publicUrl: string;
}

/**
 * Mails a link that sets the password, if there is such an account. It fails if the mail cannot be sent, so that it is tried
 * again; better-auth's own request would only log that.
 */
export async function mailResetLink({ db, identity, mailer, publicUrl }: Needs, email: string) {
	const [owner] = await db
		.select({ uid: users.id, email: users.email, name: users.name })
		.from(users)
		.where(and(eq(users.email, email.toLowerCase()), isNull(users.disabled_at)));
	if (!owner) return;
	const token = randomBytes(24).toString('base64url');
	const { internalAdapter } = await identity.$context;
	await internalAdapter.createVerificationValue({
		value: owner.uid,
		// The name under which better-auth looks for it when the link is used.
		identifier: `reset-password:${token}`,
		expiresAt: new Date(Date.now() + RESET_LINK_SECONDS * 1000),
	});
	const link = `${publicUrl}/resetpassword/confirm?token=${token}`;
	const passwords = and(eq(credentials.userId, owner.uid), isNotNull(credentials.password));
	const hasOne = (await db.$count(credentials, passwords)) > 0;
	await mailer.send(hasOne ? resetMail(owner, link) : firstPasswordMail(owner, link, publicUrl));
}
