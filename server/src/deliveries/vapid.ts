import { createECDH } from 'node:crypto';
import { sharedSecret } from '../accounts/secrets.ts';
import type { Db } from '../ports/database.ts';

/** The keys by which push services recognise this installation (RFC 8292), in base64url. */
export interface VapidKeys {
	publicKey: string;
	privateKey: string;
}

const CURVE = 'prime256v1';

/** Made once per database. With other keys, every browser would have to subscribe again. */
export async function vapidKeys(db: Db): Promise<VapidKeys> {
	const privateKey = await sharedSecret(db, 'push', makePrivateKey);
	const pair = createECDH(CURVE);
	pair.setPrivateKey(privateKey, 'base64url');
	return { privateKey, publicKey: pair.getPublicKey('base64url') };
}

function makePrivateKey(): string {
	const pair = createECDH(CURVE);
	pair.generateKeys();
	// The number may be shorter than the 32 bytes that other programs expect.
	return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
		.subarray(-32)
		.toString('base64url');
}
