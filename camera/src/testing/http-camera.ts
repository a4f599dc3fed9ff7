import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Protection = 'none' | 'basic' | 'MD5' | 'SHA-256';

interface Options {
	protection?: Protection;
	user?: string;
	password?: string;
	/** The answer after authentication. */
	answer: (request: IncomingMessage, response: ServerResponse) => void;
}

/** An HTTP camera on loopback that asks for a password as real ones do, and counts the attempts. */
export async function startHttpCamera({
	protection = 'none',
	user = 'admin',
	password = 'secret',
	answer,
}: Options) {
	const camera = {
		url: '',
		requests: 0,
		/** Requests that came with credentials, right or wrong. */
		attempts: 0,
		refused: 0,
		/** Nonces are forgotten, as in a restart of the camera. */
		forgetNonces: () => {
			nonce = newNonce();
		},
		stop: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	const newNonce = () => createHash('md5').update(String(Math.random())).digest('hex');
	let nonce = newNonce();
	const server = createServer((request, response) => {
		camera.requests++;
		const given = request.headers.authorization;
		if (given) camera.attempts++;
		if (protection === 'none' || (given && isRight(given, request))) return answer(request, response);
		if (given) camera.refused++;
		// Real cameras also offer the weaker algorithm, and first.
		const digest = (algorithm: string) =>
			`Digest realm="IP Camera(C1234)", nonce="${nonce}", algorithm=${algorithm}, qop="auth,auth-int"`;
		const offers = {
			basic: 'Basic realm="cam"',
			MD5: `Basic realm="cam", ${digest('MD5')}`,
			'SHA-256': `${digest('MD5')}, ${digest('SHA-256')}`,
		}[protection];
		response
			.writeHead(401, { 'www-authenticate': offers, 'content-type': 'text/html' })
			.end('<html>no</html>');
	});
	const isRight = (given: string, request: IncomingMessage) => {
		if (protection === 'basic') {
			return given === `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
		}
		const field = (name: string) =>
			new RegExp(`[ ,]${name}=(?:"([^"]*)"|([^,]*))`)
				.exec(given)
				?.slice(1)
				.find((one) => one !== undefined) ?? '';
		const hash = (text: string) =>
			createHash(protection === 'MD5' ? 'md5' : 'sha256')
				.update(text)
				.digest('hex');
		const first = hash(`${user}:IP Camera(C1234):${password}`);
		const second = hash(`${request.method}:${request.url}`);
		const middle = [nonce, field('nc'), field('cnonce'), 'auth'].join(':');
		return (
			given.startsWith('Digest ') &&
			field('algorithm') === protection &&
			field('nonce') === nonce &&
			field('username') === user &&
			field('uri') === request.url &&
			field('response') === hash(`${first}:${middle}:${second}`)
		);
	};
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	camera.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture.jpg?channel=1`;
	return camera;
}

/** Answers with one picture, of any content type. */
export const picture =
	(bytes: Buffer, type = 'image/jpeg') =>
	(_: IncomingMessage, response: ServerResponse) => {
		response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
	};

/** Answers with an endless stream of pictures. */
export const mjpeg =
	(next: () => Buffer | null, { withLengths = true, everyMs = 50 } = {}) =>
	(_: IncomingMessage, response: ServerResponse) => {
		response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary="--frontier"' });
		const timer = setInterval(() => {
			const bytes = next();
			if (!bytes) return;
			const length = withLengths ? `Content-Length: ${bytes.length}\r\n` : '';
			response.write(`--frontier\r\nContent-Type: image/jpeg\r\n${length}\r\n`);
			response.write(bytes);
			response.write('\r\n');
			if (!withLengths) response.write('--frontier\r\n');
		}, everyMs);
		response.once('close', () => clearInterval(timer));
	};
