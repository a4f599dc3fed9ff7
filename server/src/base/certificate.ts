import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { CannotStart } from './cannot-start.ts';

/** The certificate and key from the operator's settings, checked together. */
export function readCertificate({ certFile, keyFile }: { certFile: string; keyFile: string }) {
	try {
		const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
		createSecureContext(pair);
		return pair;
	} catch (cause) {
		throw new CannotStart(
			`TLS_CERT must be a certificate in PEM and TLS_KEY its key. They cannot be used: ${(cause as Error).message}`,
			{ cause },
		);
	}
}
