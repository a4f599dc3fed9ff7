import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { makeIdentity } from './identity.ts';
import { readSessionCookie, removeSessionCookie, setSessionCookie } from './sessions/session-cookie.ts';

const secret = 'a secret of the installation';
const identity = makeIdentity({ publicUrl: 'https://portal.example', secret, idleSeconds: 3600 });

test('what an earlier version encrypted is still read, and nothing that was changed', async () => {
	const text =
		'f18efcf0d70b9a5e418f4d6bb0a5959ee9f42df6bfe6c26e6d435c7440ba8acec30524194d4f60b1d5f97dd7b824562383e5c8cc9ef95acd6d1f467223f617f3a85508';
	expect(String(await identity.decrypt(text))).toBe('twenty secret bytes!');
	await expect(identity.decrypt(text.replace(/.$/, '9'))).rejects.toThrow();
	const bytes = Buffer.from([0, 255, 128]);
	expect(await identity.decrypt(await identity.encrypt(bytes))).toEqual(bytes);
});

const NAME = '__Host-watchword.session_token';
const app = new Hono()
	.get('/read', async (c) => c.json(await readSessionCookie(c, identity)))
	.get('/set', async (c) => {
		await setSessionCookie(c, identity, 'a token');
		return c.body(null);
	})
	.get('/remove', (c) => {
		removeSessionCookie(c, identity);
		return c.body(null);
	});
const readBack = async (cookie: string) => (await app.request('/read', { headers: { cookie } })).json();

test('a cookie of an earlier version is still accepted, and none with another token', async () => {
	const signature = encodeURIComponent('LY/YxzzUFnMt4kOHFmjWwffZgPbAHmGJ3VlBpHa6USI=');
	expect(await readBack(`${NAME}=token-of-a-session.${signature}`)).toBe('token-of-a-session');
	expect(await readBack(`${NAME}=token-of-another.${signature}`)).toBe(null);
	expect(await readBack(`${NAME}=token-of-a-session`)).toBe(null);
});

test('only the portal sees the cookie, over https alone', async () => {
	const [cookie = ''] = (await app.request('/set')).headers.getSetCookie();
	expect(cookie).toMatch(/; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
	expect(await readBack(cookie.split(';', 1)[0] ?? '')).toBe('a token');
	const [removed] = (await app.request('/remove')).headers.getSetCookie();
	expect(removed).toBe(`${NAME}=; Max-Age=0; Path=/; Secure`);
});
