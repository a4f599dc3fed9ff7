import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type {
	CreationOptions,
	PasskeyAnswer,
	PasskeyMade,
	RequestOptions,
} from '@watchword/contract/passkey';
import { Refusal } from '../../base/failures.ts';

/** The site that passkeys are for. A browser offers them to this origin and to no other. */
export interface Site {
	rpId: string;
	origin: string;
}

/** Null if the host is an IP address: passkeys need a host name. */
export function siteOf(publicUrl: string): Site | null {
	const { hostname, origin } = new URL(publicUrl);
	return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : { rpId: hostname, origin };
}

/** For how long an answer to a challenge is accepted. */
export const CHALLENGE_SECONDS = 5 * 60;
const timeout = CHALLENGE_SECONDS * 1000;

/** EdDSA, ES256 and RS256 (COSE): every authenticator supports at least one. */
const ALGORITHMS = [-8, -7, -257];

export const newChallenge = () => randomBytes(32).toString('base64url');

/** The account's name inside an authenticator, which it returns at a sign-in: our id, which says nothing about the person. */
const userHandleOf = (uid: string) => Buffer.from(uid).toString('base64url');

/** What is stored of a passkey and sent to browsers. */
interface Known {
	credential_id: string;
	transports: string[];
}

const described = ({ credential_id, transports }: Known) =>
	({ id: credential_id, type: 'public-key', transports }) as const;

export const creationOptions = (
	{ rpId }: Site,
	challenge: string,
	user: { uid: string; email: string },
	known: Known[],
): CreationOptions => ({
	challenge,
	rp: { id: rpId, name: 'Watchword' },
	user: { id: userHandleOf(user.uid), name: user.email, displayName: user.email },
	pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
	timeout,
	excludeCredentials: known.map(described),
	authenticatorSelection: {
		residentKey: 'required',
		requireResidentKey: true,
		userVerification: 'required',
	},
	attestation: 'none',
});

export const requestOptions = ({ rpId }: Site, challenge: string, allowed: Known[] = []): RequestOptions => ({
	challenge,
	rpId,
	timeout,
	userVerification: 'required',
	allowCredentials: allowed.map(described),
});

/** Why an answer was refused: a word for the log, a sentence for the reader. */
const PROBLEMS = {
	challenge: 'This took too long, or this answer was used before. Please try again.',
	site: 'This answer of a passkey was made for another site.',
	account: 'This passkey belongs to another account.',
	unknown: 'This passkey opens no account here. It may have been removed: sign in another way.',
	unverified:
		'The passkey did not check that it is you. Turn on its fingerprint, face or PIN, and try again.',
	counter:
		'This passkey was used elsewhere in the meantime, so it may have been copied. It was not accepted: sign in another way and remove it.',
	signature: 'The signature of this passkey is wrong.',
	unreadable: 'This is not an answer of a passkey.',
} as const;

export class PasskeyRefused extends Refusal {
	readonly problem: keyof typeof PROBLEMS;

	constructor(problem: keyof typeof PROBLEMS, cause?: unknown) {
		super('auth/invalid-credential', PROBLEMS[problem], { cause });
		this.problem = problem;
	}
}

export interface NewCredential {
	credential_id: string;
	public_key: string;
	counter: number;
	transports: string[];
	backed_up: boolean;
}

