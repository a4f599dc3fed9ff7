import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { OpenableNetwork } from '@watchword/contract/delivery';
import { afterEach, expect, test } from 'vitest';
import type { Resolver } from '../ports/resolver.ts';
import { DUSTY_ANSWER } from '../testing/dust.ts';
import { kindOf } from './address-rules.ts';
import { openOutgoing, RequestFailed } from './outgoing.ts';

const servers: Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

async function receiver(handle: RequestListener): Promise<number> {
	const server = createServer(handle);
	servers.push(server);
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return (server.address() as AddressInfo).port;
}

/** DNS that answers what it is told, in turn for each question of a kind, and counts. */
function dns(answers: Record<string, string[][]>): Resolver & { asked: string[] } {
	const asked: string[] = [];
	const resolve: Resolver = async (name, type) => {
		const all = answers[`${type} ${name}`];
		const before = asked.filter((one) => one === `${type} ${name}`).length;
		asked.push(`${type} ${name}`);
		const found = all?.[Math.min(before, all.length - 1)];
		if (!found) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
		return found;
	};
	return Object.assign(resolve, { asked });
}

function client(networks: OpenableNetwork[] = [], resolve: Resolver = dns({}), wholeMs?: number) {
	return openOutgoing({
		networks: new Set(networks),
		ownHost: 'portal.example.com',
		ownPorts: new Set([8080]),
		resolve,
		...(wholeMs && { wholeMs }),
	});
}

const failure = async (work: Promise<unknown>) => {
	const error = await work.then(
		() => null,
		(reason: unknown) => reason,
	);
	expect(error).toBeInstanceOf(RequestFailed);
	return error as RequestFailed;
};
const message = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' };

test.each([
	...['127.0.0.1', '127.255.255.254', '::1'].map((address) => [address, 'loopback']),
	...['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fc00::1', 'fd12:3456::1'].map(
		(address) => [address, 'private'],
	),
	...['0.0.0.0', '0.1.2.3', '169.254.169.254', '169.254.170.2', '192.0.0.192', '192.0.2.1', '198.18.0.1'].map(
		(address) => [address, 'reserved'],
	),
	...[
		'198.51.100.1',
		'203.0.113.9',
		'224.0.0.1',
		'239.255.255.250',
		'255.255.255.255',
		'100.100.100.200',
	].map((address) => [address, 'reserved']),
	...['168.63.129.16', '::', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1'].map(
		(address) => [address, 'reserved'],
	),
	...['64:ff9b:1::a00:1', '2002:7f00:1::', '2001:0:1::', '2001:db8::1', '3fff::1', 'fe80::1', 'fec0::1'].map(
		(address) => [address, 'reserved'],
	),
	...['ff02::1', 'fd00:ec2::254', 'fd20:ce::254', '100::1', '4000::1'].map((address) => [
		address,
		'reserved',
	]),
	...['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'].map((address) => [
		address,
		'public',
	]),
])('%s is %s', (address, kind) => {
	expect(kindOf(String(address))).toBe(kind);
});

