import { hostname, networkInterfaces } from 'node:os';
import type { Settings } from '../settings.ts';
import { lanAddresses } from './addresses.ts';
import { ensureCertificate } from './certificate.ts';

export interface Lan {
	http: Settings['http'];
	/** The address of this machine on the network; null if it is not on a network. */
	address: string | null;
}

/** The settings for `--lan`: listen on every address of the machine, over https. Settings of the operator stay as they are. */
export async function onLan({ http, dataDir }: Settings, interfaces = networkInterfaces()): Promise<Lan> {
	const addresses = lanAddresses(interfaces);
	const names = ['localhost', '127.0.0.1', ...addresses, ...ownName()];
	const tls = http.tls ?? (await ensureCertificate(dataDir, names));
	const host = http.host === '127.0.0.1' ? '0.0.0.0' : http.host;
	return { http: { ...http, host, tls }, address: addresses[0] ?? null };
}

/** The host name, if a certificate may contain it: some machines have invalid names. */
function ownName(): string[] {
	const name = hostname().toLowerCase();
	return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9-]+)*$/.test(name) && name !== 'localhost' ? [name] : [];
}

/** The text for the terminal: the address, with a QR code for the phone's camera. */
export async function lanGreeting(url: string, ownCertificate: boolean): Promise<string> {
	const { default: QRCode } = await import('qrcode');
	const code = await QRCode.toString(url, { type: 'terminal', small: true });
	const warning = ownCertificate
		? "  The certificate is this server's own: a phone warns once, then accepts it.\n"
		: '';
	return `  On a phone in the same network: ${url}\n${warning}\n${code.replace(/^/gm, '  ').trimEnd()}\n\n`;
}
