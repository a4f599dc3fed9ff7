import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';

const DAY_MS = 24 * 60 * 60_000;
/** Phones refuse certificates that are valid for longer. */
const VALID_DAYS = 397;
const RENEW_DAYS = 30;

export interface CertificateFiles {
	certFile: string;
	keyFile: string;
}

const filesIn = (dataDir: string): CertificateFiles => ({
	certFile: join(dataDir, 'lan', 'certificate.pem'),
	keyFile: join(dataDir, 'lan', 'key.pem'),
});

/** The certificate in the data folder, if it covers all `names` and is valid long enough; otherwise a new one. */
export async function ensureCertificate(
	dataDir: string,
	names: readonly string[],
	now = new Date(),
): Promise<CertificateFiles> {
	const files = filesIn(dataDir);
	if (await serves(files, names, now)) return files;
	// Loaded only if a certificate has to be made: the package is large, and most servers do not need it.
	const { generate } = await import('selfsigned');
	const made = await generate([{ name: 'commonName', value: 'Watchword' }], {
		keyType: 'ec',
		algorithm: 'sha256',
		notBeforeDate: new Date(now.getTime() - DAY_MS),
		notAfterDate: new Date(now.getTime() + (VALID_DAYS - 1) * DAY_MS),
		extensions: [
			{ name: 'basicConstraints', cA: false, critical: true },
			{ name: 'keyUsage', digitalSignature: true, critical: true },
			{ name: 'extKeyUsage', serverAuth: true },
			{
				name: 'subjectAltName',
				altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
			},
		],
	});
	await mkdir(join(dataDir, 'lan'), { recursive: true, mode: 0o700 });
	await replace(files.keyFile, made.private);
	await replace(files.certFile, made.cert);
	return files;
}

/** Makes a program on this machine trust the certificate of this server. */
export async function trustOwnCertificate(dataDir: string): Promise<void> {
	const certificate = await readFile(filesIn(dataDir).certFile, 'utf8').catch(() => null);
	// Node.js before 24.5 cannot do this: there the program reports an unknown certificate.
	if (certificate) tls.setDefaultCACertificates?.([...tls.getCACertificates('default'), certificate]);
}

async function serves(files: CertificateFiles, names: readonly string[], now: Date): Promise<boolean> {
	try {
		const certificate = new X509Certificate(await readFile(files.certFile));
		const key = createPrivateKey(await readFile(files.keyFile));
		const covers = (name: string) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name));
		return (
			certificate.checkPrivateKey(key) &&
			certificate.validToDate.getTime() - now.getTime() > RENEW_DAYS * DAY_MS &&
			names.every(covers)
		);
	} catch {
		// There is none, or it cannot be used.
		return false;
	}
}

/** Replaces the file in one step, so that a crash never leaves a half-written one. */
async function replace(file: string, text: string): Promise<void> {
	await writeFile(`${file}.new`, text, { mode: 0o600 });
	await rename(`${file}.new`, file);
}
