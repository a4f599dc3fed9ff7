import { expect, test } from 'vitest';
import { answer, readChallenges, strongest } from './digest.ts';

const header = (algorithm: string) =>
	`Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;

// The examples of RFC 7616, section 3.9.1.
test.each([
	['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
	['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('a challenge with %s is answered as the standard says', (algorithm, response) => {
	const [challenge] = readChallenges(header(algorithm));
	const given = answer(challenge ?? expect.fail(), {
		method: 'GET',
		uri: '/dir/index.html',
		user: 'Mufasa',
		password: 'Circle of Life',
		count: 1,
		cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
	});
	expect(given).toContain(`response="${response}"`);
	expect(given).toContain('nc=00000001');
	expect(given).toContain('opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"');
});

test('of several offers the strongest is taken', () => {
	const all = readChallenges(`Basic realm="a, b", ${header('MD5')}, ${header('SHA-256')}`);
	expect(all.map(({ scheme }) => scheme)).toEqual(['basic', 'digest', 'digest']);
	expect(all[0]?.parameters.realm).toBe('a, b');
	expect(strongest(all)?.parameters.algorithm).toBe('SHA-256');
	expect(strongest(all.slice(0, 1))?.scheme).toBe('basic');
	expect(strongest(readChallenges('Negotiate'))).toBeNull();
	expect(strongest(readChallenges('Digest realm="x", nonce="y", qop="auth-int"'))).toBeNull();
});
