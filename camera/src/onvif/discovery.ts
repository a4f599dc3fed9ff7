import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { allUnder, parseXml, textUnder, under } from './soap.ts';

const MULTICAST = { host: '239.255.255.250', port: 3702 };
const MAX_FOUND = 500;

export interface Target {
	host: string;
	port: number;
}

/**
 * The device services of ONVIF cameras that answer a probe (WS-Discovery). It is sent to the local networks, or only to the
 * given machines, for networks without multicast.
 */
export async function discover(targets: Target[], waitMs: number, signal: AbortSignal): Promise<URL[]> {
	const locals = Object.values(networkInterfaces())
		.flatMap((addresses = []) => addresses)
		.filter(({ family, internal }) => family === 'IPv4' && !internal)
		.map(({ address }) => address);
	const found = new Map<string, URL>();
	const probes =
		targets.length > 0
			? [probe(targets, undefined, found, waitMs, signal)]
			: locals.map((local) => probe([MULTICAST], local, found, waitMs, signal));
	await Promise.all(probes);
	return [...found.values()];
}

async function probe(
	targets: Target[],
	local: string | undefined,
	found: Map<string, URL>,
	waitMs: number,
	signal: AbortSignal,
): Promise<void> {
	const socket = createSocket('udp4');
	const id = `uuid:${randomUUID()}`;
	const { promise: allAnswered, resolve } = Promise.withResolvers<void>();
	socket.on('error', () => {});
	socket.on('message', (message, { address }) => {
		const url = found.size < MAX_FOUND ? serviceIn(message.toString(), id, address) : null;
		if (url) found.set(url.href, url);
		// The number of cameras in a network is unknown, but each named machine answers once.
		if (!local && found.size >= targets.length) resolve();
	});
	try {
		socket.bind(0, local);
		await once(socket, 'listening', { signal });
		if (local) socket.setMulticastInterface(local);
		const text = question(id);
		// Twice, because a lost packet looks like no camera.
		for (let turn = 0; turn < 2; turn++) {
			for (const { host, port } of targets) socket.send(text, port, host, () => {});
			await Promise.race([sleep(waitMs / 2, null, { signal }), allAnswered]);
			if (!local && found.size >= targets.length) break;
		}
	} finally {
		socket.close();
	}
}

const question = (id: string) =>
	`<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl"><s:Header><a:MessageID>${id}</a:MessageID><a:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To><a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</a:Action></s:Header><s:Body><d:Probe><d:Types>dn:NetworkVideoTransmitter</d:Types></d:Probe></s:Body></s:Envelope>`;

/** The service a camera names, on the machine that answered: the password must not go to another machine. */
function serviceIn(message: string, id: string, from: string): URL | null {
	try {
		const envelope = under(parseXml(message), 'Envelope');
		if (textUnder(envelope, 'Header', 'RelatesTo') !== id) return null;
		for (const match of allUnder(under(envelope, 'Body', 'ProbeMatches'), 'ProbeMatch')) {
			for (const address of (textUnder(match, 'XAddrs') ?? '').split(/\s+/)) {
				const url = URL.parse(address);
				if (!url || !/^https?:$/.test(url.protocol)) continue;
				url.hostname = from;
				return url;
			}
		}
	} catch {
		// Anyone in the network may answer, with anything.
	}
	return null;
}
