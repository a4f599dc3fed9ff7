import { URI } from 'otpauth';
import { expect, test } from 'vitest';
import { base32, codeOf, otpauthUri, stepAt, stepsOf } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test('codes are those of RFC 6238, Appendix B', () => {
	// The RFC prints eight digits; six are the last six of them.
	const known: [number, string][] = [
		[59, '287082'],
		[1111111109, '081804'],
		[1111111111, '050471'],
		[1234567890, '005924'],
		[2000000000, '279037'],
		[20000000000, '353130'],
	];
	for (const [seconds, code] of known) expect(codeOf(secret, stepAt(seconds * 1000))).toBe(code);
});

test('an authenticator app reads the address and shows the same codes', () => {
	const uri = otpauthUri(secret, 'Watchword', 'robin+home@example.com');
	const app = URI.parse(uri);
	expect([app.issuer, app.label, app.secret.base32]).toEqual([
		'Watchword',
		'robin+home@example.com',
		base32(secret),
	]);
	const now = 1_790_000_000_000;
	expect('period' in app && app.generate({ timestamp: now })).toBe(codeOf(secret, stepAt(now)));
});

test('a code is right for its own step and for one step either side', () => {
	const now = 1_790_000_000_000;
	const right = (off: number) => stepsOf(secret, codeOf(secret, stepAt(now) + off), now).length > 0;
	expect([-2, -1, 0, 1, 2].map(right)).toEqual([false, true, true, true, false]);
	expect(stepsOf(secret, '', now)).toEqual([]);
	expect(stepsOf(secret, '1234567', now)).toEqual([]);
});
