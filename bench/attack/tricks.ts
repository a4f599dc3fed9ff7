import { type Attack, say, statusOf } from './target.ts';

const PATHS = [
	'/../../../../etc/passwd',
	'/..%2f..%2f..%2f..%2fetc%2fpasswd',
	'/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
	'/assets/..%5c..%5c..%5c..%5cetc%5cpasswd',
	'/assets/%252e%252e/%252e%252e/etc/passwd',
	'/assets/....//....//....//etc/passwd',
	'//etc/passwd',
	'/etc/passwd%00.js',
	'/v0/b/watchword/o/..%2f..%2f..%2f..%2fetc%2fpasswd?alt=media&token=x',
	'/v0/b/watchword/o/users%2f..%2f..%2fdatabase?alt=media&token=x',
	'/v0/b/..%2f..%2fwatchword/o/x',
	'/v0/b/watchword/o/%2fetc%2fpasswd',
	'/api/../metrics',
	'/api/runs/../users/me',
	'/x%0d%0aX-Injected:%20yes',
	'/api/runs?cursor=%0d%0aX-Injected:%20yes',
	'/signin?next=//evil.example',
	'/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
	'/%',
	'/%ff%fe',
	`/${'../'.repeat(2000)}etc/passwd`,
];

const HEADERS = [
	'Host: evil.example',
	'Host: x\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: gopher',
	'Host: x\r\nForwarded: for=1;host=evil.example',
	'Host: x\r\nX-Original-URL: /api/users/me\r\nX-Rewrite-URL: /metrics',
	'Host: x\r\nX-Request-Id: a\tb\r\n',
	`Host: x\r\nX-Request-Id: ${'a'.repeat(5000)}`,
	'Host: x\r\nRange: bytes=0-0,1-1,2-2,3-3,-1,999999999999999999999-',
	'Host: x\r\nIf-None-Match: *\r\nIf-Modified-Since: never',
	'Host: x\r\nAccept-Encoding: gzip;q=1e309, br;q=-1, *;q=NaN',
	'Host: x\r\nCookie: watchword.session_token=%; __proto__=1; a=b; a=c',
	'Host: x\r\nAuthorization: Bearer \x80\xff',
	'Host: x\r\nContent-Type: multipart/form-data',
];

const BROKEN: Record<string, string> = {
	'length and chunks at once':
		'POST /api/auth/sign-out HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n',
	'two lengths':
		'POST /api/auth/sign-out HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nGET /',
	'a space before the colon': 'GET / HTTP/1.1\r\nHost : x\r\n\r\n',
	'a header over two lines': 'GET / HTTP/1.1\r\nHost: x\r\nX-A: b\r\n Host: evil.example\r\n\r\n',
	'no host': 'GET / HTTP/1.1\r\n\r\n',
	'a chunk length that is none': 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n',
	'another protocol': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
	'a version of tomorrow': 'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
};

/** Path traversal, header injection, request smuggling. */
export const tricks: Attack = async ({ port, headers }) => {
	const found: string[] = [];
	const check = async (name: string, request: string, allowed: (status: number) => boolean) => {
		const answer = await say(port, [Buffer.from(request, 'latin1')]);
		const status = statusOf(answer);
		if (!allowed(status)) found.push(`${name.slice(0, 80)}: ${status}`);
		if (/root:.*:0:0|^x-injected/im.test(answer)) found.push(`${name} got through`);
		if (answer.includes('evil.example') && !request.includes('//evil')) found.push(`${name} is repeated`);
		if ((answer.match(/^HTTP\/1\.1/gm)?.length ?? 0) > 1) found.push(`${name}: two answers`);
	};
	const well = (status: number) => status >= 200 && status < 500;
	for (const path of PATHS) {
		await check(path, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, well);
		const session = `Authorization: ${headers.authorization}\r\n`;
		await check(path, `GET ${path} HTTP/1.1\r\nHost: x\r\n${session}Connection: close\r\n\r\n`, well);
	}
	for (const lines of HEADERS) {
		await check(lines, `GET / HTTP/1.1\r\n${lines.trim()}\r\nConnection: close\r\n\r\n`, well);
		await check(
			lines,
			`GET /api/users/me HTTP/1.1\r\n${lines.trim()}\r\nConnection: close\r\n\r\n`,
			(status) => status === 401 || status === 400,
		);
	}
	for (const method of ['TRACE', 'TRACK', 'PROPFIND', 'DEBUG', 'PATCH', 'OPTIONS']) {
		await check(method, `${method} /api/users/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, well);
	}
	const refused = (status: number) => status === 400 || status === 0 || status === 505;
	for (const [name, request] of Object.entries(BROKEN)) await check(name, request, refused);
	return { got: found.length > 0 ? '' : 'nothing', wrong: found };
};
