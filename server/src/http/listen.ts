import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { openPort } from '../base/cannot-start.ts';
import { servedCertificate } from '../base/certificate.ts';
import { LET_END_MS } from '../base/loops.ts';
import { refuseTinyPieces } from '../base/pieces.ts';
import type { Log } from '../ports/log.ts';
import type { Settings } from '../settings.ts';
import { inTurn } from './in-turn.ts';

/** Nobody needs more at once of a port that has a file or two, and nobody can keep connections there. */
const FEW = {
	headersTimeout: 5_000,
	requestTimeout: 5_000,
	keepAliveTimeout: 1_000,
	maxHeaderSize: 8 * 1024,
};
const MAX_CONNECTIONS = 100;

/** A server without encryption for what anybody may have: it has a few answers and no sessions. */
export function smallServer(answer: http.RequestListener): http.Server {
	const server = http.createServer(FEW, answer);
	server.maxConnections = MAX_CONNECTIONS;
	return server;
}

type Fetch = Parameters<typeof getRequestListener>[0];

export interface Listening {
	/** The address for a browser on this machine. */
	url: string;
	/** From now on requests go to the app. Until then the answer is that the server is starting. */
	handOver(fetch: Fetch): void;
	/** Accepts no new requests and lets the present ones finish, for some seconds. */
	close(): Promise<void>;
}

/** Slow senders are disconnected: a request must be complete within these times. */
const LIMITS = {
	headersTimeout: 20_000,
	requestTimeout: 300_000,
	keepAliveTimeout: 65_000,
	maxHeaderSize: 32 * 1024,
};

interface Options {
	setting?: 'PORT' | 'METRICS_PORT';
	/** Sees each connection first, before it is encrypted, and lets it go on or takes it. */
	before?: ((socket: Socket, goOn: () => void) => void) | undefined;
}

export async function listen(
	{ port, host, tls }: Pick<Settings['http'], 'port' | 'host' | 'tls'>,
	log: Log,
	{ setting = 'PORT', before }: Options = {},
): Promise<Listening> {
	const certificate = tls && servedCertificate(tls, log, (pair) => secured.setSecureContext(pair));
	const secured = https.createServer({ ...LIMITS, ...certificate?.pair });
	const server = tls ? secured : http.createServer(LIMITS);
	if (before) seesFirst(server, before);
	const connections = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		connections.add(socket);
		socket.once('close', () => connections.delete(socket));
	});
	const starting: http.RequestListener = (_request, response) => {
		response.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' });
		response.end('{"error":{"code":"unavailable","message":"The server is starting."}}');
	};
	server.on('request', (request) => refuseTinyPieces(request));
	server.on('request', starting);
	await openPort(server, { port, host, setting });
	const { port: actual } = server.address() as AddressInfo;
	return {
		url: `${tls ? 'https' : 'http'}://localhost:${actual}`,
		handOver(fetch) {
			server.off('request', starting);
			server.on('request', inTurn(getRequestListener(fetch)));
		},
		close() {
			certificate?.close();
			return closeWhenIdle(server, connections);
		},
	};
}

function seesFirst(server: http.Server, before: NonNullable<Options['before']>): void {
	const own = server.listeners('connection') as ((socket: Socket) => void)[];
	server.removeAllListeners('connection');
	server.on('connection', (socket: Socket) =>
		before(socket, () => {
			for (const take of own) take.call(server, socket);
		}),
	);
}

/**
 * Closes each connection once its request is answered. server.close() alone would wait for browsers to close theirs. Node.js
 * does not count a connection as idle that was opened in advance and has sent nothing yet.
 */
async function closeWhenIdle(server: http.Server | https.Server, connections: Set<Socket>): Promise<void> {
	const sweep = setInterval(() => {
		server.closeIdleConnections();
		for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
	}, 50);
	// Nobody can keep the server from stopping with a request that does not end.
	const late = setTimeout(() => {
		server.closeAllConnections();
		// Node.js does not count those whose encryption has not begun.
		for (const socket of connections) socket.destroy();
	}, LET_END_MS);
	await new Promise<void>((closed) => server.close(() => closed()));
	clearTimeout(late);
	clearInterval(sweep);
}