test.each([
	['ftp://hooks.example.com/', 'must begin with https://'],
	['nonsense', 'must begin with https://'],
	['https://user:secret@hooks.example.com/', 'user name or a password'],
	['https://hooks.example.com:25/', 'Port 25'],
	['https://hooks.example.com:0/', 'Port 0'],
	['https://127.0.0.1/', 'the machine of this server'],
	['https://localhost/', 'the machine of this server'],
	['https://a.localhost./', 'the machine of this server'],
	['https://localhost../', 'the machine of this server'],
	// Other ways to write 127.0.0.1, and addresses inside others.
	['https://2130706433/', 'the machine of this server'],
	['https://0x7f.1/', 'the machine of this server'],
	['https://[::ffff:7f00:1]/', 'not an address on the web'],
	['https://[64:ff9b::a9fe:a9fe]/', 'not an address on the web'],
	['http://169.254.169.254/latest/meta-data/', 'not an address on the web'],
	['https://192.168.1.10/', 'private network'],
	['https://portal.example.com/', 'this server itself'],
	['https://PORTAL.example.com./', 'this server itself'],
	['https://portal.example.com../', 'this server itself'],
	['http://93.184.216.34/', 'must begin with https://'],
	['https://nobody.example.com/', 'no machine with the name'],
	['https://inside.example.com/', 'private network'],
	['https://half.example.com/', 'private network'],
	['https://metadata.example.com/', 'not an address on the web'],
])('%s is refused: %s', async (url, why) => {
	const resolve = dns({
		'A inside.example.com': [['10.0.0.1']],
		// One good and one bad address.
		'A half.example.com': [['93.184.216.34', '10.0.0.1']],
		'A metadata.example.com': [['93.184.216.34']],
		'AAAA metadata.example.com': [['fd00:ec2::254']],
	});
	expect((await failure(client([], resolve).check(url))).message).toContain(why);
	expect((await failure(client([], resolve).post(url, message))).message).toContain(why);
});

test('an operator opens networks one by one, and the ports of the server itself stay closed', async () => {
	const resolve = dns({ 'A web.example.com': [['93.184.216.34']] });
	await client([], resolve).check('https://web.example.com/');
	await client(['private']).check('http://10.0.0.1:8080/');
	await client(['loopback']).check('http://127.0.0.1:3000/');
	expect((await failure(client(['loopback']).check('http://127.0.0.1:8080/'))).message).toContain('itself');
	expect((await failure(client(['loopback']).check('https://10.0.0.1/'))).message).toContain('private');
	expect((await failure(client(['private']).check('https://[::1]/'))).message).toContain('machine');
	const own = Object.values(networkInterfaces())
		.flat()
		.find((one) => one?.family === 'IPv4' && !one.internal)?.address;
	if (own) expect(await failure(client().check(`https://${own}/`))).toMatchObject({ refused: true });
});

test('the answer is passed on as it came, with its status', async () => {
	const port = await receiver((request, response) => {
		request.resume().on('end', () => {
			response.writeHead(418, { 'retry-after': '9' }).end(`${request.method} ${request.headers.host}`);
		});
	});
	const resolve = dns({ 'A hooks.example.com': [['127.0.0.1']] });
	const answer = await client(['loopback'], resolve).post(`http://hooks.example.com:${port}/in`, message);
	expect(answer).toMatchObject({ status: 418, headers: { 'retry-after': '9' } });
	expect(String(answer.body)).toBe(`POST hooks.example.com:${port}`);
});

test('a name is asked for once: an answer that changes after the check changes nothing', async () => {
	const port = await receiver((_request, response) => void response.end('reached'));
	const resolve = dns({ 'A rebinding.example.com': [['127.0.0.1'], ['10.0.0.1']] });
	const answer = await client(['loopback'], resolve).post(`http://rebinding.example.com:${port}/`, message);
	expect(String(answer.body)).toBe('reached');
	expect(resolve.asked).toEqual(['A rebinding.example.com', 'AAAA rebinding.example.com']);
	// The next request checks again, and sees the new address.
	const next = client(['loopback'], resolve).post(`http://rebinding.example.com:${port}/`, message);
	expect((await failure(next)).message).toContain('private network');
});