/** The credential that a browser made as an answer to this challenge. */
export async function checkMade(site: Site, challenge: string, made: PasskeyMade): Promise<NewCredential> {
	return readable(async () => {
		const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
		const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
		const { clientDataJSON, attestationObject, transports = [] } = made.response;
		checkClient(site, challenge, 'webauthn.create', clientDataJSON);
		const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
		checkAuthenticator(site, Buffer.from(authData));
		// We ask for no attestation. If one comes anyway, it is dropped, so that certificates of strangers are never parsed.
		const unattested = isoCBOR.encode(
			new Map<string, string | Uint8Array | Map<string, string>>([
				['fmt', 'none'],
				['attStmt', new Map<string, string>()],
				['authData', authData],
			]),
		);
		const { registrationInfo } = await verifyRegistrationResponse({
			response: {
				...{ id: made.id, rawId: made.id, type: made.type, clientExtensionResults: {} },
				response: { clientDataJSON, attestationObject: isoBase64URL.fromBuffer(unattested) },
			},
			expectedChallenge: challenge,
			expectedOrigin: site.origin,
			expectedRPID: site.rpId,
			supportedAlgorithmIDs: ALGORITHMS,
		});
		if (!registrationInfo) throw new PasskeyRefused('signature');
		const { credential, credentialBackedUp } = registrationInfo;
		return {
			credential_id: credential.id,
			public_key: isoBase64URL.fromBuffer(credential.publicKey),
			counter: credential.counter,
			transports,
			backed_up: credentialBackedUp,
		};
	});
}

/** Refuses an answer that this passkey did not give to this challenge. Returns the passkey's new counter. */
export async function checkAnswer(
	site: Site,
	challenge: string,
	passkey: { _owner: string; credential_id: string; public_key: string; counter: number },
	answer: PasskeyAnswer,
): Promise<{ counter: number; backed_up: boolean }> {
	return readable(async () => {
		const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
		const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response;
		const data = Buffer.from(authenticatorData, 'base64url');
		checkClient(site, challenge, 'webauthn.get', clientDataJSON);
		checkAuthenticator(site, data);
		if (userHandle && userHandle !== userHandleOf(passkey._owner)) throw new PasskeyRefused('account');
		const counter = data.readUInt32BE(COUNTER_AT);
		// Many authenticators do not count and always say zero.
		if (counter <= passkey.counter && (counter > 0 || passkey.counter > 0)) {
			throw new PasskeyRefused('counter');
		}
		const { verified, authenticationInfo } = await verifyAuthenticationResponse({
			response: {
				...{ id: answer.id, rawId: answer.id, type: answer.type, clientExtensionResults: {} },
				response: { clientDataJSON, authenticatorData, signature },
			},
			expectedChallenge: challenge,
			expectedOrigin: site.origin,
			expectedRPID: site.rpId,
			credential: {
				id: passkey.credential_id,
				publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
				counter: passkey.counter,
			},
		});
		if (!verified) throw new PasskeyRefused('signature');
		return { counter, backed_up: authenticationInfo.credentialBackedUp };
	});
}

/** What the browser says it asked for. The package checks it again; the checks here give each reason its own sentence. */
function checkClient(site: Site, challenge: string, type: string, clientDataJSON: string): void {
	const said: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
	if (typeof said !== 'object' || said === null) throw new PasskeyRefused('unreadable');
	const client = said as Record<string, unknown>;
	if (client.type !== type) throw new PasskeyRefused('unreadable');
	if (client.challenge !== challenge) throw new PasskeyRefused('challenge');
	if (client.origin !== site.origin || client.crossOrigin === true) throw new PasskeyRefused('site');
}

/** Authenticator data begins with the hash of the site, one byte of flags and the counter. */
const FLAGS_AT = 32;
const COUNTER_AT = 33;
const PRESENT_AND_VERIFIED = 0b101;

function checkAuthenticator({ rpId }: Site, data: Buffer): void {
	if (data.length < COUNTER_AT + 4) throw new PasskeyRefused('unreadable');
	const site = createHash('sha256').update(rpId).digest();
	if (!data.subarray(0, FLAGS_AT).equals(site)) throw new PasskeyRefused('site');
	if ((data.readUInt8(FLAGS_AT) & PRESENT_AND_VERIFIED) !== PRESENT_AND_VERIFIED) {
		throw new PasskeyRefused('unverified');
	}
}

/** For all other errors in an answer: the package throws if it cannot read it. */
async function readable<T>(check: () => Promise<T>): Promise<T> {
	try {
		return await check();
	} catch (error) {
		throw error instanceof Refusal ? error : new PasskeyRefused('unreadable', error);
	}
}
