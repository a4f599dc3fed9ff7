import { ACCOUNT_EVENTS } from '@watchword/contract/account-event';
import { expect, test } from 'vitest';
import { eventInWords, sourceInWords } from './event-words.ts';

test('every event is a sentence, with and without what it names', () => {
	for (const what of ACCOUNT_EVENTS) {
		for (const details of [{}, { name: 'Gate', how: 'password', times: 3, on: '2026-11-23T08:00:00.000Z' }]) {
			expect(eventInWords({ what, details }), what).toMatch(/^[A-Z\d].*\.$/s);
			expect(eventInWords({ what, details })).not.toMatch(/undefined|Invalid/);
		}
	}
	expect(eventInWords({ what: 'from-a-newer-server' as never, details: {} })).toBe(
		'Something about the account was changed.',
	);
});

test('failed attempts say how often, and that the password was right where it was; browsers have a name', () => {
	expect(eventInWords({ what: 'sign-in-failed', details: { how: 'password', times: 12 } })).toBe(
		'Someone tried to sign in with a wrong password, 12 times.',
	);
	expect(eventInWords({ what: 'sign-in-failed', details: { how: 'code' } })).toBe(
		'Someone entered the right password, but a wrong code.',
	);
	expect(
		eventInWords({ what: 'session-ended', details: { name: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' } }),
	).toBe('Firefox on Linux was signed out.');
	expect(sourceInWords({ what: 'sign-in-failed', details: { how: 'password', times: 9 } })).toBe(
		'From several other addresses',
	);
});
