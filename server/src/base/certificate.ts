import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Log } from '../ports/log.ts';
import { CannotStart } from './cannot-start.ts';

/** The files of a certificate and its key, in PEM. */
export interface CertificateFiles {
	certFile: string;
	keyFile: string;
	/** An authority gives it while the server runs, so it may not be there yet. */
	awaited?: true;
}

interface Pair {
	cert: Buffer;
	key: Buffer;
}

const LOOK_MS = 2000;

/**
 * The certificate to begin with; null while it is awaited. A newer one in its files goes to `renewed`, whoever put it there. One
 * that cannot be used is reported, and the last good one stays.
 */
export function servedCertificate(
	files: CertificateFiles,
	log: Log,
	renewed: (pair: Pair) => void,
): { pair: Pair | null; close(): void } {
	let known = readPair(files);
	const look = () => {
		try {
			const pair = readPair(files);
			if (!pair || (known?.cert.equals(pair.cert) && known.key.equals(pair.key))) return;
			renewed(pair);
			known = pair;
			log.info({ file: files.certFile }, 'certificate renewed');
		} catch (err) {
			// The files are replaced one after the other.
			log.warn({ err, file: files.certFile }, 'the certificate cannot be used, the one before stays');
		}
	};
	const names = new Set([files.certFile, files.keyFile]);
	for (const name of names) watchFile(name, { persistent: false, interval: LOOK_MS }, look);
	return {
		pair: known,
		close() {
			for (const name of names) unwatchFile(name, look);
		},
	};
}

function readPair({ certFile, keyFile, awaited }: CertificateFiles): Pair | null {
	try {
		const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
		createSecureContext(pair);
		return pair;
	} catch (cause) {
		// One that cannot be used is replaced by the authority, too.
		if (awaited && !/^E(ACCES|PERM)$/.test((cause as NodeJS.ErrnoException).code ?? '')) return null;
		throw new CannotStart(
			`TLS_CERT must be a certificate in PEM and TLS_KEY its key. They cannot be used: ${(cause as Error).message}`,
			{ cause },
		);
	}
}
