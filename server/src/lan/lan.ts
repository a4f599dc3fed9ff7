import { networkInterfaces } from 'node:os';
import type { Settings } from '../settings.ts';
import { lanAddresses } from './addresses.ts';
import { hostNames } from './authority.ts';
import { ensureCertificate } from './certificate.ts';

export interface Lan {
	http: Settings['http'];
	/** The address of this machine on the network; null if it is not on a network. */
	address: string | null;
	/** The certificate is made here, so phones have to trust its authority once. */
	hasOwnAuthority: boolean;
}

/** The settings for `--lan`: listen on every address of the machine, over https. Settings of the operator stay as they are. */
export async function onLan({ http, dataDir }: Settings, interfaces = networkInterfaces()): Promise<Lan> {
	const addresses = lanAddresses(interfaces);
	const tls = http.tls ?? (await ensureCertificate(dataDir, namesOf(addresses)));
	const host = http.host === '127.0.0.1' ? '0.0.0.0' : http.host;
	return {
		http: { ...http, host, tls, reach: '--lan' },
		address: addresses[0] ?? null,
		hasOwnAuthority: http.tls === null,
	};
}

/** What a certificate for these addresses of the machine covers. */
export const namesOf = (addresses: readonly string[]) => [
	...['localhost', '127.0.0.1'],
	...addresses,
	...hostNames(),
];

/** The text for the terminal: the address, with a QR code for the phone's camera. */
export async function lanGreeting(
	url: string,
	trust: { url: string; fingerprint: string } | null,
): Promise<string> {
	const { default: QRCode } = await import('qrcode');
	const code = await QRCode.toString(trust?.url ?? url, { type: 'terminal', small: true });
	const how = trust
		? `  Scan this, or open ${trust.url}: it makes the phone trust this server, once, and then opens the portal.\n  Fingerprint of its authority: ${trust.fingerprint}\n`
		: '';
	return `  On a phone in the same network: ${url}\n${how}\n${code.replace(/^/gm, '  ').trimEnd()}\n\n`;
}
