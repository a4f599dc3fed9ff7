import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { publish } from '../base/events.ts';
import { newId } from '../base/ids.ts';
import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import { hashing } from './passwords/hashing.ts';
import { sharedSecret } from './secrets.ts';
import { cookiePrefix } from './sessions/known-browser.ts';
import { sessionStart } from './sessions/session-start.ts';
import { withHashedTokens } from './sessions/session-tokens.ts';
import { shortenSessions } from './sessions/session-use.ts';
import { ACCOUNT_DISABLED, isDisabled } from './standing.ts';
import { credentials, sessions, users, verifications } from './tables.ts';

interface IdentityNeeds {
	db: Db;
	log: Log;
	publicUrl: string;
	secret: string | null;
	/** A session ends after this long without use. */
	idleSeconds: number;
}

/** The last use of a session and its new end are written at most this often. */
const NOTED_EVERY_SECONDS = 5 * 60;

/** The header in which a route passes the verified client address to better-auth. */
export const IP_HEADER = 'x-watchword-ip';

export type Identity = Awaited<ReturnType<typeof createIdentity>>;

/** better-auth keeps passwords and sessions in our tables. None of its own routes are mounted. */
export async function createIdentity(needs: IdentityNeeds) {
	const { db, log, publicUrl, secret, idleSeconds } = needs;
	const secure = publicUrl.startsWith('https:');
	await shortenSessions(db, idleSeconds);
	return betterAuth({
		baseURL: publicUrl,
		secret: secret ?? (await sharedSecret(db, 'auth')),
		database: withHashedTokens(
			drizzleAdapter(db, {
				provider: 'pg',
				schema: { user: users, session: sessions, account: credentials, verification: verifications },
				transaction: true,
			}),
		),
		telemetry: { enabled: false },
		logger: {
			log: (level, message) => log[level === 'error' ? 'warn' : 'debug']({ from: 'identity' }, message),
		},
		rateLimit: { enabled: false },
		user: { additionalFields: { disabled_at: { type: 'date', required: false, input: false } } },
		// Use extends a session. It is written often enough for the account page to show the last use.
		session: {
			expiresIn: idleSeconds,
			updateAge: NOTED_EVERY_SECONDS,
			additionalFields: {
				how: { type: 'string', required: false, input: false },
				strong: { type: 'boolean', required: false, input: false },
				confirmed_at: { type: 'date', required: false, input: false },
			},
		},
		plugins: [sessionStart],
		emailAndPassword: {
			enabled: true,
			disableSignUp: true,
			password: hashing,
		},
		databaseHooks: {
			session: {
				create: {
					// The password was correct, so only the owner reads this message.
					before: async ({ userId }) => {
						if (await isDisabled(db, userId)) throw new APIError('FORBIDDEN', { message: ACCOUNT_DISABLED });
					},
				},
				delete: { after: async (session) => publish(db, session.userId, { topic: 'session' }) },
			},
		},
		advanced: {
			cookiePrefix: cookiePrefix(secure),
			// better-auth would name the cookies `__Secure-`, which protects less than our `__Host-`.
			useSecureCookies: false,
			defaultCookieAttributes: { secure },
			ipAddress: { ipAddressHeaders: [IP_HEADER] },
			database: { generateId: newId },
		},
	});
}
