/**
 * An authority that gives certificates by ACME (RFC 8555). It checks every signature and nonce, looks itself whether a name leads to
 * this machine, by http-01 and tls-alpn-01 (RFC 8737), and signs what it gives. It speaks http, which only loopback may.
 */
import {
	createHash,
	createPublicKey,
	type JsonWebKey,
	randomBytes,
	verify,
	webcrypto,
	X509Certificate,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 60 * 60_000;
const PROOF = '1.3.6.1.5.5.7.1.31';
const TYPES = ['http-01', 'tls-alpn-01'];

interface Order {
	name: string;
	status: string;
	check: string;
	/** By the type of its challenge. */
	token: string;
	problem: { type: string; detail: string } | null;
	chain: string | null;
}

interface Account {
	jwk: JsonWebKey;
	contact: string[];
}

export interface AcmeAuthority {
	directory: string;
	/** Its own certificate, in PEM. */
	root: string;
	/** Where it looks on this machine instead of on ports 80 and 443. */
	ports: { http: number; tls: number };
	days: number;
	/** The contact of each account. */
	accounts: string[][];
	/** How many certificates were ordered. */
	ordered: number;
	/** By which ways names were checked. */
	ways: string[];
	/** Called before it looks. */
	beforeLook: () => Promise<void>;
	close(): Promise<void>;
}

class Problem extends Error {
	readonly type: string;
	constructor(type: string, detail: string) {
		super(detail);
		this.type = `urn:ietf:params:acme:error:${type}`;
	}
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64url');
const insist = (holds: unknown, detail: string, type = 'malformed'): void => {
	if (!holds) throw new Problem(type, detail);
};

export async function openAcmeAuthority(): Promise<AcmeAuthority> {
	x509.cryptoProvider.set(webcrypto as never);
	const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
	const root = await x509.X509CertificateGenerator.createSelfSigned({
		name: 'CN=Authority of the tests',
		keys: keys as never,
		signingAlgorithm: ALGORITHM,
		notAfter: new Date(Date.now() + 3650 * DAY_MS),
		extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
	});
	const nonces = new Set<string>();
	const accounts = new Map<string, Account>();
	const orders: Order[] = [];
	let refuseOne = true;

	const thumbprintOf = ({ crv, kty, x, y }: JsonWebKey) =>
		createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');

	/** Whoever sent this, after everything that protects it was checked. */
	function readSigned(
		text: string,
		url: string,
	): { account: Account; payload: Record<string, unknown> | null } {
		const { protected: head = '', payload = '', signature = '' } = JSON.parse(text) as Record<string, string>;
		const { alg, nonce, url: named, jwk, kid } = JSON.parse(fromBase64(head).toString());
		insist(alg === 'ES256' && named === url, 'wrong algorithm or address');
		insist((jwk === undefined) !== (kid === undefined), 'either a key or an account');
		const account = jwk ? { jwk, contact: [] } : accounts.get(kid);
		insist(account, 'no such account', 'accountDoesNotExist');
		const { jwk: key, contact } = account as Account;
		const isRight = verify(
			'sha256',
			Buffer.from(`${head}.${payload}`),
			{ key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
			fromBase64(signature),
		);
		insist(isRight, 'wrong signature', 'unauthorized');
		insist(nonces.delete(nonce) && !refuseOne, 'take another nonce', 'badNonce');
		return {
			account: { jwk: key, contact },
			payload: payload ? JSON.parse(fromBase64(payload).toString()) : null,
		};
	}

	async function lookByHttp({ token }: Order, proof: string): Promise<void> {
		const got = await fetch(`http://127.0.0.1:${authority.ports.http}/.well-known/acme-challenge/${token}`);
		insist((await got.text()) === proof && got.ok, 'the answer is another one', 'unauthorized');
	}

	async function lookByTls({ name }: Order, proof: string): Promise<void> {
		const socket = tls.connect({
			...{ host: '127.0.0.1', port: authority.ports.tls, servername: name },
			...{ ALPNProtocols: ['acme-tls/1'], rejectUnauthorized: false },
		});
		await once(socket, 'secureConnect');
		const raw = socket.getPeerX509Certificate()?.raw as Buffer;
		const isAgreed = socket.alpnProtocol === 'acme-tls/1';
		socket.destroy();
		insist(isAgreed, 'acme-tls/1 was not agreed on', 'unauthorized');
		insist(new X509Certificate(raw).subjectAltName === `DNS:${name}`, 'another name', 'unauthorized');
		const extension = new x509.X509Certificate(raw).getExtension(PROOF);
		const digest = createHash('sha256').update(proof).digest();
		const is = extension?.critical && Buffer.from(extension.value).equals(Buffer.from([4, 32, ...digest]));
		insist(is, 'another proof', 'unauthorized');
	}

	async function look(order: Order, type: string, { jwk }: Account): Promise<void> {
		const proof = `${order.token}.${thumbprintOf(jwk)}`;
		authority.ways.push(type);
		try {
			await authority.beforeLook();
			await (type === 'http-01' ? lookByHttp : lookByTls)(order, proof);
			order.check = 'valid';
			order.status = 'ready';
		} catch (error) {
			const { type: kind = 'urn:ietf:params:acme:error:connection', message } = error as Problem;
			order.problem = { type: kind, detail: message || 'Connection refused' };
			Object.assign(order, { check: 'invalid', status: 'invalid' });
		}
	}

	async function give(order: Order, csr: string): Promise<void> {
		insist(order.status === 'ready', 'not checked yet', 'orderNotReady');
		const request = new x509.Pkcs10CertificateRequest(fromBase64(csr));
		insist(await request.verify(), 'the request is not signed', 'badCSR');
		const raw = request.getExtension('2.5.29.17')?.rawData ?? new ArrayBuffer(0);
		const names = new x509.SubjectAlternativeNameExtension(raw).names.items;
		const fits = names.length === 1 && names[0]?.type === 'dns' && names[0].value === order.name;
		insist(fits, 'other names', 'badCSR');
		const made = await x509.X509CertificateGenerator.create({
			...{ subject: '', issuer: root.subject, publicKey: request.publicKey },
			...{ signingKey: keys.privateKey as never, signingAlgorithm: ALGORITHM },
			notBefore: new Date(Date.now() - 1000),
			notAfter: new Date(Date.now() + authority.days * DAY_MS),
			extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: order.name }])],
		});
		order.chain = `${made.toString('pem')}\n${root.toString('pem')}\n`;
		order.status = 'valid';
		authority.ordered += 1;
	}

	const base = () => authority.directory.replace('/directory', '');

	function shownOrder(id: number) {
		const { status, name, chain, problem } = orders[id] as Order;
		return {
			...{ status, identifiers: [{ type: 'dns', value: name }], authorizations: [`${base()}/check/${id}`] },
			...{ finalize: `${base()}/finalize/${id}`, ...(chain && { certificate: `${base()}/chain/${id}` }) },
			...(problem && { error: problem }),
		};
	}

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const [, what = '', id = '', type = ''] = (request.url ?? '').split('/');
		const send = (status: number, body: object | string, location?: string) => {
			const text = typeof body === 'string' ? body : JSON.stringify(body);
			response.writeHead(status, { ...(location && { location }) }).end(text);
		};
		const nonce = randomBytes(16).toString('base64url');
		nonces.add(nonce);
		response.setHeader('replay-nonce', nonce);
		if (what === 'directory')
			return send(200, {
				...{ newNonce: `${base()}/nonce`, newAccount: `${base()}/account`, newOrder: `${base()}/order` },
			});
		if (what === 'nonce') return send(200, '');
		const text = Buffer.concat(await request.toArray()).toString();
		const signed = () => readSigned(text, base() + request.url);
		try {
			insist(request.headers['content-type'] === 'application/jose+json', 'wrong type');
			const { account, payload } = signed();
			if (what === 'account') {
				insist(payload?.termsOfServiceAgreed, 'agree first', 'userActionRequired');
				const kid = `${base()}/accounts/${thumbprintOf(account.jwk)}`;
				if (!accounts.has(kid)) authority.accounts.push((payload?.contact as string[]) ?? []);
				accounts.set(kid, account);
				return send(201, { status: 'valid' }, kid);
			}
			const order = orders[Number(id)] as Order;
			if (what === 'order' && id === '') {
				const [{ value = '' } = {}] = (payload?.identifiers ?? []) as { value?: string }[];
				const token = randomBytes(16).toString('base64url');
				const made = { name: value, status: 'pending', check: 'pending', token, problem: null, chain: null };
				const at = orders.push(made) - 1;
				return send(201, shownOrder(at), `${base()}/order/${at}`);
			}
			if (what === 'order') return send(200, shownOrder(Number(id)));
			if (what === 'check') {
				const { token, problem, check } = order;
				const challenges = TYPES.map((one) => ({
					...{ type: one, url: `${base()}/challenge/${id}/${one}`, token, status: check },
					...(problem && { error: problem }),
				}));
				return send(200, { status: check, identifier: { type: 'dns', value: order.name }, challenges });
			}
			if (what === 'challenge') {
				void look(order, type, account);
				return send(200, { type, status: 'processing' });
			}
			if (what === 'finalize') {
				await give(order, String(payload?.csr));
				return send(200, shownOrder(Number(id)));
			}
			insist(what === 'chain' && order.chain, 'there is none');
			send(200, order.chain ?? '');
		} catch (error) {
			if (error instanceof Problem && error.type.endsWith('badNonce')) refuseOne = false;
			const { type: kind = 'serverInternal', message } = error as Problem;
			send(400, { type: kind, detail: message });
		}
	}

	const server = createServer((request, response) => void answer(request, response));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const authority: AcmeAuthority = {
		directory: `http://127.0.0.1:${(server.address() as AddressInfo).port}/directory`,
		root: root.toString('pem'),
		ports: { http: 0, tls: 0 },
		...{ days: 90, accounts: [], ordered: 0, ways: [] },
		beforeLook: async () => undefined,
		async close() {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
	return authority;
}
