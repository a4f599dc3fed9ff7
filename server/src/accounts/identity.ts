import { createHash } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';

/** How browsers are signed in that find the portal under one address. */
export interface Identity {
	/** Signs the session cookies. */
	secret: string;
	/** Whether that address is under https. */
	secure: boolean;
	/** A session ends after this long without use. */
	idleSeconds: number;
	/** With the secret, so that a copy of the database's table alone is of no use. */
	encrypt(bytes: Buffer): Promise<string>;
	/** Fails if the secret has changed. */
	decrypt(text: string): Promise<Buffer>;
}

interface Given {
	publicUrl: string;
	secret: string;
	idleSeconds: number;
}

export function makeIdentity({ publicUrl, secret, idleSeconds }: Given): Identity {
	const cipher = managedNonce(xchacha20poly1305)(createHash('sha256').update(secret).digest());
	return {
		secret,
		secure: publicUrl.startsWith('https:'),
		idleSeconds,
		encrypt: async (bytes) =>
			Buffer.from(cipher.encrypt(Buffer.from(bytes.toString('base64url')))).toString('hex'),
		decrypt: async (text) =>
			Buffer.from(String(Buffer.from(cipher.decrypt(Buffer.from(text, 'hex')))), 'base64url'),
	};
}
