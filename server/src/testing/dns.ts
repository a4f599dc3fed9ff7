import type { Resolver } from '../ports/resolver.ts';

/** DNS records by type and name. `null` is a query without an answer. */
export type Dns = Record<string, string[][] | null>;

/** A domain whose mail may come from this machine, like that of an honest stranger. */
const HONEST: Dns = { 'TXT customers.example': [['v=spf1 ip4:127.0.0.0/8 ip6:::1 -all']] };

/** A resolver that knows the honest domain and the given records, and asks nobody. */
export function answering(dns: Dns = {}): Resolver {
	return async (name, type) => {
		const known = { ...HONEST, ...dns }[`${type} ${name}`];
		if (known) return known;
		const code = known === null ? 'ETIMEOUT' : 'ENOTFOUND';
		throw Object.assign(new Error(`no ${type} record for ${name}`), { code });
	};
}
