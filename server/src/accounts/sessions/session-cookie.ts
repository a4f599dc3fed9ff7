import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import type { Identity } from '../identity.ts';
import { cookiePrefix } from './known-browser.ts';

const nameOf = ({ secure }: Identity) => `${cookiePrefix(secure)}.session_token`;

export async function readSessionCookie(c: Context, identity: Identity): Promise<string | null> {
	return (await getSignedCookie(c, identity.secret, nameOf(identity))) || null;
}

export async function setSessionCookie(c: Context, identity: Identity, token: string): Promise<void> {
	const { secret, secure, idleSeconds } = identity;
	await setSignedCookie(c, nameOf(identity), token, secret, {
		httpOnly: true,
		sameSite: 'Lax',
		path: '/',
		secure,
		maxAge: idleSeconds,
	});
}

export function removeSessionCookie(c: Context, identity: Identity): void {
	deleteCookie(c, nameOf(identity), { path: '/', secure: identity.secure });
}
