import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import type { CertificateFiles } from '../base/certificate.ts';
import { replaceFile } from '../base/replace-file.ts';
import { authorityFile, ensureAuthority, issue, mayName } from './authority.ts';

const RENEW_MS = 30 * 24 * 60 * 60_000;

const filesIn = (dataDir: string): CertificateFiles => ({
	certFile: join(dataDir, 'lan', 'certificate.pem'),
	keyFile: join(dataDir, 'lan', 'key.pem'),
});

/**
 * The certificate in the data folder, if it covers all `names` that the authority may vouch for and is valid long enough;
 * otherwise a new one.
 */
export async function ensureCertificate(
	dataDir: string,
	names: readonly string[],
	now = new Date(),
): Promise<CertificateFiles> {
	const files = filesIn(dataDir);
	const authority = await ensureAuthority(dataDir, now);
	const issuer = new X509Certificate(authority.certificate);
	const covered = names.filter((name) => mayName(issuer, name));
	if (await serves(files, issuer, covered, now)) return files;
	const { certificate, key } = await issue(authority, covered, now);
	await replaceFile(files.keyFile, key);
	// The authority goes along, so that a client that was given its fingerprint finds it.
	await replaceFile(files.certFile, `${certificate}\n${authority.certificate}\n`);
	return files;
}

/** Makes a program on this machine trust the certificates of this server. */
export async function trustOwnCertificate(dataDir: string): Promise<void> {
	const certificate = await readFile(authorityFile(dataDir), 'utf8').catch(() => null);
	// Node.js before 24.5 cannot do this: there the program reports an unknown certificate.
	if (certificate) tls.setDefaultCACertificates?.([...tls.getCACertificates('default'), certificate]);
}

async function serves(
	files: CertificateFiles,
	issuer: X509Certificate,
	names: readonly string[],
	now: Date,
): Promise<boolean> {
	try {
		const certificate = new X509Certificate(await readFile(files.certFile));
		const key = createPrivateKey(await readFile(files.keyFile));
		const covers = (name: string) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name));
		return (
			certificate.verify(issuer.publicKey) &&
			certificate.checkPrivateKey(key) &&
			certificate.validToDate.getTime() - now.getTime() > RENEW_MS &&
			names.every(covers)
		);
	} catch {
		// There is none, or it cannot be used.
		return false;
	}
}
