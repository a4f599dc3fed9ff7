import { SIGN_IN_WAYS, type SignInWay } from '@watchword/contract/account';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/** How a session begins, after its owner has authenticated. */
export interface SessionStart {
	uid: string;
	how: SignInWay;
	/** Whether more than a password was needed. */
	strong: boolean;
	/** The hash of the password, if one was used. */
	hash?: string;
	/** Whether this browser is trusted from now on. */
	trust?: boolean;
}

/**
 * A part of better-auth that begins a session and writes its cookie. Nothing outside can call it: it has no path, and
 * better-auth's routes are not mounted.
 */
export const sessionStart = {
	id: 'session-start',
	endpoints: {
		beginSession: createAuthEndpoint(
			{
				method: 'POST',
				body: z.object({ uid: z.string(), how: z.enum(SIGN_IN_WAYS), strong: z.boolean() }),
				metadata: { SERVER_ONLY: true },
			},
			async (ctx) => {
				const { uid, how, strong } = ctx.body;
				const { internalAdapter } = ctx.context;
				const user = await internalAdapter.findUserById(uid);
				if (!user) throw ctx.error('UNAUTHORIZED');
				const session = await internalAdapter.createSession(uid, false, { how, strong });
				await setSessionCookie(ctx, { session, user });
				return { sessionId: session.id };
			},
		),
	},
} as const;
