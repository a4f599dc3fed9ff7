/// <reference path="./oidc-provider.d.ts" />
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Context } from 'oidc-provider';

/** What the provider knows about a person. */
interface Person {
	email?: string;
	email_verified?: boolean;
	name?: string;
}

/** A browser of the tests. */
interface Visitor {
	fetch(path: string, init?: RequestInit): Promise<Response>;
}

type Json = Record<string, unknown>;

const CLIENT = { client_id: 'watchword', client_secret: 'a secret between the two' };

/** The settings of Watchword for the provider at this address. */
export const ssoSettings = (issuer: string) => ({
	OIDC_ISSUER: issuer,
	OIDC_CLIENT_ID: CLIENT.client_id,
	OIDC_CLIENT_SECRET: CLIENT.client_secret,
	OIDC_NAME: 'Example ID',
});

/**
 * A certified OpenID provider on this machine. It signs in the person that a test names, without showing a page. A test can
 * make it lie in its description and in its ID tokens, with its own key or another.
 */
export async function startIdentityProvider() {
	const people = new Map<string, Person>();
	const key = newKey();
	let handle: ((request: IncomingMessage, response: ServerResponse) => unknown) | null = null;
	const server = createServer((request, response) => {
		if (handle) handle(request, response);
		else response.writeHead(503).end();
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	const idp = {
		issuer,
		/** Who signs in next, by the provider's name for the person. */
		person: '',
		/** Changes the description of the provider, if set. */
		description: null as ((description: Json) => Json) | null,
		/** Changes the next ID tokens, if set; signed with the provider's key, or with the given one. Null does not sign. */
		idToken: null as { claims: (claims: Json) => Json; key?: KeyObject | null } | null,

		know(subject: string, person: Person) {
			people.set(subject, person);
		},

		/** Begins to answer. Until then every request fails. */
		open(portalUrl: string, configuration: object = {}) {
			const provider = new Provider(issuer, {
				clients: [{ ...CLIENT, redirect_uris: [`${portalUrl}/api/auth/sso/callback`] }],
				jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
				claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
				cookies: { keys: ['of the tests'] },
				features: { devInteractions: { enabled: false } },
				interactions: { url: () => '/interaction' },
				findAccount: (_ctx: unknown, sub: string) => ({
					accountId: sub,
					claims: () => ({ sub, ...people.get(sub) }),
				}),
				loadExistingGrant: agreeToEverything,
				ttl: {
					AccessToken: 600,
					AuthorizationCode: 600,
					IdToken: 600,
					Interaction: 600,
					Session: 600,
					Grant: 600,
				},
				...configuration,
			});
			provider.use(async (ctx, next) => {
				await next();
				if (ctx.path === '/.well-known/openid-configuration' && idp.description) {
					ctx.body = idp.description(ctx.body as Json);
				}
				if (ctx.path === '/token' && idp.idToken) {
					const body = ctx.body as Json;
					ctx.body = { ...body, id_token: resigned(String(body.id_token), { key, ...idp.idToken }) };
				}
			});
			const answer = provider.callback();
			handle = (request, response) =>
				request.url === '/interaction'
					? provider.interactionFinished(request, response, { login: { accountId: idp.person } })
					: answer(request, response);
		},

		/** Every request fails from now on. */
		close() {
			handle = null;
		},

		/** Follows the portal's redirect through the provider, to the address that it sends the browser back to. */
		async walk(location: string | null): Promise<URL> {
			const cookies = new Map<string, string>();
			let next = location ?? '';
			for (let steps = 0; next.startsWith(issuer) || next.startsWith('/'); steps += 1) {
				if (steps === 10) throw new Error(`the provider sends in circles: ${next}`);
				const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
				const answer = await fetch(new URL(next, issuer), { redirect: 'manual', headers: { cookie } });
				for (const line of answer.headers.getSetCookie()) {
					const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
					cookies.set(name, value);
				}
				next = answer.headers.get('location') ?? '';
				if (!next) throw new Error(`the provider answers ${answer.status}: ${await answer.text()}`);
			}
			return new URL(next);
		},

		/** Signs a browser in as this person; the answer may be changed on the way. Returns where the browser ends. */
		async signIn(
			browser: Visitor,
			person: string,
			{ to = '', change = (_back: URL) => {} } = {},
		): Promise<string | null> {
			idp.person = person;
			const begun = await browser.fetch(`/api/auth/sso?to=${encodeURIComponent(to)}`, { redirect: 'manual' });
			const back = await idp.walk(begun.headers.get('location'));
			change(back);
			const answer = await browser.fetch(back.pathname + back.search, { redirect: 'manual' });
			return answer.headers.get('location');
		},

		async stop() {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
	return idp;
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

export const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** Nobody is asked for consent. */
async function agreeToEverything({ oidc }: Context) {
	const grant = new oidc.provider.Grant({
		clientId: oidc.client.clientId,
		accountId: oidc.session.accountId,
	});
	grant.addOIDCScope(oidc.params.scope);
	await grant.save();
	return grant;
}

function resigned(
	token: string,
	{ key, claims }: { key: KeyObject | null; claims: (claims: Json) => Json },
): string {
	const [header, said] = token
		.split('.', 2)
		.map((part) => JSON.parse(String(Buffer.from(part, 'base64url'))));
	const alg = key ? (key.type === 'secret' ? 'HS256' : header.alg) : 'none';
	const body = [{ ...header, alg }, claims(said)]
		.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
		.join('.');
	if (!key) return `${body}.`;
	const signature =
		key.type === 'secret'
			? createHmac('sha256', key).update(body).digest()
			: sign('sha256', Buffer.from(body), key);
	return `${body}.${signature.toString('base64url')}`;
}
