import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { CreationOptions, RequestOptions } from '@watchword/contract/passkey';

/** What an honest authenticator in an honest browser would not do. */
export interface Deviation {
	/** The origin of the page in the browser. */
	origin?: string;
	rpId?: string;
	challenge?: string;
	type?: string;
	crossOrigin?: boolean;
	/** Whether it asked for the fingerprint, face or PIN. */
	verified?: boolean;
	counter?: number;
	userHandle?: string;
	/** Signs with a key that the server does not know. */
	forged?: boolean;
	/** The attestation statement, CBOR; "none" by default. */
	attestation?: { fmt: string; statement: Buffer };
}

export type Algorithm = 'ES256' | 'EdDSA' | 'RS256';

interface Credential {
	id: Buffer;
	privateKey: KeyObject;
	publicKey: Buffer;
	userHandle: string;
	hash: 'sha256' | null;
	counter: number;
}

/**
 * An authenticator with a browser, as WebAuthn describes them: it makes real keys and signatures, and a test can make it
 * misbehave. It counts its uses unless `counts` is false.
 */
export class SoftAuthenticator {
	readonly #origin: string;
	readonly #algorithm: Algorithm;
	readonly #counts: boolean;
	readonly #credentials: Credential[] = [];

	constructor(origin: string, { algorithm = 'ES256' as Algorithm, counts = true } = {}) {
		this.#origin = origin;
		this.#algorithm = algorithm;
		this.#counts = counts;
	}

	/** The result of `navigator.credentials.create()`. */
	create(options: CreationOptions, but: Deviation = {}) {
		const credential: Credential = {
			...newKeys(this.#algorithm),
			id: randomBytes(32),
			userHandle: options.user.id,
			counter: 0,
		};
		this.#credentials.push(credential);
		const { id, publicKey } = credential;
		const length = Buffer.alloc(2);
		length.writeUInt16BE(id.length);
		const attested = Buffer.concat([Buffer.alloc(16), length, id, publicKey]);
		const authData = Buffer.concat([this.#data(but.rpId ?? options.rp.id, 0x40, 0, but), attested]);
		const { fmt, statement } = but.attestation ?? { fmt: 'none', statement: Buffer.from([0xa0]) };
		const attestationObject = Buffer.concat([
			...[Buffer.from([0xa3]), cborText('fmt'), cborText(fmt)],
			...[cborText('attStmt'), statement, cborText('authData'), cborBytes(authData)],
		]);
		return {
			id: id.toString('base64url'),
			rawId: id.toString('base64url'),
			type: 'public-key',
			authenticatorAttachment: 'platform',
			clientExtensionResults: {},
			response: {
				clientDataJSON: this.#client('webauthn.create', options.challenge, but).toString('base64url'),
				attestationObject: attestationObject.toString('base64url'),
				transports: ['internal'],
			},
		};
	}

	/** The result of `navigator.credentials.get()`, with its newest allowed passkey. */
	get(options: RequestOptions, but: Deviation = {}) {
		const allowed = new Set(options.allowCredentials.map(({ id }) => id));
		const credential = this.#credentials.findLast(
			({ id }) => allowed.size === 0 || allowed.has(id.toString('base64url')),
		);
		if (!credential) throw new Error('this authenticator has no passkey for that');
		if (this.#counts) credential.counter += 1;
		const data = this.#data(but.rpId ?? options.rpId, 0, but.counter ?? credential.counter, but);
		const client = this.#client('webauthn.get', options.challenge, but);
		const { privateKey, hash } = but.forged ? newKeys(this.#algorithm) : credential;
		const signature = sign(hash, Buffer.concat([data, sha256(client)]), privateKey);
		return {
			id: credential.id.toString('base64url'),
			rawId: credential.id.toString('base64url'),
			type: 'public-key',
			authenticatorAttachment: 'platform',
			clientExtensionResults: {},
			response: {
				clientDataJSON: client.toString('base64url'),
				authenticatorData: data.toString('base64url'),
				signature: signature.toString('base64url'),
				userHandle: but.userHandle ?? credential.userHandle,
			},
		};
	}

	#client(type: string, challenge: string, but: Deviation): Buffer {
		const said = { type, challenge, origin: this.#origin, crossOrigin: false };
		const { origin = said.origin, crossOrigin = false } = but;
		return Buffer.from(
			JSON.stringify({
				...said,
				...{ type: but.type ?? type, challenge: but.challenge ?? challenge, origin, crossOrigin },
			}),
		);
	}

	/** The hash of the site, flags (present, verified, and `more`), the counter. */
	#data(rpId: string, more: number, counter: number, { verified = true }: Deviation): Buffer {
		const rest = Buffer.alloc(5);
		rest.writeUInt8(0x01 | (verified ? 0x04 : 0) | more, 0);
		rest.writeUInt32BE(counter, 1);
		return Buffer.concat([sha256(rpId), rest]);
	}
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** A pair of keys, the public one as COSE writes it. */
function newKeys(algorithm: Algorithm): Pick<Credential, 'privateKey' | 'publicKey' | 'hash'> {
	if (algorithm === 'ES256') {
		const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
		const { x, y } = partsOf(publicKey);
		const cose = [Buffer.from('a5010203262001', 'hex'), ...[0x21, x, 0x22, y].map(member)];
		return { privateKey, publicKey: Buffer.concat(cose), hash: 'sha256' };
	}
	if (algorithm === 'EdDSA') {
		const { privateKey, publicKey } = generateKeyPairSync('ed25519');
		const cose = [Buffer.from('a4010103272006', 'hex'), ...[0x21, partsOf(publicKey).x].map(member)];
		return { privateKey, publicKey: Buffer.concat(cose), hash: null };
	}
	const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const { n, e } = partsOf(publicKey);
	const cose = [Buffer.from('a4010303390100', 'hex'), ...[0x20, n, 0x21, e].map(member)];
	return { privateKey, publicKey: Buffer.concat(cose), hash: 'sha256' };
}

const partsOf = (publicKey: KeyObject) =>
	publicKey.export({ format: 'jwk' }) as Record<'x' | 'y' | 'n' | 'e', string>;

/** A key of a CBOR map, or its value from base64url. */
const member = (part: number | string) =>
	typeof part === 'number' ? Buffer.from([part]) : cborBytes(Buffer.from(part, 'base64url'));

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

function cborBytes(bytes: Buffer): Buffer {
	const { length } = bytes;
	const head =
		length < 24 ? [0x40 + length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255];
	return Buffer.concat([Buffer.from(head), bytes]);
}
