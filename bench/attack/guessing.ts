import http from 'node:http';
import type { Attack, Target } from './target.ts';

const SIGN_IN = '/api/auth/sign-in/email';

/** Passwords, pairing codes and device keys are guessed, from one address that says it is many. */
export const guessing: Attack = async (target) => {
	const wrong: string[] = [];
	const guess = (n: number, email: string) =>
		post(
			target,
			SIGN_IN,
			{ email, password: `guess number ${n}` },
			{ 'x-forwarded-for': `192.0.2.${n % 250}` },
		);
	const one = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n, target.email)));
	expectAtMost(wrong, 'guesses at one account', one, 401, 10);
	const many = await Promise.all(Array.from({ length: 80 }, (_, n) => guess(n, `user${n}@example.com`)));
	expectAtMost(wrong, 'guesses at many accounts', many, 401, 40);
	const owner = { email: target.email, password: target.password };
	const elsewhere = await post(target, SIGN_IN, owner, {}, '127.0.0.2');
	if (elsewhere !== 200) wrong.push(`the owner was locked out by someone's guesses: ${elsewhere}`);
	const codes = await Promise.all(
		Array.from({ length: 60 }, (_, n) =>
			post(target, '/api/devices/claim', { code: `ABCD${String(n).padStart(4, '2')}` }),
		),
	);
	expectAtMost(wrong, 'guesses at pairing codes', codes, 400, 20);
	const keys = await Promise.all(
		Array.from({ length: 200 }, (_, n) =>
			post(target, '/api/captures', {}, { authorization: `Bearer key${n}` }),
		),
	);
	if (keys.some((status) => status !== 401)) wrong.push(`device keys: ${new Set(keys)}`);
	return wrong;
};

function expectAtMost(wrong: string[], what: string, statuses: number[], heard: number, most: number): void {
	const answered = statuses.filter((status) => status !== 429).length;
	const others = statuses.filter((status) => status !== 429 && status !== heard);
	console.log(`  ${what}: ${answered} of ${statuses.length} were looked at`);
	if (answered > most || others.length > 0) wrong.push(`${what}: ${answered} looked at, ${others.join(' ')}`);
}

/** The status alone; from another address of this machine where told. */
function post(
	{ port }: Target,
	path: string,
	body: object,
	headers: Record<string, string> = {},
	localAddress = '127.0.0.1',
): Promise<number> {
	return new Promise((answered, failed) => {
		const type = { 'content-type': 'application/json' };
		const request = http.request(
			{ host: '127.0.0.1', port, path, method: 'POST', localAddress, headers: { ...type, ...headers } },
			(response) => response.resume().on('end', () => answered(response.statusCode ?? 0)),
		);
		request.on('error', failed).end(JSON.stringify(body));
	});
}
