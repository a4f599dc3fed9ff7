/**
 * The certificate authority of this installation. A phone that trusts it once trusts every certificate that the server makes
 * later. Its name constraints keep it from vouching for anything outside the local network.
 */
import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '../base/replace-file.ts';

const DAY_MS = 24 * 60 * 60_000;
const AUTHORITY_DAYS = 3650;
/** Phones refuse certificates that are valid for longer. */
const VALID_DAYS = 397;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Networks that nobody reaches over the internet: private, shared by a provider or VPN, link-local, for examples, this machine. */
const NETWORKS: [network: string, prefix: number][] = [
	['10.0.0.0', 8],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
	['100.64.0.0', 10],
	['169.254.0.0', 16],
	['192.0.2.0', 24],
	['198.51.100.0', 24],
	['203.0.113.0', 24],
	['127.0.0.0', 8],
	['fc00::', 7],
	['fe80::', 10],
	['::1', 128],
];
const DOMAINS = ['localhost', 'local', 'home.arpa'];

const local = new BlockList();
for (const [network, prefix] of NETWORKS)
	local.addSubnet(network, prefix, isIP(network) === 4 ? 'ipv4' : 'ipv6');

export interface Authority {
	/** In PEM. */
	certificate: string;
	key: string;
}

export const authorityFile = (dataDir: string) => join(dataDir, 'lan', 'authority.pem');
const keyFile = (dataDir: string) => join(dataDir, 'lan', 'authority-key.pem');

/** The names of this machine in its network, if a certificate can contain them. */
export function hostNames(name = hostname().toLowerCase()): string[] {
	if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(name)) return [];
	const plain = name.replace(/\.(?:local|home\.arpa)$/, '');
	const known = plain.includes('.') ? [] : [`${plain}.local`, `${plain}.home.arpa`];
	return [...known, ...(isOwn(plain) ? [plain] : [])];
}

/** A name constraint covers all names below, so a machine called "dev" must not get one for everything under .dev. */
const isOwn = (name: string) => name.includes('.') || (/[\d-]/.test(name) && !name.startsWith('xn--'));

/** The authority in the data folder; a new one if there is none that is still valid. */
export async function ensureAuthority(dataDir: string, now: Date): Promise<Authority> {
	const found = await readAuthority(dataDir, now);
	if (found) return found;
	const x509 = await import('@peculiar/x509');
	const { id_ce_nameConstraints: NAME_CONSTRAINTS } = await import('@peculiar/asn1-x509');
	x509.cryptoProvider.set(webcrypto as never);
	const keys = (await webcrypto.subtle.generateKey(ALGORITHM, true, [
		'sign',
		'verify',
	])) as webcrypto.CryptoKeyPair;
	const host = hostname().toLowerCase();
	const own = hostNames(host).filter((name) => !isKnown(name));
	const made = await x509.X509CertificateGenerator.createSelfSigned({
		serialNumber: serialNumber(),
		name: `CN=Watchword on ${/^[a-z0-9.-]+$/.test(host) ? host : 'this machine'}`,
		notBefore: new Date(now.getTime() - DAY_MS),
		notAfter: new Date(now.getTime() + AUTHORITY_DAYS * DAY_MS),
		keys,
		signingAlgorithm: ALGORITHM,
		extensions: [
			new x509.BasicConstraintsExtension(true, 0, true),
			new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
			new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
			await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
			new x509.Extension(NAME_CONSTRAINTS, true, await nameConstraints([...DOMAINS, ...own])),
		],
	});
	const authority = { certificate: made.toString('pem'), key: await pemOf(keys.privateKey) };
	await mkdir(join(dataDir, 'lan'), { recursive: true, mode: 0o700 });
	await replaceFile(keyFile(dataDir), authority.key);
	await replaceFile(authorityFile(dataDir), authority.certificate);
	return authority;
}

/** Whether the authority may vouch for a name or an address. */
export function mayName(authority: X509Certificate, name: string): boolean {
	if (isIP(name)) return local.check(name, isIP(name) === 4 ? 'ipv4' : 'ipv6');
	const host = /^CN=Watchword on (.+)$/m.exec(authority.subject)?.[1];
	return isKnown(name) || (name === host && isOwn(name));
}

const isKnown = (name: string) => DOMAINS.some((domain) => name === domain || name.endsWith(`.${domain}`));

/** A certificate for these names, with its key. */
export async function issue(
	authority: Authority,
	names: readonly string[],
	now: Date,
): Promise<{ certificate: string; key: string }> {
	const x509 = await import('@peculiar/x509');
	x509.cryptoProvider.set(webcrypto as never);
	const keys = (await webcrypto.subtle.generateKey(ALGORITHM, true, [
		'sign',
		'verify',
	])) as webcrypto.CryptoKeyPair;
	const issuer = new x509.X509Certificate(authority.certificate);
	const signingKey = await webcrypto.subtle.importKey(
		'pkcs8',
		createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' }),
		ALGORITHM,
		false,
		['sign'],
	);
	const made = await x509.X509CertificateGenerator.create({
		serialNumber: serialNumber(),
		subject: 'CN=Watchword',
		issuer: issuer.subjectName,
		notBefore: new Date(now.getTime() - DAY_MS),
		notAfter: new Date(now.getTime() + (VALID_DAYS - 1) * DAY_MS),
		publicKey: keys.publicKey,
		signingKey,
		signingAlgorithm: ALGORITHM,
		extensions: [
			new x509.BasicConstraintsExtension(false, undefined, true),
			new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
			new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
			await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
			new x509.SubjectAlternativeNameExtension(
				names.map((name) => ({ type: isIP(name) ? ('ip' as const) : ('dns' as const), value: name })),
			),
		],
	});
	return { certificate: made.toString('pem'), key: await pemOf(keys.privateKey) };
}

async function readAuthority(dataDir: string, now: Date): Promise<Authority | null> {
	try {
		const certificate = await readFile(authorityFile(dataDir), 'utf8');
		const key = await readFile(keyFile(dataDir), 'utf8');
		const parsed = new X509Certificate(certificate);
		const lasts = parsed.validToDate.getTime() - now.getTime() > VALID_DAYS * DAY_MS;
		return lasts && parsed.checkPrivateKey(createPrivateKey(key)) ? { certificate, key } : null;
	} catch {
		// There is none, or it cannot be used.
		return null;
	}
}

async function nameConstraints(domains: readonly string[]): Promise<ArrayBuffer> {
	const { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } = await import(
		'@peculiar/asn1-x509'
	);
	const { AsnConvert } = await import('@peculiar/asn1-schema');
	const permitted = [
		...domains.map((dNSName) => new GeneralName({ dNSName })),
		...NETWORKS.map(([network, prefix]) => new GeneralName({ iPAddress: `${network}/${prefix}` })),
	];
	return AsnConvert.serialize(
		new NameConstraints({
			permittedSubtrees: new GeneralSubtrees(permitted.map((base) => new GeneralSubtree({ base }))),
		}),
	);
}

/** Positive, and different each time: browsers refuse two certificates of one authority with the same number. */
const serialNumber = () =>
	`4${Buffer.from(webcrypto.getRandomValues(new Uint8Array(15))).toString('hex')}`.padEnd(32, '0');

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
	const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
	return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({
		type: 'pkcs8',
		format: 'pem',
	}) as string;
}
