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

/** Kept in the browser from a sign-out to the next sign-in, so that tabs learn of it that heard no message. */
const SIGNED_OUT = 'watchword:signed-out';

function keepSignedOut(isSignedOut: boolean): void {
	try {
		if (isSignedOut) localStorage.setItem(SIGNED_OUT, 'yes');
		else localStorage.removeItem(SIGNED_OUT);
	} catch (error) {
		console.warn('the sign-out could not be kept', error);
	}
}

function isKeptSignedOut(): boolean {
	try {
		return localStorage.getItem(SIGNED_OUT) !== null;
	} catch {
		return false;
	}
}

let wasSignedIn = false;

/** Whether the customer of this page signed out. Otherwise the session ended by itself, and they may want to continue. */
export const hasSignedOut = () => wasSignedIn && isKeptSignedOut();

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
		const hear = () => void client.invalidateQueries(meQuery);
		otherTabs().addEventListener('message', hear);
		return () => otherTabs().removeEventListener('message', hear);
	}, [client]);

	const isUnknown = me === undefined;
	const uid = me?.account.uid;
	useEffect(() => {
		if (isUnknown) return;
		if (uid) {
			wasSignedIn = true;
			keepSignedOut(false);
			forgetDrafts(uid);
		} else if (isKeptSignedOut()) forgetDrafts();
	}, [isUnknown, uid]);

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

export const announceSession = () => otherTabs().postMessage('changed');

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
	// Before the request: the server tells the other tabs before it answers this one.
	keepSignedOut(true);
	await call('POST /api/auth/sign-out').catch((error: unknown) => {
		keepSignedOut(false);
		throw error;
	});
	announceSession();
}
