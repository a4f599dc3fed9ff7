import { PASSWORD_LENGTH, RESET_LINK_SECONDS } from '@watchword/contract/constants';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { eq } from 'drizzle-orm';
import { publish } from '../events.ts';
import { newId } from '../ids.ts';
import type { Db, Log, Mailer } from '../ports.ts';
import { hashing } from './hashing.ts';
import { resetMail } from './mails.ts';
import { sharedSecret } from './secrets.ts';
import { credentials, sessions, users, verifications } from './tables.ts';

interface IdentityNeeds {
	db: Db;
	mailer: Mailer;
	log: Log;
	publicUrl: string;
	secret: string | null;
}

/** The header in which a route hands better-auth the address it has already made sure of. */
export const IP_HEADER = 'x-watchword-ip';

export type Identity = Awaited<ReturnType<typeof createIdentity>>;

/** Passwords, sessions and reset links, kept by better-auth in our tables. None of its own routes are mounted. */
export async function createIdentity({ db, mailer, log, publicUrl, secret }: IdentityNeeds) {
	return betterAuth({
		baseURL: publicUrl,
		secret: secret ?? (await sharedSecret(db, 'auth')),
		database: drizzleAdapter(db, {
			provider: 'pg',
			schema: { user: users, session: sessions, account: credentials, verification: verifications },
			transaction: true,
		}),
		telemetry: { enabled: false },
		logger: {
			log: (level, message) => log[level === 'error' ? 'warn' : 'debug']({ from: 'identity' }, message),
		},
		rateLimit: { enabled: false },
		// Prolonged by use, and written down so often that the account page can say when that was.
		session: { expiresIn: 30 * 24 * 3600, updateAge: 5 * 60 },
		emailAndPassword: {
			enabled: true,
			disableSignUp: true,
			password: hashing,
			minPasswordLength: PASSWORD_LENGTH.min,
			maxPasswordLength: PASSWORD_LENGTH.max,
			resetPasswordTokenExpiresIn: RESET_LINK_SECONDS,
			revokeSessionsOnPasswordReset: true,
			sendResetPassword: ({ user, token }) =>
				mailer.send(resetMail(user, `${publicUrl}/resetpassword/confirm?token=${encodeURIComponent(token)}`)),
			onPasswordReset: async ({ user }) => {
				// Links asked for earlier must not undo what the owner has just set.
				await db.delete(verifications).where(eq(verifications.value, user.id));
				log.info({ uid: user.id }, 'password reset');
			},
		},
		verification: { storeIdentifier: 'hashed' },
		databaseHooks: {
			session: {
				delete: { after: async (session) => publish(db, session.userId, { topic: 'session' }) },
			},
		},
		advanced: {
			cookiePrefix: 'watchword',
			useSecureCookies: publicUrl.startsWith('https:'),
			ipAddress: { ipAddressHeaders: [IP_HEADER] },
			database: { generateId: newId },
		},
	});
}
