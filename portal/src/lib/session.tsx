import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@watchword/contract/account';
import type { RequestOf } from '@watchword/contract/route';
import type { Api } from '@watchword/contract/routes/all';
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';
import { call } from './api.ts';
import { meQuery } from './documents.ts';
import { forgetDrafts } from './drafts.ts';

export type Session = {
	userLoggedIn: boolean;
	isEmailUser: boolean;
	/** The uid. */
	currentUser: string | null;
	/** The user document, or null if the account has none. */
	currentUserDetails: User | null;
	/** Whether nothing else can be done before two-step sign-in is set up. */
	secondFactorNeeded: boolean;
	/** Asks the server again who is signed in, and reloads the details. */
	refresh: () => Promise<void>;
};

const SessionContext = createContext<Session | null>(null);

let channel: BroadcastChannel | undefined;

/** Informs the other tabs of this browser at once. The server informs other browsers. */
function otherTabs(): BroadcastChannel {
	channel ??= new BroadcastChannel('session');
	return channel;
}

let signedOut = false;

/** Whether the customer signed out in this browser. Otherwise the session ended by itself, and they may want to continue. */
export const hasSignedOut = () => signedOut;

export function useSession(): Session {
	const session = use(SessionContext);
	if (!session) throw new Error('useSession needs a SessionProvider above it');
	return session;
}

type Props = {
	children: ReactNode;
	/** Shown until the first check has ended. */
	pending: ReactNode;
	/** Shown when the first check could not be made. */
	failed: (retry: () => void) => ReactNode;
};

export function SessionProvider({ children, pending, failed }: Props) {
	const client = useQueryClient();
	const { data: me, isPending, isError, refetch } = useQuery(meQuery);

	useEffect(() => {
		const hear = ({ data }: MessageEvent) => {
			signedOut = data === 'signed out';
			if (signedOut) forgetDrafts();
			void client.invalidateQueries(meQuery);
		};
		otherTabs().addEventListener('message', hear);
		return () => otherTabs().removeEventListener('message', hear);
	}, [client]);

	const session = useMemo<Session>(
		() => ({
			userLoggedIn: Boolean(me),
			isEmailUser: me?.account.providers.includes('password') ?? false,
			currentUser: me?.account.uid ?? null,
			currentUserDetails: me?.details ?? null,
			secondFactorNeeded: me?.secondFactorNeeded ?? false,
			refresh: () => client.refetchQueries(meQuery, { cancelRefetch: true }),
		}),
		[me, client],
	);

	if (isPending) return pending;
	if (isError && me === undefined) return failed(() => void refetch());
	return <SessionContext value={session}>{children}</SessionContext>;
}

export function announceSession(event: 'signed in' | 'signed out' = 'signed in'): void {
	signedOut = event === 'signed out';
	otherTabs().postMessage(event);
}

export async function signIn(email: string, password: string): Promise<void> {
	await call('POST /api/auth/sign-in/email', { body: { email, password } });
	announceSession();
}

type SignInCode = RequestOf<Api['POST /api/auth/sign-in/code']>['body'];

/** The second step, if the first one was answered with `auth/multi-factor-auth-required`. */
export async function signInWithCode(body: SignInCode): Promise<void> {
	await call('POST /api/auth/sign-in/code', { body });
	announceSession();
}

export async function signOut(): Promise<void> {
	// The next user of this browser must not get this customer's messages. Signing out succeeds even if this fails.
	await import('./push.ts')
		.then(({ turnOff }) => turnOff())
		.catch((error: unknown) => console.warn('push messages are still on', error));
	await call('POST /api/auth/sign-out');
	forgetDrafts();
	announceSession('signed out');
}
