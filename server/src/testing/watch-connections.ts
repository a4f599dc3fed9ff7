/**
 * Loaded into every process of a server under test: writes down each connection and each question to a name server that would
 * leave the machine, into the file that the address of this module names. Names are answered by nobody.
 */
import { createHook } from 'node:async_hooks';
import { Resolver } from 'node:dns/promises';
import { appendFileSync } from 'node:fs';

const FILE = new URL(import.meta.url).searchParams.get('to') ?? '';
const LOOPBACK = /^(localhost|127\.|::1$|::ffff:127\.|\/)/;
const WATCHED = new Set([
	'TCPCONNECTWRAP',
	'UDPSENDWRAP',
	'GETADDRINFOREQWRAP',
	'QUERYWRAP',
	'GETNAMEINFOREQWRAP',
]);

const note = (what: string, to: unknown) => {
	if (!LOOPBACK.test(String(to))) appendFileSync(FILE, `${what} ${to}\n`);
};

// No function that opens a connection can go around this: it sees each request of Node.js to the system.
createHook({
	init(_id, type, _trigger, request: { address?: string; hostname?: string }) {
		if (WATCHED.has(type)) queueMicrotask(() => note(type, request.address ?? request.hostname));
	},
}).enable();

const resolve = async (name: string) => {
	note('DNS', name);
	throw Object.assign(new Error(`nobody is asked about ${name}`), { code: 'ENOTFOUND' });
};
// The resolver of other tests is loaded later, and does not take its place.
Object.defineProperty(Resolver.prototype, 'resolve', { get: () => resolve, set: () => undefined });
