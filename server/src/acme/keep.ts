/** Keeps a certificate of an authority for the name of this installation: the first one, and each before the last one ends. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, webcrypto } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderInUse, lockFolder } from '../base/cannot-start.ts';
import type { CertificateFiles } from '../base/certificate.ts';
import { startTicking } from '../base/loops.ts';
import { replaceFile } from '../base/replace-file.ts';
import type { Log } from '../ports/log.ts';
import type { Settings } from '../settings.ts';
import { giveAnswer } from './answers.ts';
import { AcmeFailed, orderCertificate, type Way } from './protocol.ts';
import { keepFailure, readCertificate, readFailure } from './state.ts';

const LOOK_MS = 60_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/** After a failure, in minutes: authorities let nobody fail often. */
const PAUSES = [1, 10, 30, 60, 3 * 60, 6 * 60, 12 * 60];

interface Needs {
	acme: NonNullable<Settings['http']['acme']>;
	dataDir: string;
	files: CertificateFiles;
	log: Log;
}

/** Every process looks, and one at a time asks. Whoever serves the certificate takes a new one from its files. */
export function keepCertificate(needs: Needs): { stop(): Promise<void> } {
	const stopping = new AbortController();
	let soon = true;
	const tick = async () => {
		const first = soon;
		soon = false;
		await look(needs, stopping.signal, { soon: first });
	};
	const ticking = startTicking('certificate', LOOK_MS, tick, needs.log);
	return {
		stop() {
			stopping.abort();
			return ticking.stop();
		},
	};
}

interface When {
	now?: number;
	/** Whoever starts again has perhaps corrected what was wrong. */
	soon?: boolean;
}

export async function look(needs: Needs, signal: AbortSignal, when: When = {}): Promise<void> {
	const { acme, dataDir, log } = needs;
	const { now = Date.now() } = when;
	const folder = join(dataDir, 'acme');
	await mkdir(folder, { recursive: true, mode: 0o700 });
	if (!(await isDue(needs, when))) return;
	const unlock = lockUnlessHeld(folder);
	if (!unlock) return;
	try {
		// Another process may have got it meanwhile.
		if (!(await isDue(needs, when))) return;
		await getCertificate(needs, signal);
		await keepFailure(dataDir, null);
		log.info({ name: acme.name }, 'the authority has given a certificate');
	} catch (error) {
		if (signal.aborted) return;
		const why = error instanceof AcmeFailed ? error.message : String(error);
		const times = ((await readFailure(dataDir))?.times ?? 0) + 1;
		await keepFailure(dataDir, { at: now, times, why });
		log.error(
			{ name: acme.name, why, ...(!(error instanceof AcmeFailed) && { err: error }) },
			'no new certificate',
		);
	} finally {
		unlock();
	}
}

/** When a third of its time is left; not soon after a failure. */
async function isDue(
	{ acme, dataDir, files }: Needs,
	{ now = Date.now(), soon = false }: When,
): Promise<boolean> {
	const failed = await readFailure(dataDir);
	const pauses = soon ? PAUSES.slice(0, 1) : PAUSES.slice(0, failed?.times);
	// A failure in the future is of a clock that was wrong.
	if (failed && now >= failed.at && now < failed.at + (pauses.at(-1) ?? 0) * 60_000) return false;
	const certificate = await readCertificate(files.certFile, acme.name);
	if (!certificate) return true;
	const [from, to] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()];
	return to - now < (to - from) / 3;
}

function lockUnlessHeld(folder: string): (() => void) | null {
	try {
		return lockFolder(folder);
	} catch (error) {
		if (error instanceof FolderInUse) return null;
		throw error;
	}
}

/** By the first way that works. */
async function getCertificate({ acme, dataDir, files }: Needs, signal: AbortSignal): Promise<void> {
	const accountKey = await ensureAccountKey(dataDir);
	const { request, key } = await requestFor(acme.name);
	const ways: Way[] = acme.httpPort === null ? ['tls-alpn-01'] : ['http-01', 'tls-alpn-01'];
	const failures: string[] = [];
	for (const way of ways) {
		try {
			const answer = (given: Parameters<typeof giveAnswer>[1]) => giveAnswer(dataDir, given);
			const chain = await orderCertificate({ ...acme, accountKey, way, answer, request, signal });
			await replaceFile(files.certFile, `${chain}\n${key}`);
			return;
		} catch (error) {
			if (!(error instanceof AcmeFailed) || signal.aborted) throw error;
			if (!failures.includes(error.message)) failures.push(error.message);
		}
	}
	throw new AcmeFailed(failures.join(' '));
}

async function ensureAccountKey(dataDir: string): Promise<KeyObject> {
	const file = join(dataDir, 'acme', 'account-key.pem');
	const kept = await readFile(file, 'utf8').catch(() => null);
	if (kept) return createPrivateKey(kept);
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	await replaceFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
	return privateKey;
}

/** A new key, and the request for its certificate in DER. */
async function requestFor(name: string): Promise<{ request: Buffer; key: string }> {
	const x509 = await import('@peculiar/x509');
	x509.cryptoProvider.set(webcrypto as never);
	const { subtle } = webcrypto;
	const keys = (await subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
	const made = await x509.Pkcs10CertificateRequestGenerator.create({
		keys,
		signingAlgorithm: ALGORITHM,
		extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
	});
	const key = await subtle.exportKey('pkcs8', keys.privateKey);
	return { request: Buffer.from(made.rawData), key: `${x509.PemConverter.encode(key, 'PRIVATE KEY')}\n` };
}
