import { queryOptions } from '@tanstack/react-query';
import type {
	CreationOptions,
	PasskeyAnswer,
	PasskeyMade,
	RequestOptions,
} from '@watchword/contract/passkey';
import { ApiError, call } from './api.ts';

/** The browser's part of passkeys (WebAuthn). Loaded by the screens that need it, not with the first script. */

export const passkeysQuery = queryOptions({
	queryKey: ['passkeys'],
	queryFn: async ({ signal }) => (await call('GET /api/users/me/passkeys', { signal })).items,
});

/** Why passkeys do not work here, in a sentence; null if they do. `origin` is where this installation has them. */
export function passkeyObstacle(origin: string | null): string | null {
	if (origin === null) {
		return 'Passkeys need an address with a name. This installation is reached by an IP address, so it has none.';
	}
	if (location.origin !== origin) return `Passkeys work at ${origin} only. Open Watchword there to add one.`;
	if (!isSecureContext || !('PublicKeyCredential' in window)) {
		return 'This browser has no passkeys, or this address has no https. Use a current Chrome, Edge, Firefox or Safari.';
	}
	return null;
}

/** The customer closed or ignored the browser's dialog, or the device has no passkey or did not recognise them. */
export class PasskeyCancelled extends Error {}

export const NO_PASSKEY_USED = 'No passkey was used. Please try again, or choose another way.';

/** Lets the browser create a passkey. The name says which device or password manager holds it, if known. */
export async function makePasskey(
	options: CreationOptions,
): Promise<{ answer: PasskeyMade; holder: string | undefined }> {
	const { challenge, user, excludeCredentials } = options;
	const made = await asked(() =>
		navigator.credentials.create({
			publicKey: {
				...options,
				challenge: bytesOf(challenge),
				user: { ...user, id: bytesOf(user.id) },
				excludeCredentials: excludeCredentials.map(descriptor),
			},
		}),
	);
	const response = made.response as AuthenticatorAttestationResponse;
	const { clientDataJSON, attestationObject } = response;
	return {
		answer: {
			id: made.id,
			type: 'public-key',
			response: {
				clientDataJSON: textOf(clientDataJSON),
				attestationObject: textOf(attestationObject),
				transports: response.getTransports?.() ?? [],
			},
		},
		holder: holderOf(response.getAuthenticatorData?.()),
	};
}

/** Lets the customer use a passkey: from the browser's dialog, or with `autofill` from a field. */
export async function askForPasskey(
	options: RequestOptions,
	autofill?: { signal: AbortSignal },
): Promise<PasskeyAnswer> {
	const given = await asked(() =>
		navigator.credentials.get({
			publicKey: {
				...options,
				challenge: bytesOf(options.challenge),
				allowCredentials: options.allowCredentials.map(descriptor),
			},
			...(autofill && { mediation: 'conditional', signal: autofill.signal }),
		}),
	);
	const response = given.response as AuthenticatorAssertionResponse;
	return {
		id: given.id,
		type: 'public-key',
		response: {
			clientDataJSON: textOf(response.clientDataJSON),
			authenticatorData: textOf(response.authenticatorData),
			signature: textOf(response.signature),
			userHandle: response.userHandle && textOf(response.userHandle),
		},
	};
}

/** Whether the browser offers passkeys in a field. */
export const canAutofill = async () =>
	(await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
	try {
		const credential = await ask();
		if (credential) return credential as PublicKeyCredential;
	} catch (error) {
		const name = error instanceof Error ? error.name : '';
		if (name === 'InvalidStateError') {
			throw new ApiError(
				'conflict',
				'This device or password manager has a passkey for your account already.',
			);
		}
		if (!['NotAllowedError', 'AbortError'].includes(name)) throw error;
	}
	throw new PasskeyCancelled();
}

const descriptor = ({ id, type, transports }: RequestOptions['allowCredentials'][number]) => ({
	id: bytesOf(id),
	type,
	transports: transports as AuthenticatorTransport[],
});

/** From base64url. Browsers read and write it themselves only since 2025, and some extensions do not. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
	const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
	return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

function textOf(buffer: ArrayBuffer): string {
	const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
	return plain.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Common password managers by the id that each puts into its passkeys (AAGUID). */
const HOLDERS: Record<string, string> = {
	ea9b8d664d011d213ce4b6b48cb575d4: 'Google Password Manager',
	fbfc3007154e4ecc8c0b6e020557d7bd: 'Apple Passwords',
	dd4ec289e01d41c9bb8970fa845d4bf2: 'Apple Passwords',
	'08987058cadc4b81b6e130de50dcbe96': 'Windows Hello',
	'9ddd1817af5a4672a2b93e3dd95000a9': 'Windows Hello',
	'6028b017b1d44c02b4b3afcdafc96bb2': 'Windows Hello',
	bada5566a7aa401fbd9645619a55120d: '1Password',
	d548826e79b4db40a3d811116f7e8349: 'Bitwarden',
	'531126d6e717415c93203d9aa6981239': 'Dashlane',
	'53414d53554e47000000000000000000': 'Samsung Pass',
};

/** The id follows the hash of the site, the flags and the counter. */
function holderOf(authenticatorData: ArrayBuffer | undefined): string | undefined {
	const id = new Uint8Array(authenticatorData ?? []).slice(37, 53);
	return HOLDERS[[...id].map((byte) => byte.toString(16).padStart(2, '0')).join('')];
}
