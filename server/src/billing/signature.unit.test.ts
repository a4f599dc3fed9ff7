import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { sign, signatureProblem } from './signature.ts';

const secret = 'whsec_something';
const body = '{\n  "id": "evt_1",  "amount": 500 }';
const now = new Date('2026-03-01T12:00:00Z');
const seconds = now.getTime() / 1000;
const { webhooks } = new Stripe('sk_test_x');

test("signatures of Stripe's own library are valid here, and ours are valid there", () => {
	const theirs = webhooks.generateTestHeaderString({ payload: body, secret, timestamp: seconds });
	expect(signatureProblem(body, theirs, secret, now)).toBeNull();
	const fresh = sign(body, secret, new Date());
	expect(webhooks.constructEvent(body, fresh, secret)).toMatchObject({ id: 'evt_1' });
});

test('only this body, under this secret, within five minutes', () => {
	const header = sign(body, secret, now);
	const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
	expect(signatureProblem(body, header, secret, after(299))).toBeNull();
	expect(signatureProblem(body, header, secret, after(301))).toBe('it is too old');
	expect(signatureProblem(body, header, secret, after(-301))).toBe('it is too old');
	expect(signatureProblem(JSON.stringify(JSON.parse(body)), header, secret, now)).toBe(
		'it is not of this body',
	);
	expect(signatureProblem(body, header, 'whsec_other', now)).toBe('it is not of this body');
	for (const nonsense of [
		'',
		't=',
		't=x,v1=y',
		'v1=',
		',,,',
		`t=${seconds}`,
		`t=${seconds},v1=${'0'.repeat(63)}`,
		// Another scheme, such as that of test events, is no signature.
		header.replace('v1=', 'v0='),
	]) {
		expect(signatureProblem(body, nonsense, secret, now)).not.toBeNull();
	}
	// While a secret is being replaced there are two.
	expect(signatureProblem(body, `${header},v1=${'0'.repeat(64)}`, secret, now)).toBeNull();
});
