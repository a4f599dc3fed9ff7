import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { OpenableNetwork } from '@watchword/contract/delivery';

type Kind = 'public' | OpenableNetwork | 'reserved';

const listOf = (subnets: string[]) => {
	const list = new BlockList();
	for (const subnet of subnets) {
		const [network = '', bits] = subnet.split('/');
		list.addSubnet(network, Number(bits), familyOf(network));
	}
	return list;
};
const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

const LOOPBACK = listOf(['127.0.0.0/8', '::1/128']);

/** Networks of homes and offices, those that carriers and VPNs share (RFC 6598), and unique local addresses. */
const PRIVATE = listOf(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']);

/** Where clouds give their machines credentials. They are inside networks that may otherwise be allowed. */
const METADATA = listOf(['100.100.100.200/32', '168.63.129.16/32', 'fd00:ec2::/32', 'fd20:ce::/32']);

/** Never a program on the web: this network, link-local with most metadata services, documentation, multicast ... */
const RESERVED = listOf([
	...['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15'],
	...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
	// Forms that contain an IPv4 address: Teredo, 6to4. The others are outside of 2000::/3.
	...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]);
const GLOBAL_V6 = listOf(['2000::/3']);

/** What kind of network an address is in. IPv6 forms of IPv4 addresses are always reserved. */
export function kindOf(address: string): Kind {
	const family = familyOf(address);
	if (family === 'ipv6' && /^::(?!1$)/.test(address)) return 'reserved';
	const isIn = (list: BlockList) => list.check(address, family);
	if (isIn(METADATA) || isIn(RESERVED)) return 'reserved';
	if (isIn(LOOPBACK)) return 'loopback';
	if (isIn(PRIVATE)) return 'private';
	return family === 'ipv4' || isIn(GLOBAL_V6) ? 'public' : 'reserved';
}

/**
 * Returns a function that says whether an address belongs to this machine. The machine's addresses are read once for all
 * lookups: a name may have thousands.
 */
export function ownAddresses(): (address: string) => boolean {
	const own = new BlockList();
	for (const one of Object.values(networkInterfaces()).flat()) {
		if (one) own.addAddress(one.address, one.family === 'IPv4' ? 'ipv4' : 'ipv6');
	}
	return (address) => kindOf(address) === 'loopback' || own.check(address, familyOf(address));
}
