/**
 * How the authority finds that the name leads here. The answers are files, because its question may come to another process than
 * the one that asked for a certificate.
 */
import { createHash, webcrypto } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type http from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { openPort } from '../base/cannot-start.ts';
import { smallServer } from '../http/listen.ts';
import type { Answer } from './protocol.ts';

const PROTOCOL = 'acme-tls/1';
const PATH = '/.well-known/acme-challenge/';
/** The authority's proof, in a certificate: RFC 8737. */
const PROOF = '1.3.6.1.5.5.7.1.31';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const HOUR_MS = 60 * 60_000;
const TLS_HANDSHAKE = 22;
const HELLO_MS = 20_000;
/** Browsers send 2 kB. What is longer is not looked at. */
const MAX_HELLO_BYTES = 16 * 1024;
/** Null for what cannot be the name of an answer: both come from strangers. */
function fileOf(dataDir: string, way: Answer['way'], name: string): string | null {
	return /^[\w.-]{1,255}$/.test(name) ? join(dataDir, 'acme', 'answers', `${way}-${name}`) : null;
}

/** Gives the answer from now on. Returns what takes it back. */
export async function giveAnswer(dataDir: string, answer: Answer): Promise<() => Promise<void>> {
	const { way, name, token, proof } = answer;
	const file = fileOf(dataDir, way, way === 'http-01' ? token : name);
	if (!file) throw new Error('the authority gave a token that cannot be one');
	await mkdir(join(dataDir, 'acme', 'answers'), { recursive: true, mode: 0o700 });
	await writeFile(file, way === 'http-01' ? proof : await provingPem(name, proof), { mode: 0o600 });
	return () => rm(file, { force: true });
}

/** A certificate that contains the proof, with its key. */
async function provingPem(name: string, proof: string): Promise<string> {
	const x509 = await import('@peculiar/x509');
	x509.cryptoProvider.set(webcrypto as never);
	const { subtle } = webcrypto;
	const keys = (await subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
	const digest = createHash('sha256').update(proof).digest();
	const OCTETS_OF_32 = [0x04, digest.length];
	const made = await x509.X509CertificateGenerator.createSelfSigned({
		name: `CN=${name}`,
		notBefore: new Date(Date.now() - HOUR_MS),
		notAfter: new Date(Date.now() + HOUR_MS),
		keys,
		signingAlgorithm: ALGORITHM,
		extensions: [
			new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }]),
			new x509.Extension(PROOF, true, Buffer.from([...OCTETS_OF_32, ...digest])),
		],
	});
	const key = x509.PemConverter.encode(await subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
	return `${made.toString('pem')}\n${key}\n`;
}

/** On the port for http: answers the authority, and sends browsers to the portal. */
export async function openHttpAnswers({
	dataDir,
	host,
	port,
	portal,
}: {
	dataDir: string;
	host: string;
	port: number;
	portal: string;
}): Promise<http.Server> {
	const server = smallServer(async (request, response) => {
		const { url = '/' } = request;
		if (!url.startsWith(PATH))
			return void response.writeHead(301, { location: portal + (url.startsWith('/') ? url : '/') }).end();
		const file = fileOf(dataDir, 'http-01', url.slice(PATH.length));
		const proof = file && (await readFile(file).catch(() => null));
		response.writeHead(proof ? 200 : 404, { 'content-type': 'application/octet-stream' }).end(proof);
	});
	await openPort(server, { port, host, setting: 'TLS_ACME_HTTP_PORT' });
	return server;
}

/** On the port of the portal: a connection of the authority says so in its first message, and every other one goes on. */
export function tlsAnswers(dataDir: string): (socket: Socket, goOn: () => void) => void {
	const server = tls.createServer({
		ALPNProtocols: [PROTOCOL],
		SNICallback(name, done) {
			const file = fileOf(dataDir, 'tls-alpn-01', name.toLowerCase());
			if (!file) return done(new Error('no such name'));
			readFile(file)
				.then((pem) => tls.createSecureContext({ cert: pem, key: pem }))
				.then((context) => done(null, context), done);
		},
	});
	server.on('secureConnection', (socket) => socket.on('error', () => undefined).end());
	return (socket, goOn) =>
		readHello(socket, (hello) => {
			if (hello.includes(PROTOCOL)) server.emit('connection', socket);
			else goOn();
		});
}

/** The first message of a connection, which whoever gets the connection then reads again. */
function readHello(socket: Socket, use: (hello: Buffer) => void): void {
	let hello = Buffer.alloc(0);
	const late = setTimeout(() => socket.destroy(), HELLO_MS);
	const read = () => {
		const piece: Buffer | null = socket.read();
		if (!piece) return;
		hello = Buffer.concat([hello, piece]);
		const isTls = hello[0] === TLS_HANDSHAKE;
		const isWhole = hello.length >= 5 && hello.length >= 5 + hello.readUInt16BE(3);
		if (isTls && !isWhole && hello.length < MAX_HELLO_BYTES) return;
		socket.off('readable', read);
		clearTimeout(late);
		socket.unshift(hello);
		use(hello);
	};
	socket.on('error', () => undefined);
	socket.on('close', () => clearTimeout(late));
	socket.on('readable', read);
}
