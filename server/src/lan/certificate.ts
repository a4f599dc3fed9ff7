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

/** The certificate kept in the data folder, while it names everything in `names` and has time left; otherwise a new one. */
export async function ensureCertificate(
	dataDir: string,
	names: readonly string[],
	now = new Date(),
): Promise<CertificateFiles> {
	const files = filesIn(dataDir);
	if (await serves(files, names, now)) return files;
	// Loaded only where one has to be made: it is large, and most servers have none or a real one.
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

/** A program on this machine that talks to this server believes its certificate. */
export async function trustOwnCertificate(dataDir: string): Promise<void> {
	const certificate = await readFile(filesIn(dataDir).certFile, 'utf8').catch(() => null);
	if (certificate) tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate]);
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
		// None there, or none that can be used.
		return false;
	}
}

/** Whole or not at all: a half-written file would be taken for a broken one at the next start. */
async function replace(file: string, text: string): Promise<void> {
	await writeFile(`${file}.new`, text, { mode: 0o600 });
	await rename(`${file}.new`, file);
}
