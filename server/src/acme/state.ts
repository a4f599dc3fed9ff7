import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../base/replace-file.ts';

const failure = z.object({
	at: z.number(),
	/** How often in a row. */
	times: z.int(),
	why: z.string(),
});
const stored = z.preprocess((text, context) => {
	try {
		return JSON.parse(String(text));
	} catch {
		context.addIssue('is no JSON');
		return z.NEVER;
	}
}, failure);
/** Why there is no new certificate, for every process and for the operator. */
export type Failure = z.infer<typeof failure>;

const fileIn = (dataDir: string) => join(dataDir, 'acme', 'failed.json');

export async function readFailure(dataDir: string): Promise<Failure | null> {
	const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null);
	return text === null ? null : (stored.safeParse(text).data ?? null);
}

export async function keepFailure(dataDir: string, failed: Failure | null): Promise<void> {
	if (failed) await replaceFile(fileIn(dataDir), JSON.stringify(failed));
	else await rm(fileIn(dataDir), { force: true });
}

/** The certificate in use; null if there is none for this name. */
export async function readCertificate(certFile: string, name: string): Promise<X509Certificate | null> {
	try {
		const pem = await readFile(certFile);
		const certificate = new X509Certificate(pem);
		return certificate.checkHost(name) && certificate.checkPrivateKey(createPrivateKey(pem))
			? certificate
			: null;
	} catch {
		return null;
	}
}
