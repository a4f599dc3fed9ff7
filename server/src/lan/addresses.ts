import type { NetworkInterfaceInfo } from 'node:os';

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** Interfaces of containers, virtual machines and tunnels: no phone can reach these. */
const VIRTUAL =
	/^(docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap|tailscale|wg|zt|cni|flannel|bridge|awdl|llw)/i;
const PRIVATE = /^(192\.168\.|10\.|172\.(1[6-9]|2\d|3[01])\.)/;
const LINK_LOCAL = /^169\.254\./;

/** The IPv4 addresses of this machine on its networks, the most likely first. */
export function lanAddresses(interfaces: Interfaces): string[] {
	return Object.entries(interfaces)
		.flatMap(([name, addresses = []]) =>
			addresses.map(({ address, family, internal }) => ({ name, address, family, internal })),
		)
		.filter(({ address, family, internal }) => family === 'IPv4' && !internal && !LINK_LOCAL.test(address))
		.map(({ name, address }) => ({
			address,
			rank: (VIRTUAL.test(name) ? 2 : 0) + (PRIVATE.test(address) ? 0 : 1),
		}))
		.sort((a, b) => a.rank - b.rank)
		.map(({ address }) => address);
}