test('a redirect is followed if it keeps the request, and checked as the first address was', async () => {
	const seen: string[] = [];
	const port = await receiver((request, response) => {
		let body = '';
		request.on('data', (chunk) => {
			body += chunk;
		});
		request.on('end', () => {
			seen.push(`${request.url} ${body}`);
			const to: Record<string, [number, string]> = {
				'/moved': [308, '/here'],
				'/inside': [307, 'http://10.0.0.1/'],
				'/metadata': [307, 'http://169.254.169.254/'],
				'/own': [307, 'http://127.0.0.1:8080/'],
				'/file': [307, 'file:///etc/passwd'],
				'/found': [302, '/here'],
				'/loop': [307, '/loop'],
				'/nowhere': [307, ''],
			};
			const [status, location] = to[request.url ?? ''] ?? [200, ''];
			response.writeHead(status, location ? { location } : {}).end();
		});
	});
	const { post } = client(['loopback']);
	const at = (path: string) => post(`http://127.0.0.1:${port}${path}`, message);
	expect((await at('/moved')).status).toBe(200);
	expect(seen).toEqual(['/moved {"a":1}', '/here {"a":1}']);
	expect((await failure(at('/inside'))).message).toContain('private network');
	expect((await failure(at('/metadata'))).message).toContain('not an address on the web');
	expect((await failure(at('/own'))).message).toContain('this server itself');
	expect((await failure(at('/file'))).message).toContain('must begin with https://');
	expect(await failure(at('/found'))).toMatchObject({ answer: 302 });
	expect((await failure(at('/nowhere'))).message).toContain('no address');
	seen.length = 0;
	expect((await failure(at('/loop'))).message).toContain('more than 3 times');
	expect(seen).toHaveLength(4);
});

test('an endpoint that hangs is given up in time, and of an answer that drips, breaks off or never ends the beginning counts', async () => {
	const port = await receiver((request, response) => {
		if (request.url === '/hangs') return;
		if (request.url === '/drips') {
			response.writeHead(200);
			const timer = setInterval(() => response.write('.'), 20);
			response.on('close', () => clearInterval(timer));
			return;
		}
		if (request.url === '/breaks') {
			response.writeHead(200, { 'content-length': 10 });
			return void response.write('.', () => request.socket.destroy());
		}
		if (request.url === '/closes') return void request.socket.destroy();
		if (request.url === '/hints' || request.url === '/hint') {
			const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
			request.socket.write(hint.repeat(request.url === '/hints' ? 1000 : 1));
			return void (request.url === '/hint' && response.end());
		}
		response.writeHead(200);
		const chunk = Buffer.alloc(1024 * 1024);
		for (let n = 0; n < 10; n++) response.write(chunk);
		response.end();
	});
	const at = (path: string) =>
		client(['loopback'], dns({}), path === '/long' ? 15_000 : 300).post(
			`http://127.0.0.1:${port}${path}`,
			message,
		);
	expect((await failure(at('/hangs'))).message).toBe('No answer came in time.');
	expect((await at('/drips')).status).toBe(200);
	expect((await at('/breaks')).status).toBe(200);
	expect((await failure(at('/closes'))).message).toContain('closed before an answer');
	expect((await failure(at('/hints'))).message).toContain('hints without end');
	expect((await at('/hint')).status).toBe(200);
	const long = await at('/long');
	expect(long.status).toBe(200);
	expect(long.body).toHaveLength(64 * 1024);
});

test('of an answer in far too many small pieces only the beginning is read', async () => {
	const port = await receiver(({ socket }) => void socket.write(DUSTY_ANSWER));
	const { status, body } = await client(['loopback']).post(`http://127.0.0.1:${port}/`, message);
	expect(status).toBe(200);
	expect(body.length).toBeLessThan(2000);
});

test('a silent name server, a closed port and plain http at an https port have different messages', async () => {
	const port = await receiver((_request, response) => void response.end());
	const silent: Resolver = () => new Promise(() => undefined);
	expect((await failure(client([], silent, 100).post('https://slow.example.com/', message))).message).toBe(
		'No answer came in time.',
	);
	const { post } = client(['loopback']);
	const closed = servers.pop();
	const plain = await receiver((_request, response) => void response.end());
	await new Promise((done) => closed?.close(done));
	expect((await failure(post(`http://127.0.0.1:${port}/`, message))).message).toContain(
		'refused the connection',
	);
	expect((await failure(post(`https://127.0.0.1:${plain}/`, message))).message).toMatch(/certificate|failed/);
});
