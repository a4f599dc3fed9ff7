import type { Configuration, CustomFetch } from 'openid-client';
import { causesOf, SsoFailure } from '../../base/failures.ts';
import type { SingleSignOn, SsoPerson } from '../../ports/single-sign-on.ts';
import type { Settings } from '../../settings.ts';
import { boundedFetch } from '../bounded-fetch.ts';

/** The client is loaded when somebody first signs in this way. */
const loadClient = () => import('openid-client');
type Client = Awaited<ReturnType<typeof loadClient>>;

/** A person waits for the answer, so each request to the provider has a few seconds. */
const ANSWER_SECONDS = 5;

/** How long the provider's description of itself is used before it is read again. */
const DESCRIPTION_MS = 3_600_000;

/**
 * Single sign-on by OpenID Connect: the authorization code flow with PKCE. The provider's description is read at the first
 * sign-in, so that a provider that is down prevents neither the start nor other sign-ins.
 */
export function openIdConnect(
	settings: NonNullable<Settings['sso']>,
	redirectUri: string,
	answerSeconds = ANSWER_SECONDS,
): SingleSignOn {
	let described: { config: Promise<Configuration>; until: number } | null = null;

	/** One request for all who wait; a failed one is not kept. */
	function configOf(client: Client): Promise<Configuration> {
		if (described && Date.now() < described.until) return described.config;
		const config = discover(client, settings, answerSeconds).catch((error: unknown) => {
			throw new SsoFailure('unavailable', error);
		});
		const reading = { config, until: Date.now() + DESCRIPTION_MS };
		described = reading;
		config.catch(() => {
			if (described === reading) described = null;
		});
		return config;
	}

	return {
		describe: `${settings.name} (${settings.issuer})`,
		name: settings.name,
		makesAccounts: settings.newAccounts,

		async begin(anew) {
			const client = await loadClient();
			const config = await configOf(client);
			const verifier = client.randomPKCECodeVerifier();
			const attempt = {
				state: client.randomState(),
				nonce: client.randomNonce(),
				verifier,
				anew: anew ? Date.now() : null,
			};
			const url = client.buildAuthorizationUrl(config, {
				redirect_uri: redirectUri,
				scope: 'openid email profile',
				state: attempt.state,
				nonce: attempt.nonce,
				code_challenge: await client.calculatePKCECodeChallenge(verifier),
				code_challenge_method: 'S256',
				...(anew && { prompt: 'login', max_age: '0' }),
			});
			return { url: url.href, attempt };
		},

		async finish(query, { state, nonce, verifier, anew }) {
			const client = await loadClient();
			const config = await configOf(client);
			try {
				// Checks issuer, audience, expiry, nonce, state, and the time of the sign-in if it must be recent.
				const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
					expectedState: state,
					expectedNonce: nonce,
					pkceCodeVerifier: verifier,
					...(anew !== null && { maxAge: Math.ceil((Date.now() - anew) / 1000) }),
				});
				const claims = tokens.claims();
				if (!claims) throw new Error('no ID token');
				if (!isSubject(claims.sub)) throw new Error('an invalid "sub"');
				return await personOf(client, config, claims, tokens.access_token);
			} catch (error) {
				throw failureOf(error);
			}
		},
	};
}

async function discover(
	client: Client,
	{ issuer, clientId, clientSecret }: NonNullable<Settings['sso']>,
	answerSeconds: number,
): Promise<Configuration> {
	const basic = client.ClientSecretBasic(clientSecret);
	const post = client.ClientSecretPost(clientSecret);
	return client.discovery(
		new URL(issuer),
		clientId,
		{},
		// Providers that do not say what they support accept the header.
		(server, ...request) => {
			const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
			return (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
		},
		{
			timeout: answerSeconds,
			[client.customFetch]: ask,
			execute: [
				// The signature is checked although the token comes directly from the provider.
				client.enableNonRepudiationChecks,
				...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
			],
		},
	);
}

/** The operator chose the provider, so it may be in any network, even an internal one. */
const ask: CustomFetch = async (url, { method, headers, body, signal }) => {
	const asked = body === null || body === undefined ? '' : String(body);
	const response = await boundedFetch(url, { method, headers, body: asked, signal: signal ?? null }).catch(
		(error: unknown) => {
			throw new SsoFailure('unavailable', error);
		},
	);
	if (response.status >= 500) throw new SsoFailure('unavailable', new Error(`HTTP ${response.status}`));
	return response;
};

type Claims = Record<string, unknown> & { iss: string; sub: string };

async function personOf(
	client: Client,
	config: Configuration,
	claims: Claims,
	accessToken: string,
): Promise<SsoPerson> {
	const complete = 'email' in claims && 'email_verified' in claims;
	const elsewhere = !complete && config.serverMetadata().userinfo_endpoint;
	// The address and whether it is verified come from the same answer, so that they belong together.
	const about: Record<string, unknown> = elsewhere
		? await client.fetchUserInfo(config, accessToken, claims.sub)
		: claims;
	return {
		issuer: claims.iss,
		subject: claims.sub,
		email: textOf(about.email),
		emailVerified: about.email_verified === true,
		name: textOf(about.name) ?? textOf(claims.name),
	};
}

/** What OpenID Connect allows, at most 255 characters. An empty one would be the same for everybody. */
const isSubject = (sub: string) => /^\P{Cc}{1,255}$/u.test(sub);

const textOf = (claim: unknown) =>
	(typeof claim === 'string' && claim.replace(/\p{Cc}+/gu, ' ').trim()) || null;

function failureOf(error: unknown): SsoFailure {
	const known = causesOf(error).find((one) => one instanceof SsoFailure);
	if (known) return known;
	const isDenied = error instanceof Error && 'error' in error && error.error === 'access_denied';
	return new SsoFailure(isDenied ? 'cancelled' : 'refused', error);
}
